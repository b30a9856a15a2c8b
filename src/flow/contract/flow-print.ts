import { z } from 'zod'
import { SENTIMENTS, TRADE_TYPES } from '../domain/flow-row.ts'
import { ALERT_TYPES } from '../domain/score/alert-rules.ts'
import { SIDES } from '../domain/tape/print-side.ts'
import { FlowSummary } from './flow-summary.ts'

const usd = (text: string) => z.number().min(0).nullable().describe(`${text} USD per share.`)
const contracts = (text: string) => z.number().min(0).nullable().describe(`${text} Contracts.`)

export const FlowPrint = z
  .object({
    id: z.string().describe('Identity of the row: session, symbol, position on the tape. It never changes.'),
    executed_at: z.iso.datetime().describe('Time of the print; of the first leg of a sweep. UTC.'),
    symbol: z.string().describe('Ticker of the underlying.'),
    option_symbol: z
      .string()
      .describe('OCC identity, 21 characters: root padded to six, yymmdd, C or P, strike × 1000.'),
    option_type: z.enum(['call', 'put']).describe('call or put.'),
    strike: z.number().describe('USD.'),
    expiration_date: z.string().describe('YYYY-MM-DD.'),
    dte: z.int().min(0).max(100_000).describe('Calendar days from the session date to the expiration date.'),
    side: z
      .enum(SIDES)
      .describe(
        'Price against the quote just before: above_ask, at_ask, mid, at_bid, below_bid. With a locked, crossed or one-sided quote, the tick test against the last different price of the contract decides.',
      ),
    side_label: z.string().describe('The side in words.'),
    price: z.number().min(0).describe('USD per share; for a sweep, the volume-weighted mean of its legs.'),
    bid: usd('Best bid before the print.'),
    ask: usd('Best offer before the print.'),
    size: z.number().min(0).describe('Contracts; for a sweep, the sum of its legs.'),
    premium: z
      .number()
      .min(0)
      .nullable()
      .describe('price × size × multiplier. USD; null when the deliverable of an adjusted contract is unknown.'),
    underlying_price: usd('Price of the underlying at the print.'),
    implied_volatility: z
      .number()
      .nullable()
      .describe(
        'Volatility at which the model gives the price of the print, on the forward of that instant. Decimal per year; null when the price implies none or the terms of the expiration are unknown.',
      ),
    delta: z
      .number()
      .nullable()
      .describe('At that volatility: change of price per USD 1 of the underlying; calls 0 to 1, puts −1 to 0.'),
    open_interest: contracts('Open interest of the previous evening.'),
    volume: contracts('Volume of the contract in the session, up to and including the print.'),
    volume_oi_ratio: z
      .number()
      .min(0)
      .nullable()
      .describe('volume / open_interest; null when open interest is 0 or unknown.'),
    trade_type: z
      .enum(TRADE_TYPES)
      .describe(
        'multi_leg: part of a package; floor: on a trading floor; sweep: one order on several exchanges, merged into one row; block: at least 500 contracts or USD 200,000; single: none of these.',
      ),
    sentiment: z
      .enum(SENTIMENTS)
      .describe(
        'bullish: calls bought or puts sold; bearish: puts bought or calls sold; neutral: at the mid, or a print without a known aggressor.',
      ),
    sentiment_reason: z.string().describe('Why, in a few words: who traded at which side of the quote.'),
    unusual_score: z
      .int()
      .min(0)
      .max(100)
      .describe(
        'Tail rarity among comparable prints (liquidity class, days to expiry, time of day), 0 to 100: 50 is the rarer half, 70 the rarest 5 %, 80 the rarest 1 %, 90 0.1 %, 95 0.02 %, 99 one in 20,000.',
      ),
    alert_base: z
      .int()
      .min(0)
      .max(100)
      .describe('How strong the alert types are, by the strongest; 0 without any. No part of unusual_score.'),
    alert_types: z.array(z.enum(ALERT_TYPES)).describe('Patterns that the print completes.'),
  })
  .meta({ id: 'FlowPrint' })

export type FlowPrint = z.infer<typeof FlowPrint>

export const PRINT_FIELDS = FlowPrint.keyof().options

export const OptionsFlow = z
  .object({
    data: z
      .array(FlowPrint.partial().required({ id: true }))
      .describe('In the requested order, newest first by default; every field, or the requested ones.'),
    summary: FlowSummary.describe('Sums of all rows of the window that pass the filters, on all pages.'),
    total: z.int().min(0).max(1_000_000_000).describe('Rows of the window that pass the filters.'),
    next_cursor: z.string().nullable().describe('Pass as cursor for the next rows; null when there are none.'),
  })
  .meta({ id: 'OptionsFlow' })

/** An answer with all fields of each row. */
export type OptionsFlow = Omit<z.infer<typeof OptionsFlow>, 'data'> & { readonly data: readonly FlowPrint[] }
