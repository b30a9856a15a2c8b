/**
 * Planted episodes of accumulation: somebody buys short-dated out-of-the-money contracts for one to three and a half
 * hours, in small orders spread over up to four strikes. Most orders take the ask or a better price, some wait with a
 * limit. Whoever knows of a move to come and whoever knows nothing act by the same code, so that no tape tells them apart.
 */

import { clamp } from '../../../../lib/math/numbers.ts'
import { mix } from '../../../../lib/math/seeded-random.ts'
import { DAY_MS } from '../../../../lib/time/duration.ts'
import { at } from '../../../../pricing/column.ts'
import { Draws } from '../draws.ts'
import type { SymbolPath } from '../stock/symbol-path.ts'
import type { World } from '../world.ts'
import { type Accumulator, accumulatorOf } from './accumulators.ts'
import type { Activity } from './activity.ts'
import { haltAt } from './option-volume.ts'
import type { Listed, OrderPlacement, PlantedTrade } from './planted-trades.ts'
import { roundedSize, tapeScale } from './tape-size.ts'

export interface AccumulationEpisode extends Accumulator {
  /** In order of time. */
  readonly trades: readonly PlantedTrade[]
}

interface ListedVolume extends Listed {
  readonly activity: Activity
}

const LONGEST_DAYS = 45
const MS_PER_YEAR = 365 * DAY_MS
const MAX_STRIKES = 4
/** Of the orders at the ask, so that sweeps are as frequent as among the orders of others. */
const SWEPT = 0.25
/** One order in six waits with a limit, until somebody sells to it. */
const WAITING = 1 / 6
/** Of these, and of the others: which get a price inside the quote. */
const WAITING_INSIDE = 1 / 2
const IMPROVED = 1 / 4
const BEYOND = 0.1

/** The episode of a session, usually null. */
export function accumulationEpisode(
  world: World,
  path: SymbolPath,
  index: number,
  listed: ListedVolume,
): AccumulationEpisode | null {
  const accumulator = accumulatorOf(world, path, index)
  if (!accumulator) return null
  const draws = new Draws(mix(world.streamOf('accumulation', path.profile.symbol), index))
  const rows = accumulatedContracts(world, path, index, listed, accumulator, draws)
  if (rows.length === 0) return null
  const isInformed = accumulator.reason !== 'unknown'
  return { ...accumulator, trades: ordersOf(world, path, index, listed, { rows, isInformed }, draws) }
}

/** One to four contracts of the first expiration that outlives the horizon, out of the money by about a deviation. */
function accumulatedContracts(
  world: World,
  path: SymbolPath,
  index: number,
  { layout, starts }: ListedVolume,
  { horizonDate, direction }: Accumulator,
  draws: Draws,
): number[] {
  const { openMs } = world.sessions.at(index)
  const horizonMs = world.sessions.at(world.sessions.indexOf(horizonDate) ?? index).closeMs
  const expiration = layout.expirations.findIndex(({ settlesAtMs }) => settlesAtMs >= horizonMs)
  const settlesAtMs = layout.expirations[expiration]?.settlesAtMs ?? Number.NaN
  if (!(settlesAtMs - openMs <= LONGEST_DAYS * DAY_MS)) return []
  const deviation = path.profile.volatility * Math.sqrt((settlesAtMs - openMs) / MS_PER_YEAR)
  const target = path.bar(index).open * Math.exp(direction * (0.7 + 0.8 * draws.share()) * deviation)
  const { strike } = layout.contracts
  const start = starts[expiration] ?? 0
  const end = starts[expiration + 1] ?? start
  let row = start
  while (row + 2 < end && at(strike, row) < target) row += 2
  // Where strikes are far apart, the one beyond the target.
  if (direction < 0 && at(strike, row) > target && row > start) row -= 2
  const strikes = draws.whole(1, MAX_STRIKES)
  return Array.from({ length: strikes }, (_, step) => row + 2 * step * direction)
    .filter((each) => each >= start && each < end)
    .map((each) => (direction > 0 ? each : each + 1))
}

function ordersOf(
  world: World,
  path: SymbolPath,
  index: number,
  { activity, halts }: ListedVolume,
  { rows, isInformed }: { readonly rows: readonly number[]; readonly isInformed: boolean },
  draws: Draws,
): PlantedTrade[] {
  const { openMs, closeMs } = world.sessions.at(index)
  const { optionVolume } = path.profile
  const { floor } = tapeScale(path.profile)
  const usual = rows.reduce((sum, row) => sum + at(activity.dayVolume, row), 0) / rows.length
  const total = clamp(Math.max(optionVolume * (0.004 + 0.008 * draws.share()), 0.5 * usual), 60, 15_000)
  const count = draws.whole(8, 24)
  const from = 0.05 + 0.4 * draws.share()
  const length = 0.16 + 0.38 * draws.share()
  const trades: PlantedTrade[] = []
  for (let trade = 0; trade < count; trade++) {
    const placement = placementOf(draws)
    const legs = placement === 'touch' && draws.share() < SWEPT ? draws.whole(2, 4) : 1
    const size = Math.max(roundedSize((total / count) * Math.exp(0.5 * draws.normal()), draws.share()), floor, legs)
    // At a fixed offset within a second, so that all legs of a sweep meet one quote.
    const atMs = openMs + 1000 * Math.floor(((from + length * draws.share()) * (closeMs - openMs)) / 1000)
    const row = rows[draws.whole(0, rows.length - 1)] ?? 0
    if (!haltAt(halts, atMs))
      trades.push({
        ...{ row, atMs: atMs + draws.whole(0, 500), size, side: 1, legs, placement },
        accumulator: isInformed ? 'informed' : 'uninformed',
      })
  }
  return trades.sort((a, b) => a.atMs - b.atMs)
}

function placementOf(draws: Draws): OrderPlacement {
  const isWaiting = draws.share() < WAITING
  const chance = draws.share()
  if (isWaiting) return chance < WAITING_INSIDE ? 'resting inside' : 'resting'
  if (chance < IMPROVED) return 'inside'
  return chance < IMPROVED + BEYOND ? 'beyond' : 'touch'
}
