/**
 * The fields of Cboe's delayed-quote documents that are used. Missing and null fields are unknown; zero means "none" in
 * prices, volatility and greeks. `iv` is a decimal, while `iv30` of the same document is in percent.
 */
import { z } from 'zod'

const Amount = z.number().nullish()
/** The history writes numbers as texts at times. */
const LooseAmount = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d+(\.\d+)?$/)
      .transform(Number),
  ])
  .nullish()

export const Underlying = z.object({
  symbol: z.string(),
  company_name: z.string().nullish(),
  current_price: Amount,
  bid: Amount,
  ask: Amount,
  bid_size: Amount,
  ask_size: Amount,
  open: Amount,
  high: Amount,
  low: Amount,
  close: Amount,
  prev_day_close: Amount,
  volume: Amount,
  annual_high: Amount,
  annual_low: Amount,
  last_trade_time: z.string().nullish(),
})

export type Underlying = z.output<typeof Underlying>

const Stamp = z.string()

export const QuoteDocument = z.object({ timestamp: Stamp, data: Underlying })

export const ChainDocument = z.object({
  timestamp: Stamp,
  data: Underlying.extend({ options: z.array(z.unknown()) }),
})

export const OptionRow = z.object({
  option: z.string(),
  bid: Amount,
  ask: Amount,
  bid_size: Amount,
  ask_size: Amount,
  iv: Amount,
  open_interest: Amount,
  volume: Amount,
  last_trade_price: Amount,
  last_trade_time: z.string().nullish(),
})

export type OptionRow = z.output<typeof OptionRow>

export const HistoryDocument = z.object({ data: z.array(z.unknown()) })

export const HistoryRow = z.object({
  date: z.string(),
  open: LooseAmount,
  high: LooseAmount,
  low: LooseAmount,
  close: LooseAmount,
  volume: LooseAmount,
})
