/** Support and resistance that option positions make: walls and flip of gamma, and strikes of heavy open interest. */
import { at } from '../../lib/columns.ts'
import type { OptionChain } from '../market/chain.ts'
import { valuedChain } from './chain-valuation.ts'
import { gammaFigures } from './gamma-exposure.ts'
import type { LevelCandidate } from './levels.ts'
import { type ExpirationFilter, selectedRows } from './row-selection.ts'
import { exposuresByStrike } from './strike-exposures.ts'

/** Gamma of later expirations moves too little to hold a price. */
const NEAR_DTE = 45

/** The expirations that make levels: those of the next 45 days. */
export const NEAR_EXPIRATIONS: ExpirationFilter = { dteMax: NEAR_DTE }
const WALL_STRENGTH = 0.6
const FLIP_STRENGTH = 0.4
const HEAVIEST_STRENGTH = 0.5
const HEAVY_STRIKES = 6

/** Walls and flip of the expirations of the next 45 days. */
export function gammaLevels(chain: OptionChain): LevelCandidate[] {
  const { answer } = gammaFigures(valuedChain(chain), NEAR_EXPIRATIONS)
  const level = (price: number | null, strength: number): LevelCandidate[] =>
    price === null ? [] : [{ price, strength, source: 'gamma' }]
  return [
    ...level(answer.call_wall, WALL_STRENGTH),
    ...level(answer.put_wall, WALL_STRENGTH),
    ...level(answer.gamma_flip, FLIP_STRENGTH),
  ]
}

/** The six strikes with most open interest of the next 45 days; the heaviest has strength 0.5, the others in proportion. */
export function openInterestLevels(chain: OptionChain): LevelCandidate[] {
  const valued = valuedChain(chain)
  const { strikes, callShares, putShares } = exposuresByStrike(valued, selectedRows(valued, NEAR_EXPIRATIONS))
  const heavy = Array.from(strikes, (price, index) => ({ price, shares: at(callShares, index) + at(putShares, index) }))
    .filter(({ shares }) => shares > 0)
    .sort((a, b) => b.shares - a.shares)
    .slice(0, HEAVY_STRIKES)
  const most = heavy[0]?.shares ?? 1
  return heavy.map(({ price, shares }) => ({
    price,
    strength: (HEAVIEST_STRENGTH * shares) / most,
    source: 'open_interest',
  }))
}
