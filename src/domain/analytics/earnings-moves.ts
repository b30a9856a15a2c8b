/**
 * What options expected of an earnings report, and what the price did. Timing decides which close is the last one before
 * the report: that of the day itself for a report after the close, else that of the trading day before.
 */
import { z } from 'zod'
import { orNull } from '../../lib/numbers.ts'
import type { DailyBar } from '../market/bar.ts'
import type { OptionChain } from '../market/chain.ts'
import { EARNINGS_STATUSES, EARNINGS_TIMINGS, type EarningsReport, reportInstant } from '../market/earnings-report.ts'
import { isTradingDay, nextTradingDay, previousTradingDay } from '../market/trading-calendar.ts'
import { valuedChain } from './chain-valuation.ts'
import { chainOfExpirations } from './expiration-chain.ts'
import { expectedMoveAfter } from './volatility-figures.ts'

const usd = (text: string) => z.number().nullable().describe(`${text} USD per share; null when unknown.`)

export const EarningsRow = z
  .object({
    symbol: z.string().describe('Ticker.'),
    report_date: z.iso.date().describe('New York date of the report, YYYY-MM-DD.'),
    timing: z
      .enum(EARNINGS_TIMINGS)
      .describe(
        'When on that date: before_open, during_session, after_close, unknown. Decides the closes of the moves.',
      ),
    fiscal_period: z.string().describe('The quarter that is reported, for example 2026-Q3.'),
    eps_estimate: usd('Expected earnings per share.'),
    eps_actual: usd('Reported earnings per share; null before the report.'),
    surprise_pct: z
      .number()
      .nullable()
      .describe(
        '100 × (eps_actual − eps_estimate) / |eps_estimate|, signed; null without both or for an estimate of 0.',
      ),
    expected_move_pct: z
      .number()
      .min(0)
      .nullable()
      .describe(
        '100 × atm_iv × √T of the first expiration that settles after the report, from the last chain before it: one standard deviation. Of a report to come from the present chain. Null without such a chain.',
      ),
    actual_move_pct: z
      .number()
      .nullable()
      .describe(
        '100 × (first close after the report / last close before it − 1), signed, adjusted for splits; null until then, and for an unknown timing.',
      ),
    status: z
      .enum(EARNINGS_STATUSES)
      .describe('estimated: the date is a guess; confirmed: the company named it; reported: the figures are out.'),
  })
  .meta({ id: 'EarningsRow' })

export type EarningsRow = z.infer<typeof EarningsRow>

/** What was quoted and traded around a report. */
export interface AroundReport {
  /** The last chain before the report, else the present one; null without any. */
  readonly chain: OptionChain | null
  /** Finished sessions, adjusted for splits. */
  readonly bars: readonly DailyBar[]
}

export function earningsRow(report: EarningsReport, { chain, bars }: AroundReport): EarningsRow {
  const { epsEstimate, epsActual } = report
  return {
    symbol: report.symbol,
    report_date: report.reportDate,
    timing: report.timing,
    fiscal_period: report.fiscalPeriod,
    eps_estimate: orNull(epsEstimate),
    eps_actual: orNull(epsActual),
    surprise_pct: orNull((100 * (epsActual - epsEstimate)) / Math.abs(epsEstimate)),
    expected_move_pct: chain ? orNull(expectedMovePct(chain, report)) : null,
    actual_move_pct: orNull(actualMovePct(report, bars)),
    status: report.status,
  }
}

/** The session whose close is the last one before the report; of an unknown timing the trading day before. */
export function sessionBefore({ reportDate, timing }: EarningsReport): string {
  const sameDay = timing === 'after_close' && isTradingDay(reportDate)
  return sameDay ? reportDate : previousTradingDay(reportDate)
}

/** Percent of the price; NaN when nothing is listed beyond the report or its volatility is unknown. */
export function expectedMovePct(chain: OptionChain, report: EarningsReport): number {
  const instantMs = reportInstant(report)
  const first = chain.expirations.find(({ settlesAtMs }) => settlesAtMs > Math.max(instantMs, chain.asOfMs))
  if (!first) return Number.NaN
  const valued = valuedChain(chainOfExpirations(chain, (expiration) => expiration === first))
  return (100 * expectedMoveAfter(valued, instantMs)) / valued.spot
}

/** Signed percent; NaN while either close is unknown, and for a date that the company has not confirmed. */
export function actualMovePct(report: EarningsReport, bars: readonly DailyBar[]): number {
  if (report.timing === 'unknown' || report.status === 'estimated') return Number.NaN
  const closeOn = (date: string) => bars.find((bar) => bar.date === date)?.close ?? Number.NaN
  return 100 * (closeOn(sessionAfter(report)) / closeOn(sessionBefore(report)) - 1)
}

function sessionAfter({ reportDate, timing }: EarningsReport): string {
  return timing !== 'after_close' && isTradingDay(reportDate) ? reportDate : nextTradingDay(reportDate)
}
