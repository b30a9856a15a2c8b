import { z } from 'zod'
import { RealizedVolatility } from './realized-volatility.ts'

const price = (text: string) => z.number().nullable().describe(`${text} USD per share, adjusted for splits.`)

export const PriceHistory = z
  .object({
    from: z.string().nullable().describe('First date that is served, YYYY-MM-DD; null when there is no bar.'),
    to: z.string().nullable().describe('Last date that is served, YYYY-MM-DD; null when there is no bar.'),
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
      .describe('One row per trading day, in date order.'),
    summary: z
      .object({
        total_return_pct: z.number().nullable().describe('100 × (last close / first close of the window − 1), signed.'),
        max_drawdown_pct: z.number().max(0).nullable().describe('Lowest drawdown_pct of the window; never above 0.'),
        realized_volatility: RealizedVolatility,
      })
      .describe('Figures of the whole window.'),
  })
  .meta({ id: 'PriceHistory' })

export type PriceHistory = z.infer<typeof PriceHistory>
