/** Rows of flow as answers list them; unknown is null. */
import { z } from 'zod'
import { orNull } from '../../lib/numbers.ts'
import { significant } from '../../lib/significant.ts'
import { ALERT_TYPES } from './alert-rules.ts'
import { type FlowRow, SENTIMENTS, TRADE_TYPES, volumeOiRatio } from './flow-row.ts'
import { FlowSummary } from './flow-summary.ts'
import { SIDE_LABELS, SIDES } from './print-side.ts'

const usd = (text: string) => z.number().min(0).nullable().describe(`${text} USD per share.`)
const contracts = (text: string) => z.number().min(0).nullable().describe(`${text} Contracts.`)

export const FlowPrint = z
  .object({
    id: z.string().describe('Name of the row: session, symbol, place on the tape. The same whenever it is asked for.'),
    executed_at: z.iso.datetime().describe('Of the print, of a sweep its first leg. UTC.'),
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
        'Price against the quote in force just before, in ticks: above_ask, at_ask, mid, at_bid, below_bid. With a locked, crossed or one-sided quote the last different price of the contract decides.',
      ),
    side_label: z.string().describe('The side in words.'),
    price: z.number().min(0).describe('USD per share; of a sweep the mean of its legs by contracts.'),
    bid: usd('Best bid before the print.'),
    ask: usd('Best offer before the print.'),
    size: z.number().min(0).describe('Contracts; of a sweep the sum of its legs.'),
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
        'At which the model gives the price of the print, on the forward of that instant. Decimal per year; null when the price holds none or the terms of the expiration are unknown.',
      ),
    delta: z
      .number()
      .nullable()
      .describe('At that volatility: change of price per USD 1 of the underlying; calls 0 to 1, puts −1 to 0.'),
    open_interest: contracts('Open interest of the previous evening.'),
    volume: contracts('Of the contract in the session, up to and including the print.'),
    volume_oi_ratio: z
      .number()
      .min(0)
      .nullable()
      .describe('volume / open_interest; null when open interest is 0 or unknown.'),
    trade_type: z
      .enum(TRADE_TYPES)
      .describe(
        'multi_leg: part of a package; floor: on a trading floor; sweep: one order on several exchanges within 500 ms, merged into one row; block: 500 contracts or USD 200,000 and more; single: none of these.',
      ),
    sentiment: z
      .enum(SENTIMENTS)
      .describe(
        'bullish: calls bought or puts sold; bearish: puts bought or calls sold; neutral: at the middle, or a print that does not say who was aggressive.',
      ),
    unusual_score: z
      .int()
      .min(0)
      .max(100)
      .describe(
        'How rare the print is among prints of its liquidity class and days to expiry, at least the base of its alert types. 0 to 100; 60 to 79 medium, 80 and more very rare.',
      ),
    alert_types: z.array(z.enum(ALERT_TYPES)).describe('Patterns that the print completes.'),
  })
  .meta({ id: 'FlowPrint' })

export type FlowPrint = z.infer<typeof FlowPrint>

export const OptionsFlow = z
  .object({
    data: z.array(FlowPrint).describe('Newest first.'),
    summary: FlowSummary.describe('Of all rows of the window that pass the filters, not of the page alone.'),
    total: z.int().min(0).max(1_000_000_000).describe('Rows of the window that pass the filters.'),
    next_cursor: z.string().nullable().describe('Pass as cursor for older rows; null when there are none.'),
  })
  .meta({ id: 'OptionsFlow' })

export type OptionsFlow = z.infer<typeof OptionsFlow>

const PRICE_DIGITS = 12
const MODEL_DIGITS = 6

export function flowPrint(row: FlowRow): FlowPrint {
  return {
    id: row.id,
    executed_at: new Date(row.executedAtMs).toISOString(),
    symbol: row.symbol,
    option_symbol: row.optionSymbol,
    option_type: row.optionType,
    strike: row.strike,
    expiration_date: row.expirationDate,
    dte: row.dte,
    side: row.side,
    side_label: SIDE_LABELS[row.side],
    price: significant(row.price, PRICE_DIGITS),
    bid: knownOrNull(row.bid),
    ask: knownOrNull(row.ask),
    size: row.size,
    premium: orNull(significant(row.premium, PRICE_DIGITS)),
    underlying_price: knownOrNull(row.underlyingPrice),
    implied_volatility: orNull(significant(row.impliedVolatility, MODEL_DIGITS)),
    delta: orNull(significant(row.delta, MODEL_DIGITS)),
    open_interest: knownOrNull(row.openInterest),
    volume: knownOrNull(row.volume),
    volume_oi_ratio: orNull(significant(volumeOiRatio(row), MODEL_DIGITS)),
    trade_type: row.tradeType,
    sentiment: row.sentiment,
    unusual_score: row.unusualScore,
    alert_types: [...row.alertTypes],
  }
}

/** What a feed writes as a negative number is unknown. */
function knownOrNull(value: number): number | null {
  return value >= 0 ? orNull(value) : null
}
