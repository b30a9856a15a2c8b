/**
 * The two streams of an account, stocks in JSON and options in msgpack: the tapes that they keep, and the quotes and
 * prices that are in force at a print.
 */
import { z } from 'zod'
import { newYorkDate } from '../../../domain/calendar/new-york-time.ts'
import { symbolOfRoot } from '../../../domain/calendar/option-expirations.ts'
import { sessionDateAt } from '../../../domain/calendar/trading-calendar.ts'
import { parseOptionSymbol } from '../../../domain/options/option-symbol.ts'
import { INDEX_SYMBOLS, symbolOfSpelling } from '../../known-symbols.ts'
import { LastMade } from '../../last-made.ts'
import { type Feeds, OPEN_SIP_MS } from '../feeds.ts'
import { type Answers, KEPT_CHAINS } from '../rest/answers.ts'
import type { Snapshots } from '../rest/chain.ts'
import type { OffExchange } from '../rest/off-exchange.ts'
import { type MarketOf, type TapeTrade, tapeTrade } from '../rest/option-session.ts'
import { type AlpacaAccess, type AlpacaRest, msOf } from '../rest/rest.ts'
import { OptionQuote, OptionTrade, StockTrade, StreamedCancel, StreamedCorrection } from '../rest/schema.ts'
import type { TradeCorrection } from '../rest/stock-session.ts'
import { LivePrices } from './live-prices.ts'
import { LiveQuotes } from './live-quotes.ts'
import { LiveTapes } from './live-tapes.ts'
import { type OptionTapes, tradedIn } from './option-tapes.ts'
import { VendorStream } from './stream.ts'
import { jsonCodec, msgpackCodec } from './stream-codec.ts'

export interface StreamingParts {
  readonly rest: AlpacaRest
  readonly access: AlpacaAccess
  /** `wss://host`; Alpaca's own address where left out. */
  readonly streamUrl?: string | undefined
  readonly feeds: Feeds
  readonly symbols: readonly string[]
  readonly answers: Answers
  readonly offExchange: OffExchange
  readonly optionTapes: OptionTapes
}

export interface Streaming {
  readonly options: LiveTapes<TapeTrade>
  /** Null where the feed of the account has no trades from off the exchanges. */
  readonly stocks: LiveTapes<StockTrade> | null
  /** Somebody looks at the option trades of a symbol, whose pages were read. */
  watchOptions(symbol: string): void
  readonly marketOf: MarketOf
  /** To be called every half minute. */
  beat(): Promise<void>
  close(): Promise<void>
}

const STREAM_URL = 'wss://stream.data.alpaca.markets'
const Streamed = z.object({ T: z.string(), S: z.string() })
const StreamedQuote = OptionQuote.extend({ T: z.literal('q'), S: z.string() })
export function streaming(parts: StreamingParts): Streaming {
  const { stream: stockStream, tapes: stocks, prices } = stocksOf(parts)
  const { stream: optionStream, tapes: options, quotes, marketOf } = optionsOf(parts, prices)
  const follow = () => {
    quotes.follow(options.symbols)
    prices.follow(options.symbols.filter((symbol) => !INDEX_SYMBOLS.has(symbol)))
  }
  return {
    options,
    stocks,
    marketOf,
    watchOptions(symbol) {
      options.watch(symbol)
      follow()
    },
    async beat() {
      await options.beat()
      follow()
      await quotes.beat()
      if (stocks) await stocks.beat()
      else stockStream.beat()
    },
    async close() {
      await optionStream.close()
      await stockStream.close()
    },
  }
}

function optionsOf(parts: StreamingParts, prices: LivePrices) {
  const { rest, answers, optionTapes, feeds, symbols } = parts
  const { nowMs } = rest.clock
  // Roots have no dots: the contracts of BRK.B are named BRKB.
  const symbolOfPlain = new Map(symbols.map((symbol) => [symbol.replaceAll('.', ''), symbol]))
  const lateMs = feeds.options === 'opra' ? 0 : OPEN_SIP_MS
  const stream = new VendorStream({
    ...common(parts, `v1beta1/${feeds.options}`, 'stream of option trades'),
    codec: msgpackCodec,
    onMessage(message) {
      const isTaken = takeQuote(message, quotes) ?? takeTrade(message)
      if (!isTaken) rest.health.refused(1)
    },
    onBroken: (lastSeenMs) => tapes.broken(lastSeenMs - lateMs),
    onEnd: () => quotes.broken(),
  })
  const quotes = new LiveQuotes({ stream, rest, feeds, chainOf: (symbol) => answers.chains.peek(symbol)?.chain })
  const names = new LastMade<readonly string[]>(KEPT_CHAINS)
  const tapes = new LiveTapes<TapeTrade>({
    stream,
    nowMs,
    namesOf: (symbol) => {
      const snapshots = answers.chains.peek(symbol)?.snapshots
      // The stream of the free feed alters prints, which would be counted beside those of the pages: only the pages are read.
      if (!snapshots || feeds.options === 'indicative') return []
      return names.get(symbol, [snapshots]) ?? names.set(symbol, [snapshots], namesIn(snapshots))
    },
    async fill(symbol, wholeUntilMs) {
      const sessionDate = sessionDateAt(nowMs())
      const { value } = await answers.chains.get(symbol)
      await optionTapes.fillGap(symbol, sessionDate, tradedIn(value, sessionDate), wholeUntilMs)
      rest.health.succeeded(`option trades ${symbol}`, nowMs())
    },
    add: (symbol, trade) => optionTapes.addStreamed(symbol, trade),
    leave: (symbol, wholeUntilMs) => optionTapes.leave(symbol, sessionDateAt(nowMs()), wholeUntilMs - lateMs),
    onFailure: (failure, symbol) => rest.health.failed(`option trades ${symbol}`, failure, nowMs()),
  })
  const marketOf: MarketOf = (symbol, { optionSymbol, exactMs }) => {
    const quote = quotes.before(optionSymbol.replaceAll(' ', ''), exactMs)
    return {
      bid: quote?.bid ?? Number.NaN,
      ask: quote?.ask ?? Number.NaN,
      underlyingPrice: prices.before(symbol, exactMs),
    }
  }
  function takeTrade(message: unknown): boolean {
    const head = Streamed.safeParse(message)
    const read = OptionTrade.safeParse(message)
    const contract = head.success ? parseOptionSymbol(head.data.S) : null
    const symbol = contract && symbolOfPlain.get(symbolOfRoot(contract.root))
    const trade = head.data?.T === 't' && read.success ? tapeTrade(head.data.S, read.data) : null
    if (!symbol || !trade) return false
    quotes.reached(trade.exactMs)
    tapes.take(symbol, { ...trade, atArrival: marketOf(symbol, trade) })
    return true
  }
  return { stream, tapes, quotes, marketOf }
}

/** As the vendor writes them. */
function namesIn(snapshots: Snapshots): readonly string[] {
  return [...snapshots.keys()].map((occ) => occ.replaceAll(' ', ''))
}

/** Null for what is no quote. */
function takeQuote(message: unknown, quotes: LiveQuotes): boolean | null {
  if (!isOfType(message, 'q')) return null
  const read = StreamedQuote.safeParse(message)
  return read.success && quotes.take(read.data.S, read.data)
}

function isOfType(message: unknown, type: string): boolean {
  return typeof message === 'object' && message !== null && 'T' in message && message.T === type
}

function stocksOf(parts: StreamingParts) {
  const { rest, offExchange, feeds } = parts
  const { nowMs } = rest.clock
  const sessionOf = (symbol: string, t: string) => offExchange.running(symbol, newYorkDate(msOf(t)))
  const stream = new VendorStream({
    ...common(parts, `v2/${feeds.stocks}`, 'stream of stock trades'),
    codec: async () => jsonCodec,
    isOptional: feeds.stocks !== 'sip',
    onMessage(message) {
      const isTaken = takeCancel(message) ?? takeCorrection(message) ?? takeTrade(message)
      if (!isTaken) rest.health.refused(1)
    },
    onBroken: (lastSeenMs) => tapes?.broken(lastSeenMs),
    onEnd: () => prices.broken(),
  })
  const prices = new LivePrices({ stream, feeds, nowMs })
  const tapes =
    feeds.stocks !== 'sip'
      ? null
      : new LiveTapes<StockTrade>({
          stream,
          nowMs,
          namesOf: (symbol) => [symbol],
          async fill(symbol, wholeUntilMs) {
            await offExchange.fillGap(symbol, sessionDateAt(nowMs()), wholeUntilMs)
            rest.health.succeeded(`stock trades ${symbol}`, nowMs())
          },
          add: (symbol, trade) => sessionOf(symbol, trade.t)?.add(trade),
          leave: (symbol, wholeUntilMs) => offExchange.leave(symbol, sessionDateAt(nowMs()), wholeUntilMs),
          onFailure: (failure, symbol) => rest.health.failed(`stock trades ${symbol}`, failure, nowMs()),
        })
  /** Of the feed whose trades the tapes hold: the ids of another are others. Null for another message. */
  function takeCancel(message: unknown): boolean | null {
    if (!isOfType(message, 'x')) return null
    const read = StreamedCancel.safeParse(message)
    if (read.success && tapes) sessionOf(symbolOfSpelling(read.data.S), read.data.t)?.cancel(read.data)
    return read.success
  }
  function takeCorrection(message: unknown): boolean | null {
    if (!isOfType(message, 'c')) return null
    const read = StreamedCorrection.safeParse(message)
    if (read.success && tapes) sessionOf(symbolOfSpelling(read.data.S), read.data.t)?.correct(correctionOf(read.data))
    return read.success
  }
  function takeTrade(message: unknown): boolean {
    const head = Streamed.safeParse(message)
    const trade = StockTrade.safeParse(message)
    if (head.data?.T !== 't' || !trade.success) return false
    const symbol = symbolOfSpelling(head.data.S)
    if (!prices.take(symbol, trade.data)) return false
    tapes?.take(symbol, trade.data)
    return true
  }
  return { stream, tapes, prices }
}

function correctionOf({ x, z, t, oi, op, os, ci, cp, cs, cc }: StreamedCorrection): TradeCorrection {
  return { original: { x, z, i: oi, p: op, s: os }, corrected: { x, z, t, i: ci, p: cp, s: cs, c: cc } }
}

function common({ rest, access, streamUrl = STREAM_URL }: StreamingParts, feed: string, name: string) {
  const { keyId, secret } = access
  return {
    name,
    url: `${streamUrl.replace(/\/+$/, '')}/${feed}`,
    keyId,
    secret,
    clock: rest.clock,
    health: rest.health,
  }
}
