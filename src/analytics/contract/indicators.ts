import { z } from 'zod'

const usd = (text: string) => z.number().nullable().describe(`${text} USD.`)

export const Indicators = z
  .object({
    sma_20: usd('Mean of the last 20 closes.'),
    sma_50: usd('Mean of the last 50 closes.'),
    sma_200: usd('Mean of the last 200 closes.'),
    ema_12: usd('Exponential mean of closes, α = 2/13.'),
    ema_26: usd('Exponential mean of closes, α = 2/27.'),
    rsi_14: z.number().min(0).max(100).nullable().describe('Relative strength index of Wilder over 14 bars, 0 to 100.'),
    macd: usd('ema_12 − ema_26, both started at bar 26.'),
    macd_signal: usd('Exponential mean of macd, α = 2/10.'),
    macd_histogram: usd('macd − macd_signal.'),
    adx_14: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .describe('Average directional index of Wilder, 0 (no trend) to 100; independent of direction.'),
    atr_14: usd('Average true range of Wilder over 14 bars: a usual daily move.'),
    bollinger_upper: usd('sma_20 + 2 population deviations of the last 20 closes.'),
    bollinger_lower: usd('sma_20 − 2 population deviations of the last 20 closes.'),
  })
  .meta({ id: 'Indicators' })

export type Indicators = z.infer<typeof Indicators>
