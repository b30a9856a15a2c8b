/**
 * The fields of Alpaca's market-data and contract answers that are used. https://docs.alpaca.markets/reference
 * Zero stands for "none" in prices of quotes.
 */
import { z } from 'zod'

const Amount = z.number().nullish()
/** RFC 3339 with up to nine decimals; a stream in msgpack gives the same after decoding. */
const Instant = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/)
/** Written as a text; a number says the same. */
const Decimal = z.union([
  z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .transform(Number),
  z.number().nonnegative(),
])

const Quote = z.object({ t: Instant, bp: Amount, bs: Amount, ap: Amount, as: Amount })
export const Bar = z.object({ t: Instant, o: z.number(), h: z.number(), l: z.number(), c: z.number(), v: Amount })

export type Bar = z.output<typeof Bar>

export const StockTrade = z.object({
  t: Instant,
  p: z.number(),
  s: z.number(),
  x: z.string(),
  i: z.number(),
  c: z.array(z.string()).nullish(),
  z: z.string().nullish(),
  u: z.string().nullish(),
})

export type StockTrade = z.output<typeof StockTrade>

const OfStream = z.object({ S: z.string(), t: Instant, x: z.string(), z: z.string().nullish() })

/** A trade of the stream that is taken back. https://docs.alpaca.markets/docs/real-time-stock-pricing-data */
export const StreamedCancel = OfStream.extend({ T: z.literal('x'), i: z.number(), p: z.number(), s: z.number() })

/** A trade of the stream (`o`) that another replaces (`c`). */
export const StreamedCorrection = OfStream.extend({
  T: z.literal('c'),
  oi: z.number(),
  op: z.number(),
  os: z.number(),
  ci: z.number(),
  cp: z.number(),
  cs: z.number(),
  cc: z.array(z.string()).nullish(),
})

export type StreamedCorrection = z.output<typeof StreamedCorrection>

export const OptionTrade = z.object({ t: Instant, p: z.number(), s: z.number(), x: z.string(), c: z.string() })

export type OptionTrade = z.output<typeof OptionTrade>

/** Of a stream, or the latest that the vendor has; the condition is that of the options tape. */
export const OptionQuote = z.object({ t: Instant, bp: z.number(), ap: z.number(), c: z.string().nullish() })

export type OptionQuote = z.output<typeof OptionQuote>

export const LatestQuotes = z.object({ quotes: z.record(z.string(), z.unknown()) })

export const StockSnapshot = z.object({
  latestTrade: z.object({ t: Instant, p: z.number() }).nullish(),
  latestQuote: Quote.nullish(),
  dailyBar: Bar.nullish(),
  prevDailyBar: Bar.nullish(),
})

export type StockSnapshot = z.output<typeof StockSnapshot>

export const OptionSnapshot = z.object({
  latestQuote: Quote.nullish(),
  latestTrade: z.object({ t: Instant, p: z.number() }).nullish(),
  dailyBar: z.object({ t: Instant, v: Amount }).nullish(),
  impliedVolatility: Amount,
})

export type OptionSnapshot = z.output<typeof OptionSnapshot>

export const Contract = z.object({
  symbol: z.string(),
  /** Of any other word the root decides. */
  style: z.enum(['american', 'european']).nullish().catch(null),
  open_interest: Decimal.nullish(),
  open_interest_date: z.iso.date().nullish(),
  multiplier: Decimal.nullish(),
  /** On request: what one contract delivers. */
  deliverables: z.array(z.object({ type: z.string(), symbol: z.string(), amount: Decimal.nullish() })).nullish(),
})

export type Contract = z.output<typeof Contract>

const PageToken = z.string().nullish()

export const SnapshotPage = z.object({ snapshots: z.record(z.string(), z.unknown()), next_page_token: PageToken })
export const ContractPage = z.object({ option_contracts: z.array(z.unknown()), next_page_token: PageToken })
/** Of one symbol or of many: a list, or a list for each symbol; null where there are none. */
export const BarPage = z.object({ bars: z.array(z.unknown()).nullish(), next_page_token: PageToken })
export const StockTradePage = z.object({ trades: z.array(z.unknown()).nullish(), next_page_token: PageToken })
export const OptionTradePage = z.object({
  trades: z.record(z.string(), z.array(z.unknown())).nullish(),
  next_page_token: PageToken,
})
export const NewsPage = z.object({ news: z.array(z.unknown()).nullish(), next_page_token: PageToken })
export const ActionPage = z.object({
  corporate_actions: z.record(z.string(), z.array(z.unknown())),
  next_page_token: PageToken,
})

export const IndexValues = z.object({ values: z.record(z.string(), z.object({ t: Instant, v: z.number() })) })

export const Split = z.object({
  symbol: z.string(),
  ex_date: z.iso.date(),
  new_rate: z.number().positive(),
  old_rate: z.number().positive(),
})

export const SpinOff = z.object({ source_symbol: z.string(), new_symbol: z.string(), ex_date: z.iso.date() })

export const Dividend = z.object({ symbol: z.string(), ex_date: z.iso.date(), rate: z.number().positive() })

export const Article = z.object({
  id: z.number(),
  headline: z.string(),
  created_at: Instant,
  updated_at: Instant,
  summary: z.string().nullish(),
  source: z.string().nullish(),
  url: z.string().nullish(),
  symbols: z.array(z.string()),
})

export type Article = z.output<typeof Article>

/** In New York time. */
const Clock = z.string().regex(/^\d\d:\d\d$/)

export const Calendar = z.array(z.object({ date: z.iso.date(), close: Clock }))
