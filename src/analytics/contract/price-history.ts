import { z } from 'zod'
import { BAR_SIZES } from '../domain/trend/bar-sizes.ts'
import { RealizedVolatility } from './realized-volatility.ts'

const price = (text: string) => z.number().nullable().describe(`${text} USD per share, adjusted for splits.`)

export const CoMovement = z
  .object({
    symbol: z.string().describe('As requested.'),
    correlation: z
      .number()
      .min(-1.000001)
      .max(1.000001)
      .nullable()
      .describe('Of daily logarithmic returns; null with fewer than 20 common days.'),
    beta: z.number().nullable().describe('Covariance of both returns / variance of those of this symbol.'),
    sessions: z.int().min(0).max(100_000).describe('Common days of the window.'),
    from: z.string().nullable().describe('First of them, YYYY-MM-DD.'),
    to: z.string().nullable().describe('Last of them, YYYY-MM-DD.'),
  })
  .meta({ id: 'CoMovement' })

export type CoMovement = z.infer<typeof CoMovement>

export const PriceHistory = z
  .object({
    from: z.string().nullable().describe('First date that is served, YYYY-MM-DD; null when there is no bar.'),
    to: z.string().nullable().describe('Last date that is served, YYYY-MM-DD; null when there is no bar.'),
    bars: z.enum(BAR_SIZES).optional().describe('Length of the bars; a bar has the date of its last day.'),
    data: z
      .array(
        z.object({
          date: z.string().describe('New York trading date, YYYY-MM-DD.'),
          open: price('Opening price.'),
          high: price('Highest price.'),
          low: price('Lowest price.'),
          close: price('Closing price.'),
          volume: z.number().min(0).nullable().describe('Shares traded; null when the source has none.'),
          return_pct: z
            .number()
            .nullable()
            .describe(
              '100 × (close / previous close − 1), signed. The first row uses the close before the window where one is stored, else null.',
            ),
          drawdown_pct: z
            .number()
            .max(0)
            .nullable()
            .describe('100 × (close / highest close of the window so far − 1): 0 at a new high, negative below.'),
        }),
      )
      .describe('One row per bar, in date order; per trading day unless longer bars are requested.'),
    summary: z
      .object({
        total_return_pct: z.number().nullable().describe('100 × (last close / first close of the window − 1), signed.'),
        max_drawdown_pct: z
          .number()
          .max(0)
          .nullable()
          .describe('Lowest drawdown_pct of the daily closes; never above 0.'),
        max_drawdown_from: z.string().nullable().optional().describe('Date of the high before it; null without any.'),
        max_drawdown_date: z.string().nullable().optional().describe('Date of its low; null without any.'),
        realized_volatility: RealizedVolatility,
      })
      .describe('Figures of the whole window, from its daily bars.'),
    against: CoMovement.nullable().optional().describe('Null without the symbol against.'),
  })
  .meta({ id: 'PriceHistory' })

export type PriceHistory = z.infer<typeof PriceHistory>
