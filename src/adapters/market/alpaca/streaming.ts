/** The two streams of an account, stock trades in JSON and option trades in msgpack, and the tapes that they keep. */
import { z } from 'zod'
import { newYorkDate } from '../../../domain/market/new-york-time.ts'
import { symbolOfRoot } from '../../../domain/market/option-expirations.ts'
import { parseOptionSymbol } from '../../../domain/market/option-symbol.ts'
import { sessionDateAt } from '../../../domain/market/trading-calendar.ts'
import { symbolOfSpelling } from '../known-symbols.ts'
import type { Answers } from './answers.ts'
import { type Feeds, OPEN_SIP_MS } from './feeds.ts'
import { LiveTapes } from './live-tapes.ts'
import type { OffExchange } from './off-exchange.ts'
import { type TapeTrade, tapeTrade } from './option-session.ts'
import { type OptionTapes, tradedContracts } from './option-tapes.ts'
import { type AlpacaAccess, type AlpacaRest, msOf } from './rest.ts'
import { OptionTrade, StockTrade } from './schema.ts'
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
  /** To be called every half minute. */
  beat(): Promise<void>
  close(): Promise<void>
}

const STREAM_URL = 'wss://stream.data.alpaca.markets'
const Streamed = z.object({ T: z.string(), S: z.string() })
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
  const options = optionStream(parts)
  const stocks = parts.feeds.stocks === 'sip' ? stockStream(parts) : null
  return {
    options: options.tapes,
    stocks: stocks?.tapes ?? null,
    async beat() {
      await options.tapes.beat()
      await stocks?.tapes.beat()
    },
    async close() {
      await options.stream.close()
      await stocks?.stream.close()
    },
  }
}

interface Streamlined<Trade> {
  readonly stream: VendorStream
  readonly tapes: LiveTapes<Trade>
}

function optionStream(parts: StreamingParts): Streamlined<TapeTrade> {
  const { rest, answers, optionTapes, feeds, symbols } = parts
  const { nowMs } = rest.clock
  // Roots have no dots: the contracts of BRK.B are named BRKB.
  const symbolOfPlain = new Map(symbols.map((symbol) => [symbol.replaceAll('.', ''), symbol]))
  const lateMs = feeds.options === 'opra' ? 0 : OPEN_SIP_MS
  const stream = new VendorStream({
    ...common(parts, `v1beta1/${feeds.options}`, 'stream of option trades'),
    codec: msgpackCodec,
    onMessage(message) {
      const head = Streamed.safeParse(message)
      const read = OptionTrade.safeParse(message)
      const contract = head.success ? parseOptionSymbol(head.data.S) : null
      const symbol = contract && symbolOfPlain.get(symbolOfRoot(contract.root))
      const trade = head.data?.T === 't' && read.success ? tapeTrade(head.data.S, read.data) : null
      if (symbol && trade) tapes.take(symbol, trade)
      else rest.health.refused(1)
    },
    onBroken: (lastSeenMs) => tapes.broken(lastSeenMs - lateMs),
  })
  const tapes = new LiveTapes<TapeTrade>({
    stream,
    nowMs,
    namesOf: (symbol) =>
      [...(answers.chains.peek(symbol)?.snapshots.keys() ?? [])].map((occ) => occ.replaceAll(' ', '')),
    async fill(symbol, wholeUntilMs) {
      const sessionDate = sessionDateAt(nowMs())
      const { value } = await answers.chains.get(symbol)
      const contracts = tradedContracts(value.snapshots, sessionDate)
      const traded = { contracts, knownAtMs: value.fetchedAtMs, chain: value.chain }
      await optionTapes.fillGap(symbol, sessionDate, traded, wholeUntilMs)
      rest.health.succeeded(`option trades ${symbol}`, nowMs())
    },
    add: (symbol, trade) => optionTapes.addStreamed(symbol, trade),
    onFailure: (failure, symbol) => rest.health.failed(`option trades ${symbol}`, failure, nowMs()),
  })
  return { stream, tapes }
}

function stockStream(parts: StreamingParts): Streamlined<StockTrade> {
  const { rest, offExchange, feeds } = parts
  const { nowMs } = rest.clock
  const sessionOf = (symbol: string, t: string) => offExchange.running(symbol, newYorkDate(msOf(t)))
  const stream = new VendorStream({
    ...common(parts, `v2/${feeds.stocks}`, 'stream of stock trades'),
    codec: async () => jsonCodec,
    onMessage(message) {
      const canceled = Canceled.safeParse(message)
      if (canceled.success) {
        const { S, t, x, i, s } = canceled.data
        sessionOf(symbolOfSpelling(S), t)?.cancel(x, i, s)
        return
      }
      const head = Streamed.safeParse(message)
      const trade = StockTrade.safeParse(message)
      if (head.data?.T === 't' && trade.success) tapes.take(symbolOfSpelling(head.data.S), trade.data)
      else if (head.data?.T !== 'c') rest.health.refused(1)
    },
    onBroken: (lastSeenMs) => tapes.broken(lastSeenMs),
  })
  const tapes = new LiveTapes<StockTrade>({
    stream,
    nowMs,
    namesOf: (symbol) => [symbol],
    async fill(symbol, wholeUntilMs) {
      await offExchange.fillGap(symbol, sessionDateAt(nowMs()), wholeUntilMs)
      rest.health.succeeded(`stock trades ${symbol}`, nowMs())
    },
    add: (symbol, trade) => sessionOf(symbol, trade.t)?.addStreamed(trade),
    onFailure: (failure, symbol) => rest.health.failed(`stock trades ${symbol}`, failure, nowMs()),
  })
  return { stream, tapes }
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
