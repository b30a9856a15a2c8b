/**
 * The two streams of an account, stocks in JSON and options in msgpack: the tapes that they keep, and the quotes and
 * prices that are in force at a print.
 */
import { z } from 'zod'
import { newYorkDate } from '../../../domain/market/new-york-time.ts'
import { symbolOfRoot } from '../../../domain/market/option-expirations.ts'
import { parseOptionSymbol } from '../../../domain/market/option-symbol.ts'
import { sessionDateAt } from '../../../domain/market/trading-calendar.ts'
import { INDEX_SYMBOLS, symbolOfSpelling } from '../known-symbols.ts'
import type { Answers } from './answers.ts'
import type { Snapshots } from './chain.ts'
import { type Feeds, OPEN_SIP_MS } from './feeds.ts'
import { LivePrices } from './live-prices.ts'
import { LiveQuotes } from './live-quotes.ts'
import { LiveTapes } from './live-tapes.ts'
import type { OffExchange } from './off-exchange.ts'
import { type MarketOf, type TapeTrade, tapeTrade } from './option-session.ts'
import { type OptionTapes, tradedContracts } from './option-tapes.ts'
import { type AlpacaAccess, type AlpacaRest, msOf } from './rest.ts'
import { OptionQuote, OptionTrade, StockTrade } from './schema.ts'
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
/** A report that was taken back: its id, exchange and size. */
const Canceled = z.object({
  T: z.literal('x'),
  S: z.string(),
  i: z.number(),
  x: z.string(),
  s: z.number(),
  t: z.string(),
})

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
  const tapes = new LiveTapes<TapeTrade>({
    stream,
    nowMs,
    namesOf: (symbol) => {
      const answer = answers.chains.peek(symbol)
      return answer ? namesIn(answer.snapshots) : []
    },
    async fill(symbol, wholeUntilMs) {
      const sessionDate = sessionDateAt(nowMs())
      const { value } = await answers.chains.get(symbol)
      const contracts = tradedContracts(value.snapshots, sessionDate)
      const traded = { contracts, knownAtMs: value.fetchedAtMs, chain: value.chain }
      await optionTapes.fillGap(symbol, sessionDate, traded, wholeUntilMs)
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

const names = new WeakMap<Snapshots, readonly string[]>()

/** As the vendor writes them; the same list for the same snapshots. */
function namesIn(snapshots: Snapshots): readonly string[] {
  const known = names.get(snapshots) ?? [...snapshots.keys()].map((occ) => occ.replaceAll(' ', ''))
  names.set(snapshots, known)
  return known
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
      const canceled = isOfType(message, 'x') ? Canceled.safeParse(message) : null
      if (canceled?.success) {
        const { S, t, x, i, s } = canceled.data
        sessionOf(symbolOfSpelling(S), t)?.cancel(x, i, s)
        return
      }
      if (!isOfType(message, 'c') && !takeTrade(message)) rest.health.refused(1)
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
          add: (symbol, trade) => sessionOf(symbol, trade.t)?.addStreamed(trade),
          leave: (symbol, wholeUntilMs) => offExchange.leave(symbol, sessionDateAt(nowMs()), wholeUntilMs),
          onFailure: (failure, symbol) => rest.health.failed(`stock trades ${symbol}`, failure, nowMs()),
        })
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
