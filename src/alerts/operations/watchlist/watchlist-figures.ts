/** Figures of watched symbols that take long, kept for all accounts of the process. */
import { LRUCache } from 'lru-cache'
import { overviewOptions } from '../../../analytics/domain/market-overview.ts'
import type { AnalyticsContext } from '../../../analytics/operations/context.ts'
import { rankedChain } from '../../../analytics/operations/ranked-chain.ts'
import { SymbolFailures } from '../../../market/operations/symbol-failures.ts'

/** As old as the overview of the market may be: a chain takes a large part of a second to value. */
const FRESH_MS = 60_000
const USABLE_MS = 300_000
const MAX_SYMBOLS = 1_000
const CLOSES = 20
/** Calendar days that hold so many sessions. */
const CLOSE_DAYS = 35

/** NaN is unknown. */
export interface SymbolFigures {
  readonly ivRank: number
  readonly netGex: number
  readonly gammaFlip: number
  readonly netPremium: number
  /** Oldest first, without the session itself. */
  readonly closes: readonly number[]
  /** Null without a chain. */
  readonly chainAtMs: number | null
  readonly warnings: readonly string[]
}

type FigureParts = Pick<AnalyticsContext, 'viewAt' | 'analysisOf' | 'sessionPremium' | 'afterwards'>

export interface WatchlistFigures {
  /** At most five minutes old; waits for those that are not known. */
  all(symbols: readonly string[], parts: FigureParts): Promise<ReadonlyMap<string, SymbolFigures>>
  /** Those that are known, without waiting. Begins to compute the others, and those older than a minute. */
  available(symbols: readonly string[], parts: FigureParts): ReadonlyMap<string, SymbolFigures>
}

interface Kept {
  readonly figures: SymbolFigures
  readonly atMs: number
}

/** One for each process. */
export function watchlistFigures(monotonicMs: () => number): WatchlistFigures {
  const kept = new LRUCache<string, Kept>({ max: MAX_SYMBOLS })
  const running = new Map<string, Promise<SymbolFigures>>()
  const wanted = new Set<string>()
  let isRenewing = false

  function computed(symbol: string, parts: FigureParts): Promise<SymbolFigures> {
    const known = running.get(symbol)
    if (known !== undefined) return known
    const atMs = monotonicMs()
    const work = figuresOf(symbol, parts)
      .then((figures) => {
        kept.set(symbol, { figures, atMs })
        return figures
      })
      .finally(() => running.delete(symbol))
    running.set(symbol, work)
    return work
  }

  /** One symbol at a time, whoever asks, so that long lists leave the machine to others. */
  async function renew(parts: FigureParts): Promise<void> {
    try {
      for (const symbol of wanted) {
        wanted.delete(symbol)
        await computed(symbol, parts)
      }
    } finally {
      isRenewing = false
    }
  }

  function usable(symbols: readonly string[]): Map<string, SymbolFigures> {
    const found = new Map<string, SymbolFigures>()
    for (const symbol of symbols) {
      const entry = kept.get(symbol)
      if (entry && monotonicMs() - entry.atMs <= USABLE_MS) found.set(symbol, entry.figures)
    }
    return found
  }

  function available(symbols: readonly string[], parts: FigureParts): ReadonlyMap<string, SymbolFigures> {
    for (const symbol of symbols) {
      const entry = kept.peek(symbol)
      if (!entry || monotonicMs() - entry.atMs > FRESH_MS) wanted.add(symbol)
    }
    if (wanted.size > 0 && !isRenewing) {
      isRenewing = true
      parts.afterwards(() => renew(parts))
    }
    return usable(symbols)
  }

  return {
    available,
    async all(symbols, parts) {
      const found = usable(symbols)
      for (const symbol of symbols) {
        if (!found.has(symbol)) found.set(symbol, await computed(symbol, parts))
      }
      return found
    },
  }
}

async function figuresOf(symbol: string, parts: FigureParts): Promise<SymbolFigures> {
  const view = await parts.viewAt()
  const failures = new SymbolFailures()
  const ranked = await failures.nullIfLacking(symbol, rankedChain(view, symbol))
  const analysis = ranked && parts.analysisOf(ranked.chain)
  // The gamma first: the outline of a valued chain is free.
  const gamma = analysis && (await analysis.gamma({}))
  const options = analysis && gamma && overviewOptions(await analysis.outline(), ranked.iv30Before, gamma)
  const { sessionDate } = await view.moment()
  const flow = await failures.nullIfLacking(symbol, parts.sessionPremium.bySentiment(view, { symbol, sessionDate }))
  const bars = await failures.nullIfLacking(symbol, view.dailyBars(symbol, { used: CLOSE_DAYS }))
  const before = (bars ?? []).filter(({ date, close }) => date < sessionDate && !Number.isNaN(close))
  return {
    ivRank: options?.ivRank ?? Number.NaN,
    netGex: gamma?.answer.net_gex ?? Number.NaN,
    gammaFlip: gamma?.answer.gamma_flip ?? Number.NaN,
    netPremium: flow?.netPremium ?? Number.NaN,
    closes: before.slice(-CLOSES).map(({ close }) => close),
    chainAtMs: ranked?.chain.asOfMs ?? null,
    warnings: failures.warnings,
  }
}
