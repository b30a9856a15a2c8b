/**
 * Follows an established trend that option flow does not contradict.
 *
 * - needs |score| ≥ 45 and adx_14 ≥ 20;
 * - no idea with a report within the horizon, or against option flow of |bias| ≥ 0.35;
 * - evidence: 0.5 score (45 to 90), 0.25 ADX (20 to 40), 0.25 flow bias with the idea (−0.35 to 0.35);
 * - horizon: 10 sessions.
 */
import { premiumBias } from '../../../flow/domain/sums/flow-sums.ts'
import { orNull } from '../../../lib/math/numbers.ts'
import { between, evidenceOf } from './evidence.ts'
import { horizonMove } from './horizon-move.ts'
import type { IdeaAnalytics } from './idea-analytics.ts'
import type { IdeaDraft } from './idea-draft.ts'
import { directedLevels, levelsSentence, pricesOf } from './idea-levels.ts'
import { reportsWithin } from './sessions-to-report.ts'
import { strategyOf } from './strategy.ts'

const MIN_SCORE = 45
const MIN_ADX = 20
const FLOW_AGAINST = -0.35
const HORIZON_SESSIONS = 10

export function trendIdea(analytics: IdeaAnalytics): IdeaDraft | null {
  const { symbol, trend, metrics } = analytics
  const score = trend?.score ?? 0
  const adx = trend?.indicators.adx_14 ?? 0
  if (Math.abs(score) < MIN_SCORE || adx < MIN_ADX) return null
  if (reportsWithin(analytics, HORIZON_SESSIONS)) return null
  const direction = score > 0 ? 'bullish' : 'bearish'
  const bias = biasWith(analytics, Math.sign(score))
  if (bias !== null && bias <= FLOW_AGAINST) return null
  const move = horizonMove(analytics, HORIZON_SESSIONS)
  const levels = move === null ? null : directedLevels(analytics, direction, move)
  if (!levels) return null
  return {
    symbol,
    pipeline: 'trend',
    direction,
    strategy: strategyOf(direction, metrics?.iv_rank ?? null),
    ...pricesOf(levels),
    evidence: evidenceOf([
      { weight: 0.5, value: between(Math.abs(score), MIN_SCORE, 90) },
      { weight: 0.25, value: between(adx, MIN_ADX, 40) },
      { weight: 0.25, value: between(bias, FLOW_AGAINST, -FLOW_AGAINST) },
    ]),
    thesis: [
      `The trend score is ${score} of ±100 with an ADX of ${adx.toFixed(1)}.`,
      bias === null ? 'Option flow is unknown.' : `Option flow leans ${bias.toFixed(2)} of ±1 with it.`,
      levelsSentence(direction, levels),
    ].join(' '),
    horizonSessions: HORIZON_SESSIONS,
  }
}

/** (bullish − bearish) / (bullish + bearish) in the direction of the idea; null without premium. */
function biasWith({ flow }: IdeaAnalytics, sign: number): number | null {
  if (!flow) return null
  return orNull(sign * premiumBias(flow))
}
