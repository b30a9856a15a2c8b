/**
 * Trades on top of the planned activity of a session, in tape and chain alike: those of an accumulation, and a few
 * large ones whose reasons are their own (hedges, overwriting, positions rolled), so that not everything large is informed.
 */

import { clamp } from '../../../../lib/math/numbers.ts'
import { mix } from '../../../../lib/math/seeded-random.ts'
import { DAY_MS } from '../../../../lib/time/duration.ts'
import { at } from '../../../../pricing/column.ts'
import type { OptionChain } from '../../../domain/options/chain.ts'
import { Draws } from '../draws.ts'
import type { SymbolPath } from '../stock/symbol-path.ts'
import type { World } from '../world.ts'
import { type Halt, haltAt } from './option-volume.ts'
import { passedShare } from './volume-curve.ts'

export interface PlantedTrade {
  /** Row of the contract on the board of the session. */
  readonly row: number
  readonly atMs: number
  readonly size: number
  readonly side: 1 | -1
  /** Number of exchanges of a sweep; 1 for no sweep. */
  readonly legs: number
  /** Of an order on the book; null for one that is negotiated. A sweep takes the quote. */
  readonly placement: OrderPlacement | null
  /** Whether it belongs to an accumulation, and of whom. */
  readonly accumulator: 'informed' | 'uninformed' | null
}

/**
 * Price relative to the quote: `touch` at the ask for a buyer and at the bid for a seller, `resting` the reverse (a
 * limit order of the initiator), `inside` the quote beyond the mid and `resting inside` before it, `beyond` the quote.
 */
export type OrderPlacement = 'touch' | 'resting' | 'inside' | 'resting inside' | 'beyond'

/** What a session lists, and when its options do not trade. */
export interface Listed {
  readonly layout: OptionChain
  readonly starts: readonly number[]
  readonly halts: readonly Halt[]
}

const MAX_BLOCKS = 6
const MS_PER_YEAR = 365 * DAY_MS
const FEWEST_DAYS = 14
const MAX_DAYS = 200

/** The large trades of a session, up to six: half a hundredth to a twentieth of the volume of an ordinary day each. */
export function largeTrades(world: World, path: SymbolPath, index: number, listed: Listed): PlantedTrade[] {
  const { symbol, optionVolume } = path.profile
  const { openMs, closeMs } = world.sessions.at(index)
  const draws = new Draws(mix(world.streamOf('large trades', symbol), index))
  const trades: PlantedTrade[] = []
  for (let left = draws.whole(0, MAX_BLOCKS); left > 0; left--) {
    const atMs = openMs + 1000 * Math.floor((passedShare(draws.share()) * (closeMs - openMs - 1000)) / 1000)
    const part = Math.min(0.005 * draws.share() ** (-1 / 1.5), 0.05)
    const size = clamp(50 * Math.round((part * optionVolume) / 50), 50, 20_000)
    const side = draws.share() < 0.5 ? 1 : -1
    const row = distantContract(path, index, openMs, listed, draws)
    if (row >= 0 && !haltAt(listed.halts, atMs))
      trades.push({ row, atMs, size, side, legs: 1, placement: null, accumulator: null })
  }
  return trades
}

/** Weeks to months out and up to two deviations out of the money; −1 without such an expiration. */
function distantContract(
  path: SymbolPath,
  index: number,
  openMs: number,
  { layout, starts }: Listed,
  draws: Draws,
): number {
  const { open } = path.bar(index)
  const { strike, isCall } = layout.contracts
  const fromMs = openMs + (FEWEST_DAYS + draws.share() ** 2 * (MAX_DAYS - FEWEST_DAYS)) * DAY_MS
  const expiration = layout.expirations.findIndex(({ settlesAtMs }) => settlesAtMs >= fromMs)
  if (expiration < 0) return -1
  const years = ((layout.expirations[expiration]?.settlesAtMs ?? openMs) - openMs) / MS_PER_YEAR
  const direction = draws.share() < 0.5 ? 1 : -1
  const target = open * Math.exp(direction * 2 * draws.share() * path.profile.volatility * Math.sqrt(years))
  const end = (starts[expiration + 1] ?? 0) - 2
  let row = starts[expiration] ?? 0
  while (row < end && at(strike, row) < target) row += 2
  return direction === 1 && isCall[row] === 1 ? row : row + 1
}
