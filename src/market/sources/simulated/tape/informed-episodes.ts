/**
 * Planted episodes of informed buying: a trader who knows a future move of the path accumulates short-dated
 * out-of-the-money contracts in its direction for half an hour to a few hours. About four sessions per stock and year,
 * most of them before earnings.
 */

import { clamp } from '../../../../lib/math/numbers.ts'
import { mix, uniform } from '../../../../lib/math/seeded-random.ts'
import { DAY_MS } from '../../../../lib/time/duration.ts'
import { at } from '../../../../pricing/column.ts'
import type { OptionChain } from '../../../domain/options/chain.ts'
import { Draws } from '../draws.ts'
import { SESSIONS_PER_YEAR } from '../stock/factor-path.ts'
import type { SymbolPath } from '../stock/symbol-path.ts'
import type { World } from '../world.ts'
import type { Activity } from './activity.ts'
import { type Halt, haltAt } from './option-volume.ts'
import type { PlantedTrade } from './planted-trades.ts'
import { roundedSize, tapeScale } from './tape-size.ts'

export interface InformedEpisode {
  readonly reason: 'earnings' | 'move'
  /** 1 for a rise, with calls bought; −1 for a fall, with puts bought. */
  readonly direction: 1 | -1
  /** The session by whose open (earnings) or close the move is complete, and its log return from now. */
  readonly horizonDate: string
  readonly move: number
  /** In order of time. */
  readonly trades: readonly PlantedTrade[]
}

type Foreseen = Pick<InformedEpisode, 'reason' | 'horizonDate' | 'move'> & { readonly chance: number }

interface Listed {
  readonly layout: OptionChain
  readonly activity: Activity
  readonly starts: readonly number[]
  readonly halts: readonly Halt[]
}

/** Maximum horizon of the knowledge, in sessions. */
export const LONGEST_AHEAD = 4
const EARNINGS_AHEAD = LONGEST_AHEAD
const EARNINGS_CHANCE = 0.4
const MOVE_AHEAD = 3
const MOVE_CHANCE = 0.15
const MOVE_DEVIATIONS = 2
const LONGEST_DAYS = 45
const MS_PER_YEAR = 365 * DAY_MS

/** The episode of a session, usually null. Funds and indexes have none. */
export function informedEpisode(world: World, path: SymbolPath, index: number, listed: Listed): InformedEpisode | null {
  const foreseen = knownMove(world, path, index)
  if (!foreseen) return null
  const draws = new Draws(mix(informedStream(world, path, index), 1))
  const rows = informedContracts(world, path, index, listed, foreseen, draws)
  if (rows.length === 0) return null
  const { reason, horizonDate, move } = foreseen
  const trades = accumulation(world, path, index, listed, rows, draws)
  return { reason, direction: move > 0 ? 1 : -1, horizonDate, move, trades }
}

/** What someone knows in a session, mostly null; without a contract for it there is no episode all the same. */
export function knownMove(world: World, path: SymbolPath, index: number): Foreseen | null {
  if (path.profile.kind !== 'stock') return null
  const foreseen = foreseenMove(world, path, index)
  return foreseen && uniform(informedStream(world, path, index)) < foreseen.chance ? foreseen : null
}

function informedStream(world: World, path: SymbolPath, index: number): number {
  return mix(world.streamOf('informed', path.profile.symbol), index)
}

function foreseenMove(world: World, path: SymbolPath, index: number): Foreseen | null {
  const { symbol, earningsMove, volatility } = path.profile
  const { close } = path.bar(index)
  for (let ahead = 1; ahead <= EARNINGS_AHEAD; ahead++) {
    const horizonDate = world.sessions.dateAt(index + ahead)
    if (!world.earnings(symbol).isReaction(horizonDate)) continue
    const { open } = path.bar(index + ahead)
    const gap = Math.log(open / path.bar(index + ahead - 1).close)
    const move = Math.log(open / close)
    const telling = Math.abs(gap) >= 0.6 * earningsMove && move * gap > 0 && Math.abs(move) >= 0.5 * earningsMove
    return telling ? { reason: 'earnings', horizonDate, move, chance: EARNINGS_CHANCE } : null
  }
  for (let ahead = 1; ahead <= MOVE_AHEAD; ahead++) {
    const move = Math.log(path.bar(index + ahead).close / close)
    if (Math.abs(move) < MOVE_DEVIATIONS * volatility * Math.sqrt(ahead / SESSIONS_PER_YEAR)) continue
    return { reason: 'move', horizonDate: world.sessions.dateAt(index + ahead), move, chance: MOVE_CHANCE }
  }
  return null
}

/** One or two contracts of the first expiration that outlives the move, out of the money by about a deviation. */
function informedContracts(
  world: World,
  path: SymbolPath,
  index: number,
  { layout, starts }: Listed,
  { horizonDate, move }: Foreseen,
  draws: Draws,
): number[] {
  const { openMs } = world.sessions.at(index)
  const horizonMs = world.sessions.at(world.sessions.indexOf(horizonDate) ?? index).closeMs
  const expiration = layout.expirations.findIndex(({ settlesAtMs }) => settlesAtMs >= horizonMs)
  const settlesAtMs = layout.expirations[expiration]?.settlesAtMs ?? Number.NaN
  if (!(settlesAtMs - openMs <= LONGEST_DAYS * DAY_MS)) return []
  const deviation = path.profile.volatility * Math.sqrt((settlesAtMs - openMs) / MS_PER_YEAR)
  const target = path.bar(index).open * Math.exp(Math.sign(move) * (0.7 + 0.8 * draws.share()) * deviation)
  const { strike } = layout.contracts
  const start = starts[expiration] ?? 0
  const end = starts[expiration + 1] ?? start
  let row = start
  while (row + 2 < end && at(strike, row) < target) row += 2
  // Where strikes are far apart, the one beyond the target.
  if (move < 0 && at(strike, row) > target && row > start) row -= 2
  const next = row + 2 * Math.sign(move)
  const rows = draws.share() < 0.5 && next >= start && next < end ? [row, next] : [row]
  return move > 0 ? rows : rows.map((each) => each + 1)
}

function accumulation(
  world: World,
  path: SymbolPath,
  index: number,
  { activity, halts }: Listed,
  rows: readonly number[],
  draws: Draws,
): PlantedTrade[] {
  const { openMs, closeMs } = world.sessions.at(index)
  const { optionVolume } = path.profile
  const { floor } = tapeScale(path.profile)
  const usual = rows.reduce((sum, row) => sum + at(activity.dayVolume, row), 0)
  const total = clamp(Math.max(optionVolume * (0.004 + 0.008 * draws.share()), 0.5 * usual), 60, 15_000)
  const count = draws.whole(8, 21)
  const from = 0.08 + 0.37 * draws.share()
  const length = 0.08 + 0.32 * draws.share()
  const trades: PlantedTrade[] = []
  for (let trade = 0; trade < count; trade++) {
    const legs = draws.share() < 0.3 ? draws.whole(2, 4) : 1
    const size = Math.max(roundedSize((total / count) * Math.exp(0.5 * draws.normal()), draws.share()), floor, legs)
    // At a fixed offset within a second, so that all legs of a sweep meet one quote.
    const atMs = openMs + 1000 * Math.floor(((from + length * draws.share()) * (closeMs - openMs)) / 1000)
    const row = rows[draws.whole(0, rows.length - 1)] ?? 0
    if (!haltAt(halts, atMs))
      trades.push({ row, atMs: atMs + draws.whole(0, 500), size, side: 1, legs, isInformed: true })
  }
  return trades.sort((a, b) => a.atMs - b.atMs)
}
