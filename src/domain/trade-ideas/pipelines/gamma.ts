/**
 * Reads where dealers hedge. With positive gamma their hedging dampens moves, so walls turn the price back; with
 * negative gamma it feeds moves, so a price below the gamma flip tends to go on falling.
 *
 * - positive regime, the put wall at most 0.4 moves below: bullish; the call wall at most 0.4 moves above: bearish;
 *   both walls a move or more away: neutral between them;
 * - negative regime, the price 0.1 moves or more below the flip and the trend score at −10 or lower: bearish;
 * - evidence: 0.5 place (nearness of the wall, room inside the walls, distance below the flip), 0.5 trend (a weak one
 *   for what turns back, from 60 down to 0 points; a strong one for what goes on, 10 to 60);
 * - horizon: 2 sessions. A move is one standard deviation over it. No idea when a report is traded on within it.
 */
import { between, evidenceOf } from './evidence.ts'
import { horizonMove } from './horizon-move.ts'
import type { IdeaAnalytics } from './idea-analytics.ts'
import type { IdeaDraft } from './idea-draft.ts'
import { directedLevels, levelsSay, pricesOf, rangeLevels } from './idea-levels.ts'
import { reportsWithin } from './report-ahead.ts'
import { strategyOf } from './strategy.ts'

const AT_WALL_MOVES = 0.4
const BETWEEN_WALLS_MOVES = 1
const BELOW_FLIP_MOVES = 0.1
const FALLING_SCORE = -10
const STRONG_SCORE = 60
const HORIZON_SESSIONS = 2

type Metrics = NonNullable<IdeaAnalytics['metrics']>

interface Reading {
  readonly direction: 'bullish' | 'bearish' | 'neutral'
  /** 0 to 1. */
  readonly place: number
  readonly says: string
}

export function gammaIdea(analytics: IdeaAnalytics): IdeaDraft | null {
  const { symbol, quote, metrics, trend } = analytics
  const move = horizonMove(analytics, HORIZON_SESSIONS)
  const price = quote?.price ?? null
  if (!metrics || move === null || price === null) return null
  if (reportsWithin(analytics, HORIZON_SESSIONS)) return null
  const score = trend?.score ?? null
  const reading =
    metrics.gamma_regime === 'positive' ? dampened(metrics, price, move) : fed(metrics, { price, move, score })
  if (!reading) return null
  const { direction, place, says } = reading
  const levels = direction === 'neutral' ? rangeLevels(analytics, move) : directedLevels(analytics, direction, move)
  if (!levels) return null
  const isTurning = metrics.gamma_regime === 'positive'
  const size = score === null ? null : Math.abs(score)
  return {
    symbol,
    pipeline: 'gamma',
    direction,
    strategy: strategyOf(direction, metrics.iv_rank),
    ...pricesOf(levels),
    evidence: evidenceOf([
      { weight: 0.5, value: place },
      { weight: 0.5, value: isTurning ? between(size, STRONG_SCORE, 0) : between(size, -FALLING_SCORE, STRONG_SCORE) },
    ]),
    thesis: [
      `Gamma exposure is ${metrics.gamma_regime}${netGexSays(metrics)}: ${says}.`,
      levelsSay(direction, levels),
    ].join(' '),
    horizonSessions: HORIZON_SESSIONS,
  }
}

/** At a wall, or between both with room; a price that has left the walls says nothing. */
function dampened({ call_wall: callWall, put_wall: putWall }: Metrics, price: number, move: number): Reading | null {
  if (callWall === null || putWall === null || !(putWall < price && price < callWall)) return null
  const below = (price - putWall) / move
  const above = (callWall - price) / move
  if (below <= AT_WALL_MOVES && below < above) {
    const says = `the price of ${price.toFixed(2)} stands ${below.toFixed(2)} moves above the put wall ${putWall.toFixed(2)}`
    return { direction: 'bullish', place: 1 - below / AT_WALL_MOVES, says }
  }
  if (above <= AT_WALL_MOVES && above < below) {
    const says = `the price of ${price.toFixed(2)} stands ${above.toFixed(2)} moves below the call wall ${callWall.toFixed(2)}`
    return { direction: 'bearish', place: 1 - above / AT_WALL_MOVES, says }
  }
  const room = Math.min(below, above)
  if (room < BETWEEN_WALLS_MOVES) return null
  const says = `the price of ${price.toFixed(2)} lies between the put wall ${putWall.toFixed(2)} and the call wall ${callWall.toFixed(2)}`
  // Walls that are three moves away hold nobody back.
  return { direction: 'neutral', place: between(room, 3, BETWEEN_WALLS_MOVES) ?? 0, says }
}

function fed(
  { gamma_regime: regime, gamma_flip: flip }: Metrics,
  { price, move, score }: { readonly price: number; readonly move: number; readonly score: number | null },
): Reading | null {
  if (regime !== 'negative' || flip === null || score === null || score > FALLING_SCORE) return null
  const below = (flip - price) / move
  if (below < BELOW_FLIP_MOVES) return null
  const says = `the price of ${price.toFixed(2)} is below the gamma flip ${flip.toFixed(2)} with a trend score of ${score} of ±100`
  return { direction: 'bearish', place: Math.min(below, 1), says }
}

function netGexSays({ net_gex: netGex }: Metrics): string {
  return netGex === null ? '' : ` (${(netGex / 1e6).toFixed(1)}M USD per 1 % move)`
}
