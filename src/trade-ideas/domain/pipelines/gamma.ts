/**
 * Dealer hedging. With positive gamma it dampens moves, so walls repel the price; with negative gamma it amplifies moves,
 * so a price below the gamma flip tends to keep falling.
 *
 * - positive regime, the put wall at most 0.4 moves below: bullish; the call wall at most 0.4 moves above: bearish;
 *   both walls a move or more away: neutral between them;
 * - negative regime, the price 0.1 moves or more below the flip and the trend score at −10 or lower: bearish;
 * - evidence: 0.5 position (distance to the wall, distance inside the walls, distance below the flip), 0.5 trend (weak for
 *   a reversal, from 60 down to 0 points; strong for a continuation, 10 to 60);
 * - horizon: 2 sessions. A move is one standard deviation over it. No idea with a report within it.
 */
import { between, evidenceOf } from './evidence.ts'
import { horizonMove } from './horizon-move.ts'
import type { IdeaAnalytics } from './idea-analytics.ts'
import type { IdeaDraft } from './idea-draft.ts'
import { directedLevels, levelsSentence, pricesOf, rangeLevels } from './idea-levels.ts'
import { reportsWithin } from './sessions-to-report.ts'
import { strategyOf } from './strategy.ts'

const AT_WALL_MOVES = 0.4
const BETWEEN_WALLS_MOVES = 1
const BELOW_FLIP_MOVES = 0.1
const FALLING_SCORE = -10
const STRONG_SCORE = 60
const HORIZON_SESSIONS = 2

type Metrics = NonNullable<IdeaAnalytics['metrics']>

interface GammaSignal {
  readonly direction: 'bullish' | 'bearish' | 'neutral'
  /** 0 to 1. */
  readonly place: number
  readonly reason: string
}

export function gammaIdea(analytics: IdeaAnalytics): IdeaDraft | null {
  const { symbol, quote, metrics, trend } = analytics
  const move = horizonMove(analytics, HORIZON_SESSIONS)
  const price = quote?.price ?? null
  if (!metrics || move === null || price === null) return null
  if (reportsWithin(analytics, HORIZON_SESSIONS)) return null
  const score = trend?.score ?? null
  const signal =
    metrics.gamma_regime === 'positive'
      ? dampenedSignal(metrics, price, move)
      : amplifiedSignal(metrics, { price, move, score })
  if (!signal) return null
  const { direction, place, reason } = signal
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
      `Gamma exposure is ${metrics.gamma_regime}${netGexText(metrics)}: ${reason}.`,
      levelsSentence(direction, levels),
    ].join(' '),
    horizonSessions: HORIZON_SESSIONS,
  }
}

/** At a wall, or far enough inside both; null for a price outside the walls. */
function dampenedSignal(
  { call_wall: callWall, put_wall: putWall }: Metrics,
  price: number,
  move: number,
): GammaSignal | null {
  if (callWall === null || putWall === null || !(putWall < price && price < callWall)) return null
  const below = (price - putWall) / move
  const above = (callWall - price) / move
  if (below <= AT_WALL_MOVES && below < above) {
    const reason = `the price of ${price.toFixed(2)} is ${below.toFixed(2)} expected moves above the put wall ${putWall.toFixed(2)}`
    return { direction: 'bullish', place: 1 - below / AT_WALL_MOVES, reason }
  }
  if (above <= AT_WALL_MOVES && above < below) {
    const reason = `the price of ${price.toFixed(2)} is ${above.toFixed(2)} expected moves below the call wall ${callWall.toFixed(2)}`
    return { direction: 'bearish', place: 1 - above / AT_WALL_MOVES, reason }
  }
  const room = Math.min(below, above)
  if (room < BETWEEN_WALLS_MOVES) return null
  const reason = `the price of ${price.toFixed(2)} lies between the put wall ${putWall.toFixed(2)} and the call wall ${callWall.toFixed(2)}`
  // Walls three moves away have no effect.
  return { direction: 'neutral', place: between(room, 3, BETWEEN_WALLS_MOVES) ?? 0, reason }
}

function amplifiedSignal(
  { gamma_regime: regime, gamma_flip: flip }: Metrics,
  { price, move, score }: { readonly price: number; readonly move: number; readonly score: number | null },
): GammaSignal | null {
  if (regime !== 'negative' || flip === null || score === null || score > FALLING_SCORE) return null
  const below = (flip - price) / move
  if (below < BELOW_FLIP_MOVES) return null
  const reason = `the price of ${price.toFixed(2)} is below the gamma flip ${flip.toFixed(2)} with a trend score of ${score} of ±100`
  return { direction: 'bearish', place: Math.min(below, 1), reason }
}

function netGexText({ net_gex: netGex }: Metrics): string {
  return netGex === null ? '' : ` (${(netGex / 1e6).toFixed(1)}M USD per 1 % move)`
}
