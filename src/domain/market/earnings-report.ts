import { addDays } from '../../lib/civil-date.ts'
import { newYorkInstant } from './new-york-time.ts'
import { sessionOn } from './trading-calendar.ts'

/** `before_open` and `after_close` decide which closing price is the last one before the report. */
export const EARNINGS_TIMINGS = ['before_open', 'during_session', 'after_close', 'unknown'] as const
export type EarningsTiming = (typeof EARNINGS_TIMINGS)[number]

export const EARNINGS_STATUSES = ['estimated', 'confirmed', 'reported'] as const
export type EarningsStatus = (typeof EARNINGS_STATUSES)[number]

/**
 * What was known of one fiscal period of a company from `knownAt` on. Later knowledge is a further record, so that a
 * past view still finds what was known then. NaN means unknown; USD per share.
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
