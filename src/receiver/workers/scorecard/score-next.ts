import { DAY_MS, MINUTE_MS } from '../../../lib/time/duration.ts'
import {
  lastFinishedSession,
  nextTradingDay,
  sessionOn,
  tradingDayBefore,
} from '../../../market/domain/calendar/trading-calendar.ts'
import { SCORE_HORIZONS, type ScoreHorizon } from '../../domain/scorecard/measured-idea.ts'
import type { ScoredAction } from '../../domain/scorecard/trade-result.ts'
import type { ScorePrices } from '../../ports/score-prices.ts'
import type { DecidedIdea } from '../../store/decision-scores.ts'
import type { ReceiverStore } from '../../store/index.ts'
import { measureIdea } from './measure-idea.ts'

/** A vendor's bar of a session is complete some time after its close. */
const SETTLING_MS = 30 * MINUTE_MS
const RETRY_MS = DAY_MS
/** No decision takes longer, so this long after it was asked for its session is certain. */
const MAX_DECISION_MS = 15 * MINUTE_MS

export interface ScoreParts {
  readonly store: Pick<ReceiverStore, 'decisionScores'>
  readonly prices: ScorePrices
  /** What fixed rules decide on an idea with what was known at an instant. */
  readonly rulesAt: (
    decided: DecidedIdea,
    atMs: number,
    signal: AbortSignal,
  ) => Promise<{ readonly action: ScoredAction | null; readonly error: string | null }>
  readonly now: () => Date
}

/** Measures one decision at one horizon that is over, or lets the rules decide one idea; false when nothing is left. */
export async function scoreNext(parts: ScoreParts, signal: AbortSignal): Promise<boolean> {
  const { store, prices, now } = parts
  const nowMs = now().getTime()
  const triedBefore = new Date(nowMs - RETRY_MS)
  for (const horizon of SCORE_HORIZONS) {
    const due = await store.decisionScores.unmeasured(horizon, { askedBefore: overBefore(nowMs, horizon), triedBefore })
    if (!due) continue
    const measure = await measureIdea(prices, { idea: due.idea, decidedMs: decidedMsOf(due) }, horizon)
    await store.decisionScores.putMeasure(due.fingerprint, horizon, measure, now())
    return true
  }
  if (signal.aborted) return false
  const askedBefore = new Date(nowMs - MAX_DECISION_MS)
  const due = await store.decisionScores.withoutBaseline({ askedBefore, triedBefore })
  if (!due) return false
  const baseline = await parts.rulesAt(due, due.askedAt.getTime(), signal)
  // Stopped in the middle: the next process asks again.
  if (signal.aborted) return false
  await store.decisionScores.putBaseline(due.fingerprint, baseline, now())
  return true
}

/** Decisions that were asked for earlier have their horizon behind them. */
export function overBefore(nowMs: number, horizon: ScoreHorizon): Date {
  const last = tradingDayBefore(lastFinishedSession(nowMs - SETTLING_MS), horizon)
  const next = sessionOn(nextTradingDay(last))
  return new Date((next?.openMs ?? 0) - MAX_DECISION_MS)
}

/** When the decision was there: nobody could have traded earlier. */
export function decidedMsOf({ askedAt, usage }: Pick<DecidedIdea, 'askedAt' | 'usage'>): number {
  const isKnown = typeof usage === 'object' && usage !== null && 'latencyMs' in usage
  const latencyMs = isKnown && typeof usage.latencyMs === 'number' ? usage.latencyMs : 0
  return askedAt.getTime() + Math.min(Math.max(latencyMs, 0), MAX_DECISION_MS)
}
