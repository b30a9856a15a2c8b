/**
 * A live source in a process that may be the one that asks the vendor: the adapter of the vendor while this process has
 * the lease, which also answers the others then, and the shared source in between. Tapes are those of the shared source in
 * any case, so that nobody sees a print that is not stored.
 */
import { AppError } from '../../../lib/errors.ts'
import type { LiveExchange, LiveHints } from '../../ports/live-exchange.ts'
import type { MarketSource, MarketView } from '../../ports/market-source.ts'
import type { LiveSource, SourceHealth } from '../source-health.ts'
import type { HeldDividends, HeldTape, HeldTapes, HeldTrades } from '../stored-past.ts'
import { currentAsking, rankOf } from '../urgency.ts'
import type { SharedMarket } from './index.ts'
import { answerOrError, LiveAnswerer } from './live-answerer.ts'
import { liveAnswer } from './live-answers.ts'
import type { HeldAnswer } from './live-asker.ts'
import { type LiveQuestion, readQuestion } from './live-question.ts'
import type { Ask } from './shared-answers.ts'
import type { SharedTapes } from './shared-tapes.ts'

/** An adapter of a vendor, of which some have tapes and dividends. */
export type VendorMarket = MarketSource & LiveSource & AsyncDisposable & Partial<HeldTapes & HeldDividends>

export interface LeadingParts {
  /** Of the lease; null while another process has it. */
  readonly termOf: () => number | null
  /** Opens the adapter anew: what it has in memory is of one term. */
  readonly open: () => Promise<VendorMarket>
  readonly exchange: LiveExchange
  readonly hints: LiveHints
  /** Whether the prints of a session are stored as they come. */
  readonly isStored: (sessionDate: string) => boolean
  readonly nowMs: () => number
  readonly monotonicMs: () => number
  readonly onFailure: (error: unknown) => void
}

interface Led {
  readonly term: number
  readonly market: VendorMarket
  readonly answerer: LiveAnswerer
}

/** The prints of a session up to a row were stored. */
export interface StoredPrints {
  readonly symbol: string
  readonly sessionDate: string
  readonly count: number
}

/** Between two looks whether this process has the lease. */
const LOOK_MS = 50
/** After an adapter that could not be opened. */
const OPEN_AGAIN_MS = 5_000
/** An answer about a tape does not wait longer for its prints to be stored. */
const MAX_STORING_MS = 3_000
/** For so long after a question somebody waits for the prints of a tape. */
const WATCHED_MS = 3_000

/** The adapter of a vendor while this process has the lease, and whom it answers. */
export class Leading implements AsyncDisposable {
  readonly #parts: LeadingParts
  #led: Led | null = null
  #turning: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  readonly #stored = new Map<string, number>()
  readonly #waiting = new Set<() => void>()
  #watchedMs = Number.NEGATIVE_INFINITY
  #notBeforeMs = Number.NEGATIVE_INFINITY

  constructor(parts: LeadingParts) {
    this.#parts = parts
  }

  /** Resolves once this process asks the vendor, if it has the lease. */
  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.#turn(), LOOK_MS)
    await this.#turn()
  }

  /** Null while another process asks the vendor. */
  get market(): VendorMarket | null {
    return this.#led && this.#parts.termOf() === this.#led.term ? this.#led.market : null
  }

  /** Whether somebody looks at tapes just now. */
  get isWatched(): boolean {
    return this.#parts.monotonicMs() - this.#watchedMs < WATCHED_MS
  }

  /** Answers a question of this process itself. */
  async answer(question: LiveQuestion, source: VendorMarket) {
    const { isStored, onFailure, monotonicMs } = this.#parts
    if (question.method === 'optionPrints' && rankOf(currentAsking().urgency) >= rankOf('watched')) {
      this.#watchedMs = monotonicMs()
    }
    const stored: Parameters<typeof liveAnswer>[0]['stored'] = ({ prints: { symbol, sessionDate, count } }) =>
      this.#untilStored({ symbol, sessionDate, count })
    return await answerOrError(() => liveAnswer({ source, isStored, stored }, question), onFailure)
  }

  /** To be called after the commit. */
  printsStored({ symbol, sessionDate, count }: StoredPrints): void {
    this.#stored.set(`${symbol} ${sessionDate}`, count)
    this.#parts.hints.publish('prints', `${symbol} ${sessionDate}`)
    for (const look of this.#waiting) look()
  }

  #untilStored({ symbol, sessionDate, count }: StoredPrints): Promise<void> {
    const isStored = () => (this.#stored.get(`${symbol} ${sessionDate}`) ?? 0) >= count
    if (isStored()) return Promise.resolve()
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        this.#waiting.delete(look)
        resolve()
      }
      const look = () => isStored() && end()
      const timer = setTimeout(end, MAX_STORING_MS)
      this.#waiting.add(look)
    })
  }

  #turn(): Promise<void> {
    this.#turning ??= this.#turned()
      .catch((error: unknown) => this.#parts.onFailure(error))
      .finally(() => {
        this.#turning = undefined
      })
    return this.#turning
  }

  async #turned(): Promise<void> {
    const { exchange, hints, nowMs, monotonicMs, onFailure, open, termOf } = this.#parts
    const term = termOf()
    if (this.#led?.term === term || (term !== null && monotonicMs() < this.#notBeforeMs)) return
    await this.#leave()
    if (term === null) return
    this.#notBeforeMs = monotonicMs() + OPEN_AGAIN_MS
    const market = await open()
    this.#notBeforeMs = Number.NEGATIVE_INFINITY
    const answerer = new LiveAnswerer({
      exchange,
      hints,
      nowMs,
      onFailure,
      isLeading: () => termOf() === term,
      answer: (question) => this.answer(question, market),
      state: () => market.sourceHealth(),
    })
    this.#led = { term, market, answerer }
  }

  async #leave(): Promise<void> {
    const led = this.#led
    this.#led = null
    this.#stored.clear()
    if (!led) return
    // The vendor first: whoever waits for an answer is answered by the next process.
    await led.market[Symbol.asyncDispose]()
    await led.answerer[Symbol.asyncDispose]()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    await this.#turning
    await this.#leave()
  }
}

/** How the shared source of this process asks: itself while it asks the vendor, else another process. */
export function askOf(leading: Leading, remote: Ask, nowMs: () => number): Ask {
  return async (text, before, maxAgeMs) => {
    const { market } = leading
    const question = market && readQuestion(text)
    if (!market || !question) return remote(text, before, maxAgeMs)
    const held: HeldAnswer = { answer: await leading.answer(question, market), version: '', checkedMs: nowMs() }
    return held
  }
}

export interface LedMarketParts {
  readonly leading: Leading
  readonly shared: SharedMarket
  readonly tapes: SharedTapes
}

export type LedMarket = SharedMarket &
  HeldDividends &
  Partial<HeldTapes> & {
    /** To be called after the commit: whoever waits for these prints reads them. */
    printsStored(stored: StoredPrints): void
  }

export function ledMarket({ leading, shared, tapes }: LedMarketParts): LedMarket {
  return {
    name: shared.name,
    capabilities: shared.capabilities,
    listings: () => either(leading, (market) => (market ?? shared).listings()),
    viewAt: async (date) => ledView(leading, await shared.viewAt(date), date),
    sourceHealth: (): SourceHealth => (leading.market ?? shared).sourceHealth(),
    tend: async () => (await leading.market?.tend()) ?? false,
    heldDividends: () => leading.market?.heldDividends?.() ?? [],
    printsStored: (stored) => leading.printsStored(stored),
    ...(shared.capabilities.keepsTape ? heldTapes(leading, tapes) : {}),
  }
}

function heldTapes(leading: Leading, tapes: SharedTapes): HeldTapes {
  return {
    heldTapes(): readonly HeldTape[] {
      const { market } = leading
      // As with a tape that is read in its own process, whoever looks at it does not wait for late quotes.
      if (leading.isWatched) market?.settleTapes?.()
      const held = market?.heldTapes?.() ?? []
      // Rows are made of the tape as it is stored.
      return held.map((each) => ({ ...each, tape: tapes.tapeOf(each.prints.symbol, each.prints.sessionDate) }))
    },
    settleTapes: () => leading.market?.settleTapes?.(),
    heldOffExchange: (): readonly HeldTrades[] => leading.market?.heldOffExchange?.() ?? [],
  }
}

/** What is asked of the adapter is asked again of the shared source, where the lease has ended meanwhile. */
async function either<T>(leading: Leading, ask: (market: VendorMarket | null) => Promise<T>): Promise<T> {
  const { market } = leading
  if (!market) return ask(null)
  try {
    return await ask(market)
  } catch (error) {
    const isLost = error instanceof AppError && error.code === 'unavailable' && leading.market !== market
    if (!isLost) throw error
    return ask(null)
  }
}

function ledView(leading: Leading, shared: MarketView, date: string | undefined): MarketView {
  let own: { readonly market: VendorMarket; readonly view: Promise<MarketView> } | undefined
  let ownView: MarketView | undefined
  const on = <T>(ask: (view: MarketView) => Promise<T>) =>
    either(leading, async (market) => {
      if (!market) return ask(shared)
      if (own?.market !== market) own = { market, view: market.viewAt(date) }
      ownView = await own.view
      return ask(ownView)
    })
  return {
    source: shared.source,
    get notice() {
      const notices = [ownView?.notice, shared.notice].filter((each) => each !== undefined)
      return notices.length > 0 ? [...new Set(notices)].join(' ') : undefined
    },
    date: shared.date,
    quote: (symbol) => on((view) => view.quote(symbol)),
    chain: (symbol) => on((view) => view.chain(symbol)),
    dailyBars: (symbol, range) => on((view) => view.dailyBars(symbol, range)),
    metricHistory: (symbol, metric, range) => on((view) => view.metricHistory(symbol, metric, range)),
    offExchangeTrades: (symbol, days) => on((view) => view.offExchangeTrades(symbol, days)),
    optionPrints: (symbol) => shared.optionPrints(symbol),
    contractMids: (symbol, instants) => on((view) => view.contractMids(symbol, instants)),
    moment: () => shared.moment(),
    earnings: (query) => on((view) => view.earnings(query)),
    events: (query) => on((view) => view.events(query)),
    news: (query) => on((view) => view.news(query)),
  }
}
