/** The prices of the underlyings that somebody looks at, from the stream of stock trades, for the instant of a print. */
import type { Feeds } from '../feeds.ts'
import { QuoteHistory } from '../rest/quote-history.ts'
import { exactMsOf, MAX_AHEAD_MS } from '../rest/rest.ts'
import type { StockTrade } from '../rest/schema.ts'
import { makesPrice } from './sale-conditions.ts'
import type { VendorStream } from './stream.ts'
import type { Interest } from './subscriptions.ts'

export interface LivePricesOptions {
  readonly stream: VendorStream
  readonly feeds: Feeds
  readonly nowMs: () => number
}

/** Free accounts may follow 30 symbols. https://docs.alpaca.markets/docs/about-market-data-api#equities */
const MAX_PRICED: Readonly<Record<Feeds['stocks'], number>> = {
  sip: Number.POSITIVE_INFINITY,
  iex: 30,
  delayed_sip: 30,
}
/** Trades that are kept of a stock: some minutes of a busy one, while trades of the indicative feed come 15 late. */
const KEPT_TRADES = 16_384
/** A price of longer ago says little of an option print. */
const FRESH_MS = 60_000

export class LivePrices {
  readonly #options: LivePricesOptions
  readonly #followed = new Map<string, QuoteHistory>()
  readonly #interest: Interest
  #most: number
  #newestMs = Number.NEGATIVE_INFINITY

  constructor(options: LivePricesOptions) {
    this.#options = options
    this.#most = MAX_PRICED[options.feeds.stocks]
    this.#interest = { channel: 'trades', isEssential: false, onRefused: (names) => this.#refused(names) }
  }

  follow(symbols: readonly string[]): void {
    const { stream } = this.#options
    const wanted = new Set(symbols.slice(0, this.#most))
    const gone = [...this.#followed.keys()].filter((symbol) => !wanted.has(symbol))
    for (const symbol of gone) this.#followed.delete(symbol)
    if (gone.length > 0) stream.unsubscribe(this.#interest, gone)
    const added = [...wanted].filter((symbol) => !this.#followed.has(symbol))
    for (const symbol of added) this.#followed.set(symbol, new QuoteHistory(KEPT_TRADES))
    if (added.length > 0) stream.subscribe(this.#interest, added)
  }

  /** False for a trade of the future. */
  take(symbol: string, trade: StockTrade): boolean {
    const atMs = exactMsOf(trade.t)
    if (atMs > this.#options.nowMs() + MAX_AHEAD_MS) return false
    if (atMs > this.#newestMs) this.#newestMs = atMs
    const history = this.#followed.get(symbol)
    if (history && trade.p > 0 && makesPrice(trade)) history.push(atMs, trade.p, trade.p)
    return true
  }

  /** What the vendor streamed last was the end of what is known. */
  broken(): void {
    const atMs = Math.min(this.#newestMs, this.#options.nowMs())
    for (const history of this.#followed.values()) history.cut(atMs)
  }

  /** The last price strictly before an instant, by the vendor's own times; NaN where it is not known. */
  before(symbol: string, atMs: number): number {
    const found = this.#followed.get(symbol)?.before(atMs)
    return found && atMs - found.atMs <= FRESH_MS ? found.bid : Number.NaN
  }

  #refused(names: readonly string[]): void {
    for (const name of names) this.#followed.delete(name)
    this.#most = Math.min(this.#most, this.#followed.size)
  }
}
