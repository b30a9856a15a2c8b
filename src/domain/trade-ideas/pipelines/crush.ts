/**
 * Dear volatility that is about to become cheap: the thesis is a price that stays in a range.
 *
 * - before a report: traded on within 5 sessions, and iv_rank ≥ 50; the range begins one expected move of the report
 *   away, and the idea ends with the first session that trades on it;
 * - without one in 15 sessions: iv_rank ≥ 70, iv_minus_rv30 ≥ 0.04 and |trend score| < 40; the range begins one
 *   standard deviation of 5 sessions away, which is the horizon;
 * - evidence: 0.4 rank (50 to 100), 0.3 iv_minus_rv30 (0 to 0.20), 0.15 backwardation, 0.15 weak trend (40 down to 0).
 */
import { between, evidenceOf } from './evidence.ts'
import { horizonMove } from './horizon-move.ts'
import type { IdeaAnalytics } from './idea-analytics.ts'
import type { IdeaDraft } from './idea-draft.ts'
import { levelsSay, pricesOf, rangeLevels } from './idea-levels.ts'
import { sessionsToReport } from './report-ahead.ts'
import { strategyOf } from './strategy.ts'

const REPORT_SESSIONS = 5
const REPORT_FREE_SESSIONS = 15
const DEAR_BEFORE_REPORT = 50
const DEAR_WITHOUT_REPORT = 70
const LEAST_SPREAD = 0.04
const TRENDING_SCORE = 40
const HORIZON_SESSIONS = 5

interface Occasion {
  /** USD per share. */
  readonly move: number
  readonly sessions: number
  readonly says: string
}

export function crushIdea(analytics: IdeaAnalytics): IdeaDraft | null {
  const { symbol, metrics, termStructure, trend } = analytics
  const rank = metrics?.iv_rank ?? null
  if (rank === null) return null
  const occasion = beforeReport(analytics, rank) ?? withoutReport(analytics, rank)
  const levels = occasion ? rangeLevels(analytics, occasion.move) : null
  if (!occasion || !levels) return null
  const spread = termStructure?.iv_minus_rv30 ?? null
  const score = trend?.score ?? null
  return {
    symbol,
    pipeline: 'crush',
    direction: 'neutral',
    strategy: strategyOf('neutral', rank),
    ...pricesOf(levels),
    evidence: evidenceOf([
      { weight: 0.4, value: between(rank, DEAR_BEFORE_REPORT, 100) },
      { weight: 0.3, value: between(spread, 0, 0.2) },
      { weight: 0.15, value: termStructure?.state === 'backwardation' ? 1 : 0 },
      { weight: 0.15, value: score === null ? null : between(Math.abs(score), TRENDING_SCORE, 0) },
    ]),
    thesis: [
      `IV rank is ${rank.toFixed(0)} of 100${spread === null ? '' : `, IV30 is ${(100 * spread).toFixed(1)} points over realized volatility`}, ${occasion.says}.`,
      levelsSay('neutral', levels),
    ].join(' '),
    horizonSessions: occasion.sessions,
  }
}

function beforeReport(analytics: IdeaAnalytics, rank: number): Occasion | null {
  const sessions = sessionsToReport(analytics)
  const movePct = analytics.nextEarnings?.expected_move_pct ?? null
  const price = analytics.quote?.price ?? null
  // A report that is traded on already has taken its premium out of the options.
  if (sessions === null || sessions < 1 || sessions > REPORT_SESSIONS) return null
  if (movePct === null || !(movePct > 0) || price === null || rank < DEAR_BEFORE_REPORT) return null
  const says = `and a report of ${analytics.nextEarnings?.report_date} is expected to move the price by ${movePct.toFixed(1)} %`
  return { move: (price * movePct) / 100, sessions, says }
}

function withoutReport(analytics: IdeaAnalytics, rank: number): Occasion | null {
  const sessions = sessionsToReport(analytics)
  if (sessions !== null && sessions <= REPORT_FREE_SESSIONS) return null
  const spread = analytics.termStructure?.iv_minus_rv30 ?? 0
  if (rank < DEAR_WITHOUT_REPORT || spread < LEAST_SPREAD) return null
  if (Math.abs(analytics.trend?.score ?? 0) >= TRENDING_SCORE) return null
  const move = horizonMove(analytics, HORIZON_SESSIONS)
  const says = `no report is traded on within ${REPORT_FREE_SESSIONS} sessions`
  return move === null ? null : { move, sessions: HORIZON_SESSIONS, says }
}
