import { lastSessionBefore, sessionOn } from '../../../src/market/domain/calendar/trading-calendar.ts'
import type { DailyBar } from '../../../src/market/domain/stocks/bar.ts'
import type { StockQuote } from '../../../src/market/domain/stocks/quote.ts'
import type { Listing, MarketSource, MarketView } from '../../../src/market/ports/market-source.ts'
import { simulatedDefinition } from '../../../src/market/sources/simulated/definition.ts'

export type Ohlc = readonly [open: number, high: number, low: number, last: number]

/** A market of prices alone, set by hand: the running session of each symbol, and the bars of finished ones. */
export interface ScriptedMarket {
  readonly market: MarketSource
  /** What the session of a symbol has traded up to now, or altogether; kept as its bar. */
  trade(symbol: string, sessionDate: string, ohlc: Ohlc): void
  /** Questions about a symbol fail until they are allowed again. */
  fail(symbol: string, fails: boolean): void
}

export function scriptedMarket(symbols: readonly string[], now: () => Date): ScriptedMarket {
  const traded = new Map<string, Map<string, Ohlc>>(symbols.map((symbol) => [symbol, new Map()]))
  const failing = new Set<string>()

  function daysOf(symbol: string): [string, Ohlc][] {
    if (failing.has(symbol)) throw new Error(`no answer about ${symbol}`)
    return [...(traded.get(symbol) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))
  }

  const view = {
    source: 'simulated',
    date: undefined,
    async moment() {
      const asOfMs = now().getTime()
      return { asOfMs, sessionDate: lastSessionBefore(asOfMs).date }
    },
    async quote(symbol: string): Promise<StockQuote> {
      const [sessionDate, [open, high, low, price]] = daysOf(symbol).at(-1) ?? ['2000-01-03', [1, 1, 1, 1]]
      const asOfMs = Math.min(now().getTime(), sessionOn(sessionDate)?.closeMs ?? 0)
      const unknown = { bid: Number.NaN, ask: Number.NaN, bidSize: Number.NaN, askSize: Number.NaN, volume: Number.NaN }
      const far = { previousClose: Number.NaN, week52High: Number.NaN, week52Low: Number.NaN }
      const rest = { ...unknown, ...far, marketSession: 'open' as const, warnings: [] }
      return { symbol, asOfMs, sessionDate, price, open, high, low, ...rest }
    },
    async dailyBars(symbol: string, { from = '' }: { from?: string }): Promise<DailyBar[]> {
      return daysOf(symbol)
        .filter(([date]) => date >= from)
        .map(([date, [open, high, low, close]]) => ({ date, open, high, low, close, volume: Number.NaN }))
    },
  }
  return {
    market: {
      ...simulatedDefinition,
      listings: async () => symbols.map((symbol) => ({ symbol, optionsFrom: '2026-01-02' }) as Listing),
      viewAt: async () => view as unknown as MarketView,
    },
    trade: (symbol, sessionDate, ohlc) => void traded.get(symbol)?.set(sessionDate, ohlc),
    fail: (symbol, fails) => void (fails ? failing.add(symbol) : failing.delete(symbol)),
  }
}
