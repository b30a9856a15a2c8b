/**
 * Who accumulates options of a stock in a session: someone who knows a future move of the path (about four sessions per
 * stock and year, most of them before earnings), or, about as often and in the same circumstances, someone who knows
 * nothing: a hedger or a fund with reasons of its own.
 */

import { mix, uniform } from '../../../../lib/math/seeded-random.ts'
import { Draws } from '../draws.ts'
import { SESSIONS_PER_YEAR } from '../stock/factor-path.ts'
import type { SymbolPath } from '../stock/symbol-path.ts'
import type { World } from '../world.ts'

export interface Accumulator {
  /** What is known to come; `unknown` for who knows nothing. */
  readonly reason: 'earnings' | 'move' | 'unknown'
  /** 1 for calls, −1 for puts. */
  readonly direction: 1 | -1
  /** The session by whose open (earnings) or close the move is complete. What is bought is held until then. */
  readonly horizonDate: string
  /** The log return from now to then, as far as it is known; else NaN. */
  readonly move: number
}

type Foreseen = Pick<Accumulator, 'reason' | 'horizonDate' | 'move'> & { readonly chance: number }

/** Longest horizon, in sessions. */
export const LONGEST_AHEAD = 4
const EARNINGS_AHEAD = LONGEST_AHEAD
const EARNINGS_CHANCE = 0.4
const MOVE_AHEAD = 3
const MOVE_CHANCE = 0.15
const MOVE_DEVIATIONS = 2
/** Chances that someone who knows nothing accumulates: about as many as know something, before earnings and else. */
const UNINFORMED = { beforeEarnings: 0.25, otherwise: 0.02 } as const

/** At most one in a session of a stock. Funds and indexes have none. */
export function accumulatorOf(world: World, path: SymbolPath, index: number): Accumulator | null {
  if (path.profile.kind !== 'stock') return null
  return informedOne(world, path, index) ?? uninformedOne(world, path, index)
}

function informedOne(world: World, path: SymbolPath, index: number): Accumulator | null {
  const foreseen = foreseenMove(world, path, index)
  if (!foreseen || uniform(mix(world.streamOf('informed', path.profile.symbol), index)) >= foreseen.chance) return null
  const { reason, horizonDate, move } = foreseen
  return { reason, direction: move > 0 ? 1 : -1, horizonDate, move }
}

function uninformedOne(world: World, path: SymbolPath, index: number): Accumulator | null {
  const draws = new Draws(mix(world.streamOf('uninformed', path.profile.symbol), index))
  const earnings = sessionsToEarnings(world, path, index)
  if (draws.share() >= (earnings === null ? UNINFORMED.otherwise : UNINFORMED.beforeEarnings)) return null
  const direction = draws.share() < 0.5 ? 1 : -1
  const ahead = earnings ?? draws.whole(1, MOVE_AHEAD)
  return { reason: 'unknown', direction, horizonDate: world.sessions.dateAt(index + ahead), move: Number.NaN }
}

/** Sessions until the stock answers a report, up to `EARNINGS_AHEAD`; null if there are more. */
function sessionsToEarnings(world: World, path: SymbolPath, index: number): number | null {
  const earnings = world.earnings(path.profile.symbol)
  for (let ahead = 1; ahead <= EARNINGS_AHEAD; ahead++) {
    if (earnings.isReaction(world.sessions.dateAt(index + ahead))) return ahead
  }
  return null
}

function foreseenMove(world: World, path: SymbolPath, index: number): Foreseen | null {
  const { earningsMove, volatility } = path.profile
  const { close } = path.bar(index)
  const earnings = sessionsToEarnings(world, path, index)
  if (earnings !== null) {
    const { open } = path.bar(index + earnings)
    const gap = Math.log(open / path.bar(index + earnings - 1).close)
    const move = Math.log(open / close)
    const telling = Math.abs(gap) >= 0.6 * earningsMove && move * gap > 0 && Math.abs(move) >= 0.5 * earningsMove
    const horizonDate = world.sessions.dateAt(index + earnings)
    return telling ? { reason: 'earnings', horizonDate, move, chance: EARNINGS_CHANCE } : null
  }
  for (let ahead = 1; ahead <= MOVE_AHEAD; ahead++) {
    const move = Math.log(path.bar(index + ahead).close / close)
    if (Math.abs(move) < MOVE_DEVIATIONS * volatility * Math.sqrt(ahead / SESSIONS_PER_YEAR)) continue
    return { reason: 'move', horizonDate: world.sessions.dateAt(index + ahead), move, chance: MOVE_CHANCE }
  }
  return null
}
