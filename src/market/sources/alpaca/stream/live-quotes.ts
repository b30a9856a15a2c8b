/**
 * The quotes of the busiest contracts of the symbols that somebody looks at, from the stream of options, so that each
 * trade gets the quote in force before it.
 */
import type { OptionChain } from '../../../domain/options/chain.ts'
import { VendorFailure } from '../../vendor-failure.ts'
import type { Feeds } from '../feeds.ts'
import { type PastQuote, QuoteHistory } from '../rest/quote-history.ts'
import { type AlpacaRest, exactMsOf, MAX_AHEAD_MS, one, RowReader } from '../rest/rest.ts'
import { LatestQuotes, OptionQuote } from '../rest/schema.ts'
import { busiestContracts } from './busiest-contracts.ts'
import type { VendorStream } from './stream.ts'
import type { Interest } from './subscriptions.ts'

export interface LiveQuotesOptions {
  readonly stream: VendorStream
  readonly rest: AlpacaRest
  readonly feeds: Feeds
  /** The chain of a symbol that is there, without asking. */
  readonly chainOf: (symbol: string) => OptionChain | undefined
}

interface Followed {
  /** OCC identity, 21 characters. */
  readonly optionSymbol: string
  readonly quotes: QuoteHistory
}

/**
 * Contracts whose quotes a stream carries: 1000 with the plan that has opra, 200 with the free one.
 * https://docs.alpaca.markets/docs/about-market-data-api#options. The free feed changes its quotes: a side taken from
 * them would be made up, so none are followed there.
 */
export const MAX_QUOTED: Readonly<Record<Feeds['options'], number>> = { opra: 1_000, indicative: 0 }

/** Quotes of a contract that are kept: of a busy one those of some seconds, while trades lag by less than one. */
const KEPT_QUOTES = 256
const CHOICE_MS = 60_000
/** A session is shorter and the night longer: a quote of the evening before is none of the morning. */
const OLDEST_MS = 8 * 3_600_000
/** Answers lag the stream: one given sooner after a subscription could miss what came before it. */
const LAG_MS = 5_000
/** The vendor's limit of contracts a question. */
const CONTRACTS_A_QUESTION = 100
/** Messages of the options tape that hold no firm quote: non-firm, indicative, rotation, halted. */
const NOT_FIRM: ReadonlySet<string> = new Set(['F', 'I', 'R', 'T'])
const ASK_NOT_FIRM = 'X'
const BID_NOT_FIRM = 'Y'

export class LiveQuotes {
  readonly #options: LiveQuotesOptions
  /** By contract without padding, as the vendor writes it. */
  readonly #followed = new Map<string, Followed>()
  readonly #interest: Interest
  #most: number
  #symbols: readonly string[] = []
  #chosenMs = Number.NEGATIVE_INFINITY
  #newestMs = Number.NEGATIVE_INFINITY
  #carriedSinceMs = Number.NaN

  constructor(options: LiveQuotesOptions) {
    this.#options = options
    this.#most = MAX_QUOTED[options.feeds.options]
    this.#interest = {
      channel: 'quotes',
      isEssential: false,
      onCarried: () => {
        this.#carriedSinceMs = options.rest.clock.nowMs()
      },
      onRefused: (names) => this.#refused(names),
    }
  }

  get most(): number {
    return this.#most
  }

  /** The symbols that are looked at: contracts are chosen anew when they change, and every minute. */
  follow(symbols: readonly string[]): void {
    const nowMs = this.#options.rest.clock.nowMs()
    const isSame = symbols.length === this.#symbols.length && symbols.every((each) => this.#symbols.includes(each))
    if (isSame && nowMs - this.#chosenMs < CHOICE_MS) return
    this.#symbols = symbols
    this.#chosenMs = nowMs
    this.#choose()
  }

  /** Any message of the stream shows how far it has come. */
  reached(atMs: number): void {
    if (atMs > this.#newestMs) this.#newestMs = atMs
  }

  /** Quotes of contracts that are not followed any more come for a short while. False for one of the future. */
  take(name: string, quote: OptionQuote): boolean {
    const atMs = exactMsOf(quote.t)
    if (atMs > this.#options.rest.clock.nowMs() + MAX_AHEAD_MS) return false
    this.reached(atMs)
    this.#followed.get(name)?.quotes.push(atMs, ...pricesOf(quote))
    return true
  }

  /** The last quote strictly before an instant, by the vendor's own times; null where it is not known. */
  before(name: string, atMs: number): PastQuote | null {
    const quote = this.#followed.get(name)?.quotes.before(atMs)
    return quote && atMs - quote.atMs <= OLDEST_MS ? quote : null
  }

  /** What the vendor streamed last was the end of what is known. */
  broken(): void {
    const atMs = Math.min(this.#newestMs, this.#options.rest.clock.nowMs())
    for (const { quotes } of this.#followed.values()) quotes.cut(atMs)
  }

  /** To be called every half minute: asks for the quotes in force of contracts whose quotes have not changed since. */
  async beat(): Promise<void> {
    const { stream, rest } = this.#options
    const isCarried = () => stream.isCarried(this.#interest)
    const { connections } = stream
    if (!isCarried() || !(rest.clock.nowMs() - this.#carriedSinceMs >= LAG_MS)) return
    const missing = [...this.#followed].filter(([, { quotes }]) => quotes.isLacking).map(([name]) => name)
    for (let first = 0; first < missing.length; first += CONTRACTS_A_QUESTION) {
      const latest = await this.#latestOf(missing.slice(first, first + CONTRACTS_A_QUESTION))
      // What was interrupted meanwhile may have changed after the answer.
      if (latest === null || !isCarried() || stream.connections !== connections) return
      for (const [name, quote] of latest) this.#confirm(name, quote)
    }
    if (missing.length > 0) rest.health.succeeded('latest option quotes', rest.clock.nowMs())
  }

  #confirm(name: string, quote: OptionQuote): void {
    this.#followed.get(name)?.quotes.confirm(exactMsOf(quote.t), ...pricesOf(quote))
  }

  async #latestOf(names: readonly string[]): Promise<Map<string, OptionQuote> | null> {
    const { rest, feeds } = this.#options
    const query = { symbols: names.join(','), feed: feeds.options }
    const reader = new RowReader(OptionQuote)
    try {
      const { quotes } = await one(rest.data, { path: '/v1beta1/options/quotes/latest', query }, LatestQuotes)
      const latest = new Map<string, OptionQuote>()
      for (const [name, row] of Object.entries(quotes)) {
        const quote = reader.read(row)
        if (quote) latest.set(name, quote)
      }
      reader.finish(rest.health, 'option quotes')
      return latest
    } catch (error) {
      if (!(error instanceof VendorFailure)) throw error
      rest.health.failed('latest option quotes', error, rest.clock.nowMs())
      return null
    }
  }

  #choose(): void {
    const { stream, chainOf } = this.#options
    const chains = this.#symbols.flatMap((symbol) => chainOf(symbol) ?? [])
    const followed = new Set([...this.#followed.values()].map(({ optionSymbol }) => optionSymbol))
    const chosen = busiestContracts(chains, followed, this.#most)
    const gone = [...this.#followed].filter(([, { optionSymbol }]) => !chosen.has(optionSymbol)).map(([name]) => name)
    for (const name of gone) this.#followed.delete(name)
    // Room is made before it is taken.
    stream.unsubscribe(this.#interest, gone)
    const added = [...chosen].filter((optionSymbol) => !followed.has(optionSymbol)).map(plainName)
    for (const [name, optionSymbol] of added) {
      this.#followed.set(name, { optionSymbol, quotes: new QuoteHistory(KEPT_QUOTES) })
    }
    stream.subscribe(
      this.#interest,
      added.map(([name]) => name),
    )
  }

  /** The account has less room than its plan says, or something else uses it. */
  #refused(names: readonly string[]): void {
    for (const name of names) this.#followed.delete(name)
    this.#most = Math.min(this.#most, this.#followed.size)
  }
}

function plainName(optionSymbol: string): [name: string, optionSymbol: string] {
  return [optionSymbol.replaceAll(' ', ''), optionSymbol]
}

/** Zero stands for "none"; a quote that is not firm gives no side. */
function pricesOf({ bp, ap, c }: OptionQuote): [bid: number, ask: number] {
  const code = c ?? ''
  if (NOT_FIRM.has(code) || bp > ap) return [Number.NaN, Number.NaN]
  return [code === BID_NOT_FIRM ? Number.NaN : bp, code === ASK_NOT_FIRM || !(ap > 0) ? Number.NaN : ap]
}
