import { z } from 'zod'
import { LEVEL_FLAGS } from '../domain/levels/level-flags.ts'
import { TRADE_FLAGS } from '../domain/levels/trade-flags.ts'

const Level = z.object({
  price: z.number().describe('Mean price of its trades by shares, USD.'),
  total_value: z.number().min(0).describe('Σ price × size of its trades, USD.'),
  total_volume: z.number().min(0).describe('Shares of its trades.'),
  trade_count: z.int().min(1).max(1_000_000_000).describe('Number of its trades.'),
  share_pct: z
    .number()
    .min(0)
    .max(100)
    .describe('100 × total_value / value of all off-exchange trades of the window that count for levels.'),
  last_executed_at: z.iso.datetime().describe('Its last trade, UTC.'),
  distance_pct: z
    .number()
    .nullable()
    .describe('100 × (price / price of the underlying − 1): negative below; null when that price is unknown.'),
  role: z
    .enum(['support', 'resistance'])
    .nullable()
    .describe('support below the price of the underlying, resistance at or above it; null when it is unknown.'),
  largest_print_share_pct: z
    .number()
    .min(0)
    .max(100)
    .optional()
    .describe('100 × shares of its largest trade / total_volume: near 100, one trade decides the level.'),
  flags: z
    .array(z.enum(LEVEL_FLAGS))
    .optional()
    .describe('single_print: one trade alone. dominant_print: one of its trades has more than half of its shares.'),
})

const LargestPrint = z.object({
  executed_at: z.iso.datetime().describe('UTC.'),
  price: z.number().describe('USD per share.'),
  size: z.number().min(0).describe('Shares.'),
  value: z.number().min(0).describe('price × size, USD.'),
  block: z.boolean().describe('10,000 shares or USD 200,000 and more.'),
  flags: z
    .array(z.enum(TRADE_FLAGS))
    .describe('Why its price may differ from the market of that moment; all but contingent exclude it from levels.'),
})

export const DarkPoolLevels = z
  .object({
    underlying_price: z.number().nullable().describe('Price that distances and roles refer to, USD per share.'),
    levels: z
      .array(Level)
      .describe('Local maxima of traded value at least 0.25 % apart, by value weighted with a half-life of 20 days.'),
    largest_prints: z
      .array(LargestPrint)
      .describe('The ten largest off-exchange trades by value, including late trades and those outside the session.'),
    off_exchange_share_pct: z
      .number()
      .min(0)
      .nullable()
      .describe(
        '100 × shares traded off the exchanges / all shares of the same sessions; null when these are unknown.',
      ),
  })
  .meta({ id: 'DarkPoolLevels' })

export type DarkPoolLevels = z.infer<typeof DarkPoolLevels>
