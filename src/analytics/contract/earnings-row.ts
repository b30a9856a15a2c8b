import { z } from 'zod'
import { EARNINGS_STATUSES, EARNINGS_TIMINGS } from '../../market/domain/earnings-report.ts'

const median = (text: string) => z.number().nullable().describe(`Median. ${text} Null without one.`)

const usd = (text: string) => z.number().nullable().describe(`${text} USD per share; null when unknown.`)

const split = (text: string) =>
  z.number().nullable().optional().describe(`${text} Only with symbol; null when unknown.`)

/** Of the last 12 reports at most. */
export const ReportMedians = z
  .object({
    reports: z.int().min(0).describe('Reports of the page that are out, the last 12 at most.'),
    report_move_absolute_pct: median('What options implied, percent.'),
    actual_move_absolute_pct: median('|actual_move_pct|, percent.'),
    implied_over_actual: median('Of the ratio.'),
    crush_pct: median('Of the fall of volatility, percent.'),
  })
  .meta({ id: 'ReportMedians' })

export type ReportMedians = z.infer<typeof ReportMedians>

export const EarningsRow = z
  .object({
    symbol: z.string().describe('Ticker.'),
    report_date: z.iso.date().describe('New York date of the report, YYYY-MM-DD.'),
    timing: z
      .enum(EARNINGS_TIMINGS)
      .describe(
        'When on that date: before_open, during_session, after_close, unknown. Determines which closes the moves use.',
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
        '100 × atm_iv × √T of the first expiration that settles after the report, from the last chain before it: one standard deviation. For a future report, from the present chain. Null without such a chain.',
      ),
    actual_move_pct: z
      .number()
      .nullable()
      .describe(
        '100 × (first close after the report / last close before it − 1), signed, adjusted for splits; null until then, and for an unknown timing.',
      ),
    base_iv: split(
      'Volatility of days without the report, decimal per year, from the split of total variance into x·T + e.',
    ),
    report_move_pct: split('Move that options imply for the report alone, 100 × √e: one standard deviation, percent.'),
    report_move_absolute_pct: split('√(2/π) × report_move_pct: the mean of its absolute value, percent.'),
    near_iv_before: split(
      'At-the-money volatility in the last chain before the report, of the first expiration that outlives the session after it; decimal per year.',
    ),
    near_iv_after: split('The same expiration in the last chain of the session after the report; decimal per year.'),
    implied_crush_pct: split('100 × (base_iv / near_iv_before − 1): the fall that the split implies.'),
    crush_pct: split('100 × (near_iv_after / near_iv_before − 1): the fall that came.'),
    implied_over_actual: split(
      'report_move_absolute_pct / |actual_move_pct|; above 1 the options charged more than came.',
    ),
    status: z
      .enum(EARNINGS_STATUSES)
      .describe('estimated: the date is a guess; confirmed: by the company; reported: the results are published.'),
  })
  .meta({ id: 'EarningsRow' })

export type EarningsRow = z.infer<typeof EarningsRow>
