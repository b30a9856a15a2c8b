import { orNull } from '../../lib/math/numbers.ts'
import { isTradingDay, nextTradingDay, previousTradingDay } from '../../market/domain/calendar/trading-calendar.ts'
import { type EarningsReport, reportInstant } from '../../market/domain/earnings-report.ts'
import type { DailyBar } from '../../market/domain/stocks/bar.ts'
import type { EarningsRow } from '../contract/earnings-row.ts'
import type { ChainAnalysis } from './chain-analysis.ts'
import { expectedMoveAfter } from './smile/constant-maturities.ts'

/** Market data around a report. */
export interface AroundReport {
  /** The last chain before the report; for a future report, the present one. Null without one. */
  readonly analysis: ChainAnalysis | null
  /** Finished sessions, adjusted for splits. */
  readonly bars: readonly DailyBar[]
}

export function earningsRow(report: EarningsReport, { analysis, bars }: AroundReport): EarningsRow {
  const { epsEstimate, epsActual } = report
  return {
    symbol: report.symbol,
    report_date: report.reportDate,
    timing: report.timing,
    fiscal_period: report.fiscalPeriod,
    eps_estimate: orNull(epsEstimate),
    eps_actual: orNull(epsActual),
    surprise_pct: orNull((100 * (epsActual - epsEstimate)) / Math.abs(epsEstimate)),
    expected_move_pct: analysis ? orNull(expectedMovePct(analysis, report)) : null,
    actual_move_pct: orNull(actualMovePct(report, bars)),
    status: report.status,
  }
}

/** The session with the last close before the report; for unknown timing, the previous trading day. */
export function sessionBefore({ reportDate, timing }: EarningsReport): string {
  const sameDay = timing === 'after_close' && isTradingDay(reportDate)
  return sameDay ? reportDate : previousTradingDay(reportDate)
}

/** One standard deviation, percent of the price; NaN when nothing expires after the report or its volatility is unknown. */
export function expectedMovePct(analysis: ChainAnalysis, report: EarningsReport): number {
  const instantMs = reportInstant(report)
  const { chain } = analysis
  const first = chain.expirations.find(({ settlesAtMs }) => settlesAtMs > Math.max(instantMs, chain.asOfMs))
  if (!first) return Number.NaN
  const valued = analysis.valuedExpiration(first)
  return (100 * expectedMoveAfter(valued, instantMs)) / valued.spot
}

/** Signed percent; NaN while either close is unknown, for unknown timing, and for an unconfirmed date. */
export function actualMovePct(report: EarningsReport, bars: readonly DailyBar[]): number {
  if (report.timing === 'unknown' || report.status === 'estimated') return Number.NaN
  const closeOn = (date: string) => bars.find((bar) => bar.date === date)?.close ?? Number.NaN
  return 100 * (closeOn(sessionAfter(report)) / closeOn(sessionBefore(report)) - 1)
}

function sessionAfter({ reportDate, timing }: EarningsReport): string {
  return timing !== 'after_close' && isTradingDay(reportDate) ? reportDate : nextTradingDay(reportDate)
}
