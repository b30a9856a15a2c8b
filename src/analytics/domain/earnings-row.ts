import { orNull } from '../../lib/math/numbers.ts'
import { isTradingDay, nextTradingDay, previousTradingDay } from '../../market/domain/calendar/trading-calendar.ts'
import { type EarningsReport, reportInstant } from '../../market/domain/earnings-report.ts'
import type { DailyBar } from '../../market/domain/stocks/bar.ts'
import type { EarningsRow, ReportMedians } from '../contract/earnings-row.ts'
import type { ChainAnalysis } from './chain-analysis.ts'
import { expectedMoveAfter } from './smile/constant-maturities.ts'
import { median } from './smile/robust-mean.ts'
import { crushPct, reportSplit, splitPoints } from './surface/report-split.ts'
import type { ValuedChain } from './valuation/chain-valuation.ts'

/** Market data around a report. */
export interface AroundReport {
  /** The last chain before the report; for a future report, the present one. Null without one. */
  readonly analysis: ChainAnalysis | null
  /** Finished sessions, adjusted for splits. */
  readonly bars: readonly DailyBar[]
  /** Where the variance of the report is split off. */
  readonly volatility?: ReportVolatility | undefined
}

/** The valued chains around a report: `after` is that of the session after it, null until then. */
export interface ReportVolatility {
  readonly before: ValuedChain | null
  readonly after: ValuedChain | null
}

export function earningsRow(report: EarningsReport, { analysis, bars, volatility }: AroundReport): EarningsRow {
  const { epsEstimate, epsActual } = report
  const actual = actualMovePct(report, bars)
  return {
    symbol: report.symbol,
    report_date: report.reportDate,
    timing: report.timing,
    fiscal_period: report.fiscalPeriod,
    eps_estimate: orNull(epsEstimate),
    eps_actual: orNull(epsActual),
    surprise_pct: orNull((100 * (epsActual - epsEstimate)) / Math.abs(epsEstimate)),
    expected_move_pct: analysis ? orNull(expectedMovePct(analysis, report)) : null,
    actual_move_pct: orNull(actual),
    ...(volatility && splitFigures(report, volatility, actual)),
    status: report.status,
  }
}

function splitFigures(report: EarningsReport, { before, after }: ReportVolatility, actual: number) {
  const split = reportSplit(before ? splitPoints(before, reportInstant(report)) : [])
  const near = before?.expirations.find(({ expirationDate }) => expirationDate > sessionAfter(report))
  const later = after?.expirations.find(
    ({ expirationDate, settlement }) => expirationDate === near?.expirationDate && settlement === near.settlement,
  )
  const [nearBefore, nearAfter] = [near?.atmIv ?? Number.NaN, later?.atmIv ?? Number.NaN]
  return {
    base_iv: orNull(split.baseIv),
    report_move_pct: orNull(split.movePct),
    report_move_absolute_pct: orNull(split.absoluteMovePct),
    near_iv_before: orNull(nearBefore),
    near_iv_after: orNull(nearAfter),
    implied_crush_pct: Number.isNaN(split.movePct) ? null : orNull(crushPct(nearBefore, split.baseIv)),
    crush_pct: orNull(crushPct(nearBefore, nearAfter)),
    implied_over_actual: orNull(split.absoluteMovePct / Math.abs(actual)),
  }
}

const MEDIAN_REPORTS = 12

/** Medians over the last reports that are out; `rows` by date. */
export function reportMedians(rows: readonly EarningsRow[]): ReportMedians {
  const last = rows.filter(({ actual_move_pct: move }) => move !== null).slice(-MEDIAN_REPORTS)
  const medianOf = (figure: (row: EarningsRow) => number | null | undefined) =>
    orNull(median(last.map(figure).filter((value) => typeof value === 'number')))
  return {
    reports: last.length,
    report_move_absolute_pct: medianOf((row) => row.report_move_absolute_pct),
    actual_move_absolute_pct: medianOf(({ actual_move_pct: move }) => move && Math.abs(move)),
    implied_over_actual: medianOf((row) => row.implied_over_actual),
    crush_pct: medianOf((row) => row.crush_pct),
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

/** The first session that closes after the report. */
export function sessionAfter({ reportDate, timing }: EarningsReport): string {
  return timing !== 'after_close' && isTradingDay(reportDate) ? reportDate : nextTradingDay(reportDate)
}
