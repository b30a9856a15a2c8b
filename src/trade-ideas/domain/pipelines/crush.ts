/**
 * Volatility crush: high implied volatility that is expected to fall. The thesis is a price that stays in a range.
 *
 * - before a report that the market will react to within 5 sessions, with iv_rank ≥ 50: the range starts one expected move
 *   of the report away, and the idea ends with the first session after the report;
 * - without one in 15 sessions: iv_rank ≥ 70, iv_minus_rv30 ≥ 0.04 and |trend score| < 40; the horizon is 5 sessions, and
 *   the range starts one standard deviation of them away;
 * - evidence: 0.4 rank (50 to 100), 0.3 iv_minus_rv30 (0 to 0.20), 0.15 backwardation, 0.15 weak trend (40 down to 0).
 */
import { between, evidenceOf } from './evidence.ts'
import { horizonMove } from './horizon-move.ts'
import type { IdeaAnalytics } from './idea-analytics.ts'
import type { IdeaDraft } from './idea-draft.ts'
import { levelsSentence, pricesOf, rangeLevels } from './idea-levels.ts'
import { sessionsToReport } from './sessions-to-report.ts'
import { strategyOf } from './strategy.ts'

const REPORT_SESSIONS = 5
const REPORT_FREE_SESSIONS = 15
const MIN_RANK_BEFORE_REPORT = 50
const MIN_RANK_WITHOUT_REPORT = 70
const MIN_SPREAD = 0.04
const TRENDING_SCORE = 40
const HORIZON_SESSIONS = 5

interface Setup {
  /** USD per share. */
  readonly move: number
  readonly sessions: number
  readonly reason: string
}

export function crushIdea(analytics: IdeaAnalytics): IdeaDraft | null {
  const { symbol, metrics, termStructure, trend } = analytics
  const rank = metrics?.iv_rank ?? null
  if (rank === null) return null
  const setup = beforeReport(analytics, rank) ?? withoutReport(analytics, rank)
  const levels = setup ? rangeLevels(analytics, setup.move) : null
  if (!setup || !levels) return null
  const spread = termStructure?.iv_minus_rv30 ?? null
  const score = trend?.score ?? null
  return {
    symbol,
    pipeline: 'crush',
    direction: 'neutral',
    strategy: strategyOf('neutral', rank),
    ...pricesOf(levels),
    evidence: evidenceOf([
      { weight: 0.4, value: between(rank, MIN_RANK_BEFORE_REPORT, 100) },
      { weight: 0.3, value: between(spread, 0, 0.2) },
      { weight: 0.15, value: termStructure?.state === 'backwardation' ? 1 : 0 },
      { weight: 0.15, value: score === null ? null : between(Math.abs(score), TRENDING_SCORE, 0) },
    ]),
    thesis: [
      `IV rank is ${rank.toFixed(0)} of 100${spread === null ? '' : `, IV30 is ${(100 * spread).toFixed(1)} points over realized volatility`}, ${setup.reason}.`,
      levelsSentence('neutral', levels),
    ].join(' '),
    horizonSessions: setup.sessions,
  }
}

function beforeReport(analytics: IdeaAnalytics, rank: number): Setup | null {
  const sessions = sessionsToReport(analytics)
  const movePct = analytics.nextEarnings?.expected_move_pct ?? null
  const price = analytics.quote?.price ?? null
  // After the report, its premium is no longer in the options.
  if (sessions === null || sessions < 1 || sessions > REPORT_SESSIONS) return null
  if (movePct === null || !(movePct > 0) || price === null || rank < MIN_RANK_BEFORE_REPORT) return null
  const reason = `and a report of ${analytics.nextEarnings?.report_date} is expected to move the price by ${movePct.toFixed(1)} %`
  return { move: (price * movePct) / 100, sessions, reason }
}

function withoutReport(analytics: IdeaAnalytics, rank: number): Setup | null {
  const sessions = sessionsToReport(analytics)
  if (sessions !== null && sessions <= REPORT_FREE_SESSIONS) return null
  const spread = analytics.termStructure?.iv_minus_rv30 ?? 0
  if (rank < MIN_RANK_WITHOUT_REPORT || spread < MIN_SPREAD) return null
  if (Math.abs(analytics.trend?.score ?? 0) >= TRENDING_SCORE) return null
  const move = horizonMove(analytics, HORIZON_SESSIONS)
  const reason = `no report is traded on within ${REPORT_FREE_SESSIONS} sessions`
  return move === null ? null : { move, sessions: HORIZON_SESSIONS, reason }
}
