/**
 * Follows the money of the session: when the premium of classified prints leans far to one side, the idea leans with it.
 *
 * - needs 1,000,000 USD of bullish and bearish premium together, and |bias| ≥ 0.35, where bias is
 *   (bullish − bearish) / (bullish + bearish);
 * - none against a trend of 40 points or more;
 * - evidence: 0.5 lean (0.35 to 0.80), 0.3 trend (−40 to 60 points with the idea), 0.2 size (10⁶ to 10⁸ USD);
 * - horizon: 3 sessions.
 */
import { between, evidenceOf } from './evidence.ts'
import { horizonMove } from './horizon-move.ts'
import type { IdeaAnalytics } from './idea-analytics.ts'
import type { IdeaDraft } from './idea-draft.ts'
import { directedLevels, levelsSay, pricesOf } from './idea-levels.ts'
import { strategyOf } from './strategy.ts'

const LEAST_PREMIUM_USD = 1_000_000
const LEAST_BIAS = 0.35
const STRONG_BIAS = 0.8
const AGAINST_TREND = -40
const HORIZON_SESSIONS = 3

export function flowIdea(analytics: IdeaAnalytics): IdeaDraft | null {
  const { symbol, flow, trend, metrics } = analytics
  if (!flow) return null
  const total = flow.bullishPremium + flow.bearishPremium
  const bias = (flow.bullishPremium - flow.bearishPremium) / total
  // A bias of NaN, of no premium, passes no comparison.
  if (!(total >= LEAST_PREMIUM_USD && Math.abs(bias) >= LEAST_BIAS)) return null
  const direction = bias > 0 ? 'bullish' : 'bearish'
  const score = trend?.score ?? null
  const trendWith = score === null ? null : score * Math.sign(bias)
  if (trendWith !== null && trendWith <= AGAINST_TREND) return null
  const move = horizonMove(analytics, HORIZON_SESSIONS)
  const levels = move === null ? null : directedLevels(analytics, direction, move)
  if (!levels) return null
  return {
    symbol,
    pipeline: 'flow',
    direction,
    strategy: strategyOf(direction, metrics?.iv_rank ?? null),
    ...pricesOf(levels),
    evidence: evidenceOf([
      { weight: 0.5, value: between(Math.abs(bias), LEAST_BIAS, STRONG_BIAS) },
      { weight: 0.3, value: between(trendWith, AGAINST_TREND, 60) },
      { weight: 0.2, value: between(Math.log10(total), 6, 8) },
    ]),
    thesis: [
      `${percent(Math.abs(bias) / 2 + 0.5)} of ${millions(total)} of option premium in this session is ${direction}.`,
      score === null ? 'The trend is unknown.' : `The trend score is ${score} of ±100.`,
      levelsSay(direction, levels),
    ].join(' '),
    horizonSessions: HORIZON_SESSIONS,
  }
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}

function millions(usd: number): string {
  return `${(usd / 1e6).toFixed(1)}M USD`
}
