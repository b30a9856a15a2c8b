import { z } from 'zod'
import { EARNINGS_STATUSES, EARNINGS_TIMINGS } from '../../market/domain/earnings-report.ts'

const usd = (text: string) => z.number().nullable().describe(`${text} USD per share; null when unknown.`)

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
    status: z
      .enum(EARNINGS_STATUSES)
      .describe('estimated: the date is a guess; confirmed: by the company; reported: the results are published.'),
  })
  .meta({ id: 'EarningsRow' })

export type EarningsRow = z.infer<typeof EarningsRow>
