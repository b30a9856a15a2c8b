/**
 * Cboe's public delayed quotes: chains, quotes and daily history without an account. Past dates come from the store.
 * See the README in this folder for endpoints, intervals and limits.
 */
import { sessionDateAt } from '../../domain/calendar/trading-calendar.ts'
import type { Listing, MarketSource } from '../../ports/market-source.ts'
import { KnownSymbols } from '../known-symbols.ts'
import { HealthLog, type LiveSource, type SourceHealth } from '../source-health.ts'
import type { StoredPast } from '../stored-past.ts'
import { type VendorClock, vendorClient } from '../vendor-client.ts'
import { cboeBars } from './bars.ts'
import { BASE_URL } from './base-url.ts'
import { cboeDefinition } from './definition.ts'
import { type Documents, documents } from './documents.ts'
import { pastView, presentView } from './view.ts'

export interface CboeOptions {
  /** Where the documents lie; Cboe's own address where left out. */
  readonly baseUrl?: string | undefined
  readonly symbols: readonly string[]
  readonly past: StoredPast
  readonly clock: VendorClock
  readonly timeoutMs?: number | undefined
  readonly onHealth?: ((health: SourceHealth) => void) | undefined
}

export interface CboeMarket extends MarketSource, LiveSource, AsyncDisposable {
  /** Refreshes one recently requested symbol; false when none is due. */
  tend(): Promise<boolean>
}

/** A symbol is refreshed in the background for this long after a request. */
const WATCHED_MS = 10 * 60_000
const REQUESTS_PER_MINUTE = 90
const REFUSED =
  'Cboe refuses a symbol that it does not have in the same way as an address that asked too often: check MARKET_SYMBOLS.'

export function cboeMarket(options: CboeOptions): CboeMarket {
  const { baseUrl = BASE_URL, past, clock, timeoutMs } = options
  const known = new KnownSymbols(options.symbols)
  const health = new HealthLog('Cboe', options.onHealth)
  const client = vendorClient({
    vendor: 'Cboe',
    baseUrl,
    // One document at a time, so as not to overload the vendor.
    parallel: 1,
    requestsPerMinute: REQUESTS_PER_MINUTE,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    refusal: () => REFUSED,
    clock,
  })
  const fetched = documents({ client, clock, health })
  const watched = new Map<string, number>()
  const parts = {
    known,
    documents: fetched,
    bars: cboeBars({ histories: fetched.histories, past }),
    past,
    nowMs: clock.nowMs,
    watch(symbol: string) {
      known.require(symbol)
      watched.set(symbol, clock.nowMs())
    },
  }
  const present = presentView(parts)
  return {
    name: cboeDefinition.name,
    capabilities: cboeDefinition.capabilities,
    listings: () => listingsOf(known, fetched, past, clock.nowMs()),
    viewAt: async (date) => (date === undefined ? present : await pastView(parts, date)),
    sourceHealth: () => health.read(),
    async tend() {
      const symbol = nextDue(watched, fetched, clock.nowMs())
      if (symbol === undefined) return false
      await fetched.chains.get(symbol)
      return true
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

/** A recently requested symbol whose chain is due; others are dropped. */
function nextDue(watched: Map<string, number>, { chains }: Documents, nowMs: number): string | undefined {
  for (const [symbol, seenMs] of watched) {
    if (nowMs - seenMs > WATCHED_MS) watched.delete(symbol)
    else if (chains.peek(symbol) && chains.isDue(symbol)) return symbol
  }
  return undefined
}

async function listingsOf(
  known: KnownSymbols,
  { chains, quotes, histories }: Documents,
  past: StoredPast,
  nowMs: number,
): Promise<readonly Listing[]> {
  const stored = new Map((await past.coverage()).map((each) => [each.symbol, each]))
  return known.list.map((symbol) => {
    const chain = chains.peek(symbol)?.parsed
    const history = histories.peek(symbol)?.parsed.bars
    const kept = stored.get(symbol)
    // A symbol that was never requested is assumed to exist.
    const today = chain?.chain.sessionDate ?? (chains.isLacking(symbol) ? null : sessionDateAt(nowMs))
    return {
      symbol,
      name: chain?.name ?? quotes.peek(symbol)?.parsed.name ?? null,
      sector: null,
      optionsFrom: kept?.chainsFrom ?? today,
      optionsTo: today ?? kept?.chainsTo ?? null,
      barsFrom: history?.[0]?.date ?? kept?.barsFrom ?? null,
      barsTo: history?.at(-1)?.date ?? kept?.barsTo ?? null,
      printsFrom: null,
      printsTo: null,
    }
  })
}
