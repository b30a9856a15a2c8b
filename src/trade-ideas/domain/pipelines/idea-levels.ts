/**
 * Entry, target and stop from support, resistance and gamma walls. The unit of distance is a move: one standard deviation
 * over the idea's horizon. Levels need a strength of 0.3; a wall has 0.5.
 */
import type { IdeaDirection } from '../idea-direction.ts'
import type { IdeaAnalytics } from './idea-analytics.ts'

export interface IdeaLevels {
  /** USD per share, whole cents. */
  readonly entryPrice: number
  readonly targetPrice: number
  readonly stopPrice: number
  /** Where target and stop come from, in words with figures. */
  readonly targetReason: string
  readonly stopReason: string
}

const MIN_STRENGTH = 0.3
const WALL_STRENGTH = 0.5
/** A nearer target is noise; a further one is out of reach. */
const TARGET_MOVES = [0.6, 1.6] as const
const DEFAULT_TARGET_MOVES = 1
const STOP_MOVES = [0.25, 0.7] as const
const DEFAULT_STOP_MOVES = 0.6
/** A stop is this far behind its level, so that a touch does not refute the idea. */
const BEHIND_MOVES = 0.1
const MIN_REWARD_TO_RISK = 1
/** Distances of the ends of a range. */
const RANGE_MOVES = [1, 1.6] as const
const DEFAULT_RANGE_MOVES = 1.25

interface Candidate {
  /** From the entry, in moves, positive. */
  readonly moves: number
  readonly price: number
  readonly reason: string
}

/** Null without a price, or when the target is nearer than the stop. */
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
    targetPrice: cents(ahead?.price ?? entry + sign * DEFAULT_TARGET_MOVES * move),
    stopPrice: cents(behind ? behind.price - sign * BEHIND_MOVES * move : entry - sign * DEFAULT_STOP_MOVES * move),
    targetReason: ahead?.reason ?? `the expected move of ${move.toFixed(2)}`,
    stopReason: behind
      ? `just beyond ${behind.reason}`
      : `${DEFAULT_STOP_MOVES} of the expected move of ${move.toFixed(2)}`,
  }
  const reward = sign * (levels.targetPrice - levels.entryPrice)
  const risk = sign * (levels.entryPrice - levels.stopPrice)
  const isSound = levels.stopPrice > 0 && levels.targetPrice > 0 && risk > 0
  return isSound && reward >= MIN_REWARD_TO_RISK * risk ? levels : null
}

/** A range around the price: the target is its upper end and the stop its lower end. Null without a price. */
export function rangeLevels(analytics: IdeaAnalytics, move: number): IdeaLevels | null {
  const entry = analytics.quote?.price ?? null
  if (entry === null) return null
  const above = within(candidates(analytics, entry, { sign: 1, move }), RANGE_MOVES)
  const below = within(candidates(analytics, entry, { sign: -1, move }), RANGE_MOVES)
  const usual = `${DEFAULT_RANGE_MOVES} expected moves`
  const levels = {
    entryPrice: cents(entry),
    targetPrice: cents(above?.price ?? entry + DEFAULT_RANGE_MOVES * move),
    stopPrice: cents(below?.price ?? entry - DEFAULT_RANGE_MOVES * move),
    targetReason: above?.reason ?? usual,
    stopReason: below?.reason ?? usual,
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

/** The sentence of a thesis about the origin of its prices. */
export function levelsSentence(direction: IdeaDirection, { targetReason, stopReason }: IdeaLevels): string {
  return direction === 'neutral'
    ? `Range up to ${targetReason} and down to ${stopReason}.`
    : `Target at ${targetReason}, stop ${stopReason}.`
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
    .filter(({ strength }) => strength >= MIN_STRENGTH)
    .map(({ price, strength, sources }) => ({
      price,
      reason: `${name} ${price.toFixed(2)} (strength ${strength.toFixed(2)} from ${sources.map(worded).join(', ')})`,
    }))
  const wallReason = `${sign > 0 ? 'the call wall' : 'the put wall'} ${wall?.toFixed(2)} (strength ${WALL_STRENGTH})`
  const all = typeof wall === 'number' ? [...found, { price: wall, reason: wallReason }] : found
  return all.map((level) => ({ ...level, moves: (sign * (level.price - entry)) / move }))
}

/** The nearest candidate in a window; the first on ties. */
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
