import { z } from 'zod'

const usd = (text: string) => z.number().describe(`${text} USD.`)
const paid = (text: string) => z.number().min(0).describe(`${text} USD.`)
const contracts = (text: string) => z.number().min(0).describe(`${text} Contracts.`)

const atPrints = (text: string) =>
  z.number().nullable().optional().describe(`${text}, USD per share; null when no print has it.`)

export const NetFlowBucket = z
  .object({
    time: z.iso
      .datetime()
      .describe('Start of the bucket, UTC; buckets are aligned to the open of the session in New York.'),
    net_call_premium: usd('Premium of calls bought − calls sold: positive is bullish.'),
    net_put_premium: usd('Premium of puts bought − puts sold: positive is bearish.'),
    net_premium: usd('net_call_premium − net_put_premium: positive is bullish.'),
    call_volume: contracts('Σ size of calls, any side.'),
    put_volume: contracts('Σ size of puts.'),
    underlying_price: z
      .number()
      .nullable()
      .describe('At the last print of the bucket, USD per share; null when no print has it.'),
    underlying_open: atPrints('At the first print of the bucket'),
    underlying_high: atPrints('The highest at a print of the bucket'),
    underlying_low: atPrints('The lowest at a print of the bucket'),
    hedge_flow: z
      .number()
      .nullable()
      .optional()
      .describe(
        'Stock that dealers buy (above 0) or sell to hedge the prints, if they took the other side: Σ aggressor × delta × size × multiplier × underlying price. USD; null when no print has an aggressor and a delta.',
      ),
  })
  .meta({ id: 'NetFlowBucket' })

export const NetFlow = z
  .object({
    data: z.array(NetFlowBucket).describe('In order of time; buckets without prints are omitted.'),
    totals: z
      .object({
        calls_bought: paid('Premium of calls at or above the ask.'),
        calls_sold: paid('Premium of calls at or below the bid.'),
        puts_bought: paid('Premium of puts at or above the ask.'),
        puts_sold: paid('Premium of puts at or below the bid.'),
        net_premium: usd('calls_bought − calls_sold − puts_bought + puts_sold: positive is bullish.'),
        call_premium: paid('Premium of calls, any side.').optional(),
        put_premium: paid('Premium of puts, any side.').optional(),
        put_call_ratio_premium: z
          .number()
          .min(0)
          .nullable()
          .optional()
          .describe(
            'put_premium / call_premium of the prints that the tape lists; of one session the same as in option_metrics, which says in tape_share_pct how much of the volume that is. Null when no call traded.',
          ),
      })
      .describe(
        'Sums of all rows. Prints at the mid, legs of packages, floor, cross, auction and late prints count only in volumes.',
      ),
  })
  .meta({ id: 'NetFlow' })

export type NetFlow = z.infer<typeof NetFlow>
