/**
 * Alpaca's market data: chains, quotes, bars, trades, news and corporate actions, from the feeds that the account has.
 * Where each answer comes from, and what is missing, stands in the README beside this file.
 */
import { sessionDateAt } from '../../domain/calendar/trading-calendar.ts'
import type { Listing, MarketSource } from '../../ports/market-source.ts'
import { KnownSymbols } from '../known-symbols.ts'
import { HealthLog, type LiveSource, type SourceHealth } from '../source-health.ts'
import type { HeldDividends, HeldTapes, StoredPast } from '../stored-past.ts'
import type { VendorClock } from '../vendor-client.ts'
import { alpacaDefinition } from './definition.ts'
import { capabilitiesWith, type Feeds } from './feeds.ts'
import { pastView } from './past-view.ts'
import { presentViews } from './present.ts'
import { ALL, type Answers, answers } from './rest/answers.ts'
import { offExchange } from './rest/off-exchange.ts'
import { type MarketOf, UNKNOWN_MARKET } from './rest/option-session.ts'
import { type AlpacaAccess, alpacaRest } from './rest/rest.ts'
import { optionTapes } from './stream/option-tapes.ts'
import { type Streaming, streaming } from './stream/streaming.ts'

export interface AlpacaOptions {
  readonly access: AlpacaAccess
  readonly feeds: Feeds
  /** `wss://host` of the streams, or null to ask over HTTP alone; Alpaca's own address where left out. */
  readonly streamUrl?: string | null | undefined
  readonly symbols: readonly string[]
  readonly past: StoredPast
  readonly clock: VendorClock
  readonly onHealth?: ((health: SourceHealth) => void) | undefined
}

export interface AlpacaMarket extends MarketSource, LiveSource, HeldTapes, HeldDividends, AsyncDisposable {
  /** Finds dead streams and reads what they missed, every half minute at most. */
  tend(): Promise<boolean>
}

const BEAT_MS = 30_000

export function alpacaMarket(options: AlpacaOptions): AlpacaMarket {
  const { access, feeds, symbols, past, clock, onHealth, streamUrl } = options
  const known = new KnownSymbols(symbols)
  const health = new HealthLog('Alpaca', onHealth)
  const rest = alpacaRest(access, clock, health)
  const kept = answers(rest, known.list, feeds)
  const marketOf: MarketOf = (symbol, trade) => live?.marketOf(symbol, trade) ?? UNKNOWN_MARKET
  const tapes = {
    offExchange: offExchange(rest, feeds, past.tapes),
    optionTapes: optionTapes(rest, feeds, past.tapes, marketOf),
  }
  const live: Streaming | null =
    streamUrl === null
      ? null
      : streaming({ rest, access, streamUrl, feeds, symbols: known.list, answers: kept, ...tapes })
  const parts = {
    known,
    answers: kept,
    feeds,
    ...tapes,
    past,
    nowMs: clock.nowMs,
    patience: clock.patience,
    shortPatience: clock.shortPatience ?? clock.patience,
    streaming: live,
  }
  const present = presentViews(parts)
  let beatenMs = Number.NEGATIVE_INFINITY
  return {
    name: alpacaDefinition.name,
    capabilities: capabilitiesWith(feeds),
    listings: () => listingsOf(known, kept, past, clock.nowMs()),
    viewAt: async (date) => (date === undefined ? present() : await pastView(parts, date)),
    sourceHealth: () => health.read(),
    heldTapes: () => tapes.optionTapes.held(),
    settleTapes: () => tapes.optionTapes.settle(),
    heldOffExchange: () => tapes.offExchange.held(),
    heldDividends: () => (kept.actions.peek(ALL)?.known ?? []).filter(({ kind }) => kind === 'dividend'),
    async tend() {
      const nowMs = clock.monotonicMs()
      if (!live || nowMs - beatenMs < BEAT_MS) return false
      beatenMs = nowMs
      await live.beat()
      return false
    },
    async [Symbol.asyncDispose]() {
      await live?.close()
      await rest.close()
    },
  }
}

async function listingsOf(
  known: KnownSymbols,
  { chains, bars }: Answers,
  past: StoredPast,
  nowMs: number,
): Promise<readonly Listing[]> {
  const stored = new Map((await past.coverage()).map((each) => [each.symbol, each]))
  return known.list.map((symbol) => {
    // What was never requested counts as available.
    const today = chains.peek(symbol)?.chain.sessionDate ?? (chains.isLacking(symbol) ? null : sessionDateAt(nowMs))
    const history = bars.peek(symbol)
    const kept = stored.get(symbol)
    return {
      symbol,
      name: null,
      sector: null,
      optionsFrom: kept?.chainsFrom ?? today,
      optionsTo: today ?? kept?.chainsTo ?? null,
      barsFrom: history?.[0]?.date ?? kept?.barsFrom ?? null,
      barsTo: history?.at(-1)?.date ?? kept?.barsTo ?? null,
      // Of a past date the tape needs the chain of that date, to know its contracts.
      printsFrom: kept?.chainsFrom ?? today,
      printsTo: today ?? kept?.chainsTo ?? null,
    }
  })
}
