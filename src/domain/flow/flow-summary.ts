/** What a window of flow adds up to: premium and volume by type, ratios, and which way the money leans. */
import { z } from 'zod'
import { orNull } from '../../lib/numbers.ts'
import { significant } from '../../lib/significant.ts'
import { putCallRatio } from '../analytics/put-call-ratios.ts'
import { biasOf, type FlowSums, type SummedRow, sumFlow } from './flow-sums.ts'

const usd = (text: string) => z.number().min(0).describe(`${text} USD.`)
const contracts = (text: string) => z.number().min(0).describe(`${text} Contracts.`)
const share = (text: string) =>
  z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe(`100 × premium of ${text} rows / premium of all; null without premium. Percent; the three add up to 100.`)

export const FlowSummary = z
  .object({
    row_count: z.int().min(0).max(1_000_000_000).describe('Rows of the window that pass the filters.'),
    call_premium: usd('Σ price × size × multiplier of calls, whoever was aggressive.'),
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
    neutral_premium: usd('Premium of all other rows: at the middle, packages, floor, cross, auction, late.'),
    bullish_pct: share('bullish'),
    bearish_pct: share('bearish'),
    neutral_pct: share('neutral'),
    net_premium: z
      .number()
      .describe('calls bought − calls sold − puts bought + puts sold, in premium: positive is bullish. USD.'),
  })
  .meta({ id: 'FlowSummary' })

export type FlowSummary = z.infer<typeof FlowSummary>

const DIGITS = 12

export function flowSummary(rows: Iterable<SummedRow>): FlowSummary {
  return summaryOf(sumFlow(rows))
}

/** Of sums in USD. */
export function summaryOf(sums: FlowSums): FlowSummary {
  const bias = biasOf(sums)
  return {
    row_count: sums.rows,
    call_premium: sums.callPremium,
    put_premium: sums.putPremium,
    call_volume: sums.callVolume,
    put_volume: sums.putVolume,
    put_call_ratio_volume: orNull(putCallRatio({ call: sums.callVolume, put: sums.putVolume })),
    put_call_ratio_premium: orNull(putCallRatio({ call: sums.callPremium, put: sums.putPremium })),
    bullish_premium: sums.bullishPremium,
    bearish_premium: sums.bearishPremium,
    neutral_premium: sums.neutralPremium,
    bullish_pct: orNull(significant(bias.bullishPct, DIGITS)),
    bearish_pct: orNull(significant(bias.bearishPct, DIGITS)),
    neutral_pct: orNull(significant(bias.neutralPct, DIGITS)),
    net_premium: bias.netPremium,
  }
}
