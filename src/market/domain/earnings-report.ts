import { addDays } from '../../lib/time/civil-date.ts'
import { newYorkInstant } from './calendar/new-york-time.ts'
import { sessionOn } from './calendar/trading-calendar.ts'

/** `before_open` and `after_close` decide which closing price is the last one before the report. */
export const EARNINGS_TIMINGS = ['before_open', 'during_session', 'after_close', 'unknown'] as const
export type EarningsTiming = (typeof EARNINGS_TIMINGS)[number]

export const EARNINGS_STATUSES = ['estimated', 'confirmed', 'reported'] as const
export type EarningsStatus = (typeof EARNINGS_STATUSES)[number]

/**
 * One fiscal period of a company as known from `knownAt` on. An update is another record, so that past views find the
 * earlier state. NaN means unknown; USD per share.
 */
export interface EarningsReport {
  readonly symbol: string
  /** New York date. */
  readonly reportDate: string
  readonly timing: EarningsTiming
  /** For example 2026-Q3. */
  readonly fiscalPeriod: string
  readonly epsEstimate: number
  readonly epsActual: number
  readonly status: EarningsStatus
  readonly knownAt: string
}

/** The instant by which the report is out, epoch milliseconds: the open, else the close of its date. */
export function reportInstant({ reportDate, timing }: EarningsReport): number {
  const session = sessionOn(reportDate)
  if (!session) return newYorkInstant(addDays(reportDate, 1), 0)
  return timing === 'before_open' || timing === 'during_session' ? session.openMs : session.closeMs
}
