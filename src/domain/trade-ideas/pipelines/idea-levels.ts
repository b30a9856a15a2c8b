/**
 * Entry, target and stop from real levels. Distances are measured in moves: one standard deviation over the idea's
 * horizon. A level counts from a strength of 0.3; a wall counts as one of 0.5.
 */
import type { IdeaDirection } from '../trade-idea.ts'
import type { IdeaAnalytics } from './idea-analytics.ts'

export interface IdeaLevels {
  /** USD per share, whole cents. */
  readonly entryPrice: number
  readonly targetPrice: number
  readonly stopPrice: number
  /** What target and stop were taken from, in words with figures. */
  readonly targetSays: string
  readonly stopSays: string
}

const LEAST_STRENGTH = 0.3
const WALL_STRENGTH = 0.5
/** A target nearer than this is noise, one further away is out of reach. */
const TARGET_MOVES = [0.6, 1.6] as const
const USUAL_TARGET_MOVES = 1
const STOP_MOVES = [0.25, 0.7] as const
const USUAL_STOP_MOVES = 0.6
/** A stop stands this far behind its level, so that a touch alone does not refute the idea. */
const BEHIND_MOVES = 0.1
const LEAST_REWARD_TO_RISK = 1
/** The ends of a range lie between the expected move and this many of them. */
const RANGE_MOVES = [1, 1.6] as const
const USUAL_RANGE_MOVES = 1.25

interface Candidate {
  /** From the entry, in moves, positive. */
  readonly moves: number
  readonly price: number
  readonly says: string
}

/** Null when no price is known, or when the way to the target is shorter than that to the stop. */
export function directedLevels(
  analytics: IdeaAnalytics,
  direction: 'bullish' | 'bearish',
  move: number,
): IdeaLevels | null {
  const entry = analytics.quote?.price ?? null
  if (entry === null) return null
  const sign = direction === 'bullish' ? 1 : -1
  const ahead = within(candidates(analytics, entry, { sign, move }), TARGET_MOVES)
  const behind = within(candidates(analytics, entry, { sign: -sign, move }), STOP_MOVES)
  const levels = {
    entryPrice: cents(entry),
    targetPrice: cents(ahead?.price ?? entry + sign * USUAL_TARGET_MOVES * move),
    stopPrice: cents(behind ? behind.price - sign * BEHIND_MOVES * move : entry - sign * USUAL_STOP_MOVES * move),
    targetSays: ahead?.says ?? `the expected move of ${move.toFixed(2)}`,
    stopSays: behind ? `just beyond ${behind.says}` : `${USUAL_STOP_MOVES} of the expected move of ${move.toFixed(2)}`,
  }
  const reward = sign * (levels.targetPrice - levels.entryPrice)
  const risk = sign * (levels.entryPrice - levels.stopPrice)
  const isSound = levels.stopPrice > 0 && levels.targetPrice > 0 && risk > 0
  return isSound && reward >= LEAST_REWARD_TO_RISK * risk ? levels : null
}

/** A range around the price: target is its upper end and stop its lower one. */
export function rangeLevels(analytics: IdeaAnalytics, move: number): IdeaLevels | null {
  const entry = analytics.quote?.price ?? null
  if (entry === null) return null
  const above = within(candidates(analytics, entry, { sign: 1, move }), RANGE_MOVES)
  const below = within(candidates(analytics, entry, { sign: -1, move }), RANGE_MOVES)
  const usual = `${USUAL_RANGE_MOVES} expected moves`
  const levels = {
    entryPrice: cents(entry),
    targetPrice: cents(above?.price ?? entry + USUAL_RANGE_MOVES * move),
    stopPrice: cents(below?.price ?? entry - USUAL_RANGE_MOVES * move),
    targetSays: above?.says ?? usual,
    stopSays: below?.says ?? usual,
  }
  const isSound = levels.stopPrice > 0 && levels.stopPrice < levels.entryPrice && levels.entryPrice < levels.targetPrice
  return isSound ? levels : null
}

export function pricesOf({
  entryPrice,
  targetPrice,
  stopPrice,
}: IdeaLevels): Pick<IdeaLevels, 'entryPrice' | 'targetPrice' | 'stopPrice'> {
  return { entryPrice, targetPrice, stopPrice }
}

/** The sentence of a thesis that says where its prices come from. */
export function levelsSay(direction: IdeaDirection, { targetSays, stopSays }: IdeaLevels): string {
  return direction === 'neutral'
    ? `Range up to ${targetSays} and down to ${stopSays}.`
    : `Target at ${targetSays}, stop ${stopSays}.`
}

/** All levels and the wall on one side of the price. */
function candidates(
  { levels, metrics }: IdeaAnalytics,
  entry: number,
  { sign, move }: { readonly sign: number; readonly move: number },
): Candidate[] {
  const [name, own, wall] =
    sign > 0
      ? (['resistance', levels?.resistance, metrics?.call_wall] as const)
      : (['support', levels?.support, metrics?.put_wall] as const)
  const found = (own ?? [])
    .filter(({ strength }) => strength >= LEAST_STRENGTH)
    .map(({ price, strength, sources }) => ({
      price,
      says: `${name} ${price.toFixed(2)} (strength ${strength.toFixed(2)} from ${sources.map(worded).join(', ')})`,
    }))
  const wallSays = `${sign > 0 ? 'the call wall' : 'the put wall'} ${wall?.toFixed(2)} (strength ${WALL_STRENGTH})`
  const all = typeof wall === 'number' ? [...found, { price: wall, says: wallSays }] : found
  return all.map((level) => ({ ...level, moves: (sign * (level.price - entry)) / move }))
}

/** The nearest candidate in a window; of two at one distance the first, so that the answer does not depend on luck. */
function within(all: readonly Candidate[], [from, to]: readonly [number, number]): Candidate | undefined {
  let nearest: Candidate | undefined
  for (const candidate of all) {
    if (candidate.moves < from || candidate.moves > to) continue
    if (!nearest || candidate.moves < nearest.moves) nearest = candidate
  }
  return nearest
}

function worded(source: string): string {
  return source.replaceAll('_', ' ')
}

function cents(price: number): number {
  return Math.round(100 * price) / 100
}
