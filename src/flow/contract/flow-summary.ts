import { z } from 'zod'

const usd = (text: string) => z.number().min(0).describe(`${text} USD.`)
const contracts = (text: string) => z.number().min(0).describe(`${text} Contracts.`)
const share = (text: string) =>
  z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe(`100 × premium of ${text} rows / total premium; null without premium. Percent; the three add up to 100.`)

export const FlowSummary = z
  .object({
    row_count: z.int().min(0).max(1_000_000_000).describe('Rows of the window that pass the filters.'),
    call_premium: usd('Σ price × size × multiplier of calls, any side.'),
    put_premium: usd('The same of puts.'),
    call_volume: contracts('Σ size of calls.'),
    put_volume: contracts('Σ size of puts.'),
    put_call_ratio_volume: z.number().min(0).nullable().describe('put_volume / call_volume; null when no call traded.'),
    put_call_ratio_premium: z
      .number()
      .min(0)
      .nullable()
      .describe('put_premium / call_premium, legs of packages included; null when no call traded.'),
    bullish_premium: usd('Premium of calls bought and puts sold.'),
    bearish_premium: usd('Premium of puts bought and calls sold.'),
    neutral_premium: usd('Premium of all other rows: at the mid, packages, floor, cross, auction, late.'),
    bullish_pct: share('bullish'),
    bearish_pct: share('bearish'),
    neutral_pct: share('neutral'),
    net_premium: z
      .number()
      .describe('calls bought − calls sold − puts bought + puts sold, in premium: positive is bullish. USD.'),
  })
  .meta({ id: 'FlowSummary' })

export type FlowSummary = z.infer<typeof FlowSummary>
