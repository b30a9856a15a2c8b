/** Support and resistance from option positions: gamma walls, gamma flip, and strikes with large open interest. */
import { at } from '../../../lib/math/columns.ts'
import { type ExpirationFilter, selectedRows } from '../chain/expiration-filter.ts'
import type { LevelCandidate } from '../levels/level-candidate.ts'
import type { ValuedChain } from '../valuation/chain-valuation.ts'
import type { GammaFigures } from './gamma-exposure.ts'
import { exposuresByStrike } from './grouped-exposures.ts'

/** Later expirations have too little gamma to influence the price. */
const NEAR_DTE = 45

/** The expirations that levels are derived from: those of the next 45 days. */
export const NEAR_EXPIRATIONS: ExpirationFilter = { dteMax: NEAR_DTE }
const WALL_STRENGTH = 0.6
const FLIP_STRENGTH = 0.4
const HEAVIEST_STRENGTH = 0.5
const HEAVY_STRIKES = 6

/** Walls and gamma flip; the figures must be of `NEAR_EXPIRATIONS`. */
export function gammaLevels({ answer }: GammaFigures): LevelCandidate[] {
  const level = (price: number | null, strength: number): LevelCandidate[] =>
    price === null ? [] : [{ price, strength, source: 'gamma' }]
  return [
    ...level(answer.call_wall, WALL_STRENGTH),
    ...level(answer.put_wall, WALL_STRENGTH),
    ...level(answer.gamma_flip, FLIP_STRENGTH),
  ]
}

/** The six strikes with the largest open interest of the next 45 days; strength 0.5 for the first, others in proportion. */
export function openInterestLevels(valued: ValuedChain): LevelCandidate[] {
  const { strikes, callShares, putShares } = exposuresByStrike(valued, selectedRows(valued, NEAR_EXPIRATIONS))
  const heavy = Array.from(strikes, (price, index) => ({ price, shares: at(callShares, index) + at(putShares, index) }))
    .filter(({ shares }) => shares > 0)
    .sort((a, b) => b.shares - a.shares)
    .slice(0, HEAVY_STRIKES)
  const largest = heavy[0]?.shares ?? 1
  return heavy.map(({ price, shares }) => ({
    price,
    strength: (HEAVIEST_STRENGTH * shares) / largest,
    source: 'open_interest',
  }))
}
