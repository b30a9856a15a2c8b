import { LRUCache } from 'lru-cache'
import { optionQuoteInstantAt } from '../../market/domain/calendar/option-hours.ts'
import type { OptionChain } from '../../market/domain/options/chain.ts'
import type { MarketView } from '../../market/ports/market-source.ts'
import type { ChainAnalyses } from './chain-analyses.ts'

/** From this age on, the next request has a newer chain prepared while it gets the present one. */
const RENEWED_AFTER_MS = 2_000
/** An older chain is not returned: the request waits for the newest one. */
const MAX_AGE_MS = 6_000
/** Then it is forgotten with its analysis, which the last request that got it may have used until now. */
const FORGOTTEN_AFTER_MS = 8_000
/** How often this is looked at: a valued chain takes a megabyte and more in each of two threads. */
const LOOK_MS = 2_000
/** A chain this young when it was requested follows the market: the source has another one some seconds later. */
const LIVE_MS = 1_000
const MAX_SYMBOLS = 1_000
/** What was requested within this time is of interest now. */
const OF_INTEREST_MS = 10 * 60_000

interface Recent {
  readonly symbol: string
  readonly chain: OptionChain
  /** When the source was asked for it, on the clock of the market. */
  readonly askedMs: number
  /** Whether it is of a session that is shown again: its instant does not say how old it is. */
  readonly isReplay: boolean | undefined
}

interface ChainRequest {
  readonly atMs: number
  readonly ageMs: number
}

export interface RecentChainParts {
  readonly viewAt: (date?: string) => Promise<MarketView>
  readonly analysisOf: ChainAnalyses
  readonly now: () => Date
  /** Whether the source may return the same chain for longer than eight seconds while the market moves. */
  readonly mayRepeatChains: boolean
  /** Runs work that no request waits for, and logs its failure. */
  readonly inBackground: (work: () => Promise<void>) => void
  /** Runs `work` once in `ms`. It keeps no process alive. */
  readonly later: (work: () => void, ms: number) => void
  /** Whether no person or program waits for what runs now. */
  readonly isBackground: () => boolean
}

/**
 * Views whose present chain may be some seconds old. A chain of a running session changes every second, and its
 * valuation takes a large part of one: who asks again within seconds gets the chain that is already valued, while the
 * next one is valued in the background. Everything else, and the past, is what the source says.
 */
export function viewsOfRecentChains(parts: RecentChainParts) {
  const { viewAt, analysisOf, now, inBackground, isBackground } = parts
  const recent = recentChains(parts)
  /** What each renewal that has begun brings; undefined where it fails. */
  const renewals = new Map<string, Promise<Recent | undefined>>()
  /** The last request of each, the latest first. */
  const requests = new LRUCache<string, ChainRequest>({ max: MAX_SYMBOLS })
  let wrapped: { readonly view: MarketView; readonly result: MarketView } | undefined

  async function renewed(symbol: string, { chain: old }: Recent): Promise<Recent> {
    const askedMs = now().getTime()
    // Before anything is awaited, since it may be forgotten meanwhile.
    const analysis = analysisOf(old)
    const view = await viewAt()
    const chain = await view.chain(symbol)
    await analysisOf(chain).prepareLike(analysis)
    return { symbol, chain, askedMs, isReplay: view.isReplay }
  }

  function renew(symbol: string, last: Recent): void {
    inBackground(async () => {
      // Requests of the same turn of the event loop asked for it as well.
      if (renewals.has(symbol)) return
      const { promise, resolve } = Promise.withResolvers<Recent | undefined>()
      renewals.set(symbol, promise)
      try {
        const next = await renewed(symbol, last)
        recent.put(next)
        resolve(next)
      } finally {
        renewals.delete(symbol)
        resolve(undefined)
      }
    })
  }

  async function chainOf(view: MarketView, symbol: string): Promise<OptionChain> {
    const askedMs = now().getTime()
    const isOfInterest = !isBackground()
    if (isOfInterest) requests.set(symbol, { atMs: askedMs, ageMs: requests.peek(symbol)?.ageMs ?? Number.NaN })
    const chain = await nearestOf(view, symbol, askedMs)
    const ageMs = Math.max(optionQuoteInstantAt(symbol, askedMs) - chain.asOfMs, 0)
    if (isOfInterest) requests.set(symbol, { atMs: askedMs, ageMs })
    return chain
  }

  async function nearestOf(view: MarketView, symbol: string, askedMs: number): Promise<OptionChain> {
    const isFresh = (it: Recent) => askedMs >= it.askedMs && askedMs - it.askedMs <= MAX_AGE_MS
    const last = recent.get(symbol)
    if (last && isFresh(last)) {
      if (askedMs - last.askedMs >= RENEWED_AFTER_MS && !renewals.has(symbol)) renew(symbol, last)
      return last.chain
    }
    // On a busy machine: it comes sooner than another one.
    const next = await renewals.get(symbol)
    if (next && isFresh(next)) return next.chain
    const chain = await view.chain(symbol)
    recent.put({ symbol, chain, askedMs, isReplay: view.isReplay })
    return chain
  }

  function requestsOfInterest(): [string, ChainRequest][] {
    const sinceMs = now().getTime() - OF_INTEREST_MS
    return [...requests].filter(([, { atMs }]) => atMs >= sinceMs)
  }

  return {
    async viewAt(date?: string): Promise<MarketView> {
      const view = await viewAt(date)
      if (date !== undefined) return view
      if (wrapped?.view !== view) {
        wrapped = { view, result: withChain(view, (symbol) => chainOf(view, symbol)) }
      }
      return wrapped.result
    },

    /** Symbols whose present chain was requested in the last ten minutes, the latest first. */
    requested(): string[] {
      return requestsOfInterest().map(([symbol]) => symbol)
    },

    /**
     * How much older than the market their quotes were when they were last requested, ms; NaN before the first answer.
     * While options do not trade, a chain of their close has the age 0.
     */
    agesMs(): ReadonlyMap<string, number> {
      return new Map(requestsOfInterest().map(([symbol, { ageMs }]) => [symbol, ageMs]))
    },
  }
}

/**
 * The last chain of each symbol. A chain that can no longer be returned is forgotten, and its analysis as well if the
 * source has a newer chain: a search of the whole market would leave hundreds of thousands of valued contracts otherwise.
 */
function recentChains({ analysisOf, now, later, mayRepeatChains }: RecentChainParts) {
  const latest = new LRUCache<string, Recent>({ max: MAX_SYMBOLS })
  /** In order of their requests: the latest of each symbol, and those that it replaced. */
  let kept: Recent[] = []
  let isScheduled = false

  function schedule(): void {
    if (isScheduled || kept.length === 0) return
    isScheduled = true
    later(() => {
      isScheduled = false
      forget()
      schedule()
    }, LOOK_MS)
  }

  function forget(): void {
    const nowMs = now().getTime()
    const isOver = ({ askedMs }: Recent) => nowMs - askedMs >= FORGOTTEN_AFTER_MS
    for (const old of kept.filter(isOver)) {
      const last = latest.peek(old.symbol)
      if (last === old) latest.delete(old.symbol)
      const isReplaced = last !== undefined && last.chain !== old.chain
      if (isReplaced || (!mayRepeatChains && hasMovedOn(old, nowMs))) analysisOf.forget(old.chain)
    }
    kept = kept.filter((each) => !isOver(each))
  }

  return {
    get: (symbol: string) => latest.get(symbol),
    put(next: Recent): void {
      latest.set(next.symbol, next)
      kept.push(next)
      schedule()
    },
  }
}

/** Whether quotes that were those of the moment of their request are so no longer. A replay always goes on. */
function hasMovedOn({ symbol, chain, askedMs, isReplay }: Recent, nowMs: number): boolean {
  if (isReplay) return true
  const ageMs = (atMs: number) => optionQuoteInstantAt(symbol, atMs) - chain.asOfMs
  return Math.abs(ageMs(askedMs)) <= LIVE_MS && ageMs(nowMs) > LIVE_MS
}

/** Getters stay getters: what they say may change. */
function withChain(view: MarketView, chain: MarketView['chain']): MarketView {
  const members = Object.getOwnPropertyDescriptors(view)
  return Object.defineProperties({ ...view }, { ...members, chain: { ...members.chain, value: chain } })
}
