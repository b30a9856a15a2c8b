/**
 * Cboe's public delayed quotes: chains, quotes and daily history without an account. The past is what the service kept
 * of it. What it asks for, how often, and what it lacks stands in the README beside this file.
 */
import { sessionDateAt } from '../../../domain/market/trading-calendar.ts'
import type { Listing, MarketSource } from '../../../ports/market-source.ts'
import { KnownSymbols } from '../known-symbols.ts'
import { HealthLog, type LiveSource, type SourceHealth } from '../source-health.ts'
import type { StoredPast } from '../stored-past.ts'
import { type VendorClock, vendorClient } from '../vendor-client.ts'
import { cboeBars } from './bars.ts'
import { type Documents, documents } from './documents.ts'
import { type CboeView, pastView, presentView } from './view.ts'

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
  viewAt(date?: string): Promise<CboeView>
  /** Brings one symbol up to date that somebody looked at lately; false when there is none to be asked for. */
  tend(): Promise<boolean>
}

const BASE_URL = 'https://cdn.cboe.com/api/global/delayed_quotes'
/** For this long after a question a symbol is kept up to date without being asked for. */
const WATCHED_MS = 10 * 60_000
const REQUESTS_PER_MINUTE = 90

export function cboeMarket(options: CboeOptions): CboeMarket {
  const { baseUrl = BASE_URL, past, clock, timeoutMs } = options
  const known = new KnownSymbols(options.symbols)
  const health = new HealthLog('Cboe', options.onHealth)
  const client = vendorClient({
    vendor: 'Cboe',
    baseUrl,
    // One document at a time: nobody is served faster by a vendor that is overrun.
    parallel: 1,
    requestsPerMinute: REQUESTS_PER_MINUTE,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
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
    name: 'cboe',
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

/** A symbol whose chain was asked for before, is due, and is still looked at; the others are forgotten. */
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
    // What was never asked for is there as far as anyone knows.
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
