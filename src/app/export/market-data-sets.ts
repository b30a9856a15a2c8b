import { optionRow } from '../../analytics/domain/chain/option-chain-rows.ts'
import { CHAIN_METRICS } from '../../analytics/domain/trend/history-metrics.ts'
import { flowPrint } from '../../flow/domain/flow-print.ts'
import { orNull } from '../../lib/math/numbers.ts'
import { tradingDaysBetween } from '../../market/domain/calendar/trading-calendar.ts'
import { nullIfNotFound } from '../../market/operations/null-if-not-found.ts'
import type { MarketView } from '../../market/ports/market-source.ts'
import type { DataSet, ExportParts, ExportQuery, ExportRow } from './data-set.ts'

/** Some megabytes of rows. */
const ROWS_A_PART = 2_000

export const bars: DataSet = {
  summary: 'daily bars, adjusted for splits',
  columns: {
    symbol: 'text',
    date: 'date',
    open: 'number',
    high: 'number',
    low: 'number',
    close: 'number',
    volume: 'number',
  },
  days: 366,
  async *parts({ symbols, from, to }, { market }) {
    const view = await market.viewAt()
    for (const symbol of await symbolsOf(symbols, market)) {
      const found = (await nullIfNotFound(view.dailyBars(symbol, { from, to }))) ?? []
      yield found.map((bar) => ({ symbol, ...bar, volume: orNull(bar.volume) }))
    }
  },
}

const METRICS = { underlying_price: 'underlyingPrice', ...omitted(CHAIN_METRICS, 'iv_rank') } as const

export const metrics: DataSet = {
  summary: 'figures of the last chain of each session',
  columns: { symbol: 'text', date: 'date', ...allNumbers(Object.keys(METRICS)) },
  days: 366,
  async *parts({ symbols, from, to }, { market }) {
    const view = await market.viewAt()
    const { sessionDate } = await view.moment()
    const sessions = tradingDaysBetween(from, sessionDate).length
    for (const symbol of await symbolsOf(symbols, market)) {
      const rows = await metricRows(view, symbol, sessions)
      yield rows.filter(({ date }) => date >= from && date <= to)
    }
  },
}

/** In date order. */
async function metricRows(view: MarketView, symbol: string, sessions: number): Promise<MetricsRow[]> {
  const rows = new Map<string, MetricsRow>()
  for (const [name, metric] of Object.entries(METRICS)) {
    const history = await nullIfNotFound(view.metricHistory(symbol, metric, { sessions }))
    for (const { date, value } of history?.points ?? []) {
      rows.set(date, { ...(rows.get(date) ?? { symbol, date }), [name]: orNull(value) })
    }
  }
  return [...rows.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
}

interface MetricsRow extends ExportRow {
  readonly date: string
}

export const chains: DataSet = {
  summary: 'every listed contract with its greeks, at the last chain of each session',
  columns: {
    ...{ symbol: 'text', session_date: 'date', as_of: 'instant', underlying_price: 'number' },
    ...{ option_symbol: 'text', option_type: 'text', strike: 'number', expiration_date: 'date', dte: 'number' },
    ...allNumbers(['bid', 'ask', 'mid', 'last', 'bid_size', 'ask_size', 'volume', 'open_interest']),
    ...{ implied_volatility: 'number', iv_status: 'text', iv_origin: 'text' },
    ...allNumbers(['delta', 'gamma', 'theta', 'vega', 'rho', 'vanna', 'charm', 'theoretical_price']),
    ...{ exercise_advantage: 'number', in_the_money: 'flag' },
  },
  days: 1,
  async *parts(query, parts) {
    for await (const { view, symbol } of sessionsOf(query, parts)) {
      const chain = await nullIfNotFound(view.chain(symbol))
      if (!chain) continue
      const valued = await parts.analysisOf(chain).valued()
      const of = {
        symbol,
        session_date: chain.sessionDate,
        as_of: new Date(chain.asOfMs).toISOString(),
        underlying_price: orNull(chain.underlyingPrice),
      }
      const { count } = chain.contracts
      for (let first = 0; first < count; first += ROWS_A_PART) {
        const length = Math.min(ROWS_A_PART, count - first)
        yield Array.from({ length }, (_, row) => ({ ...of, ...optionRow(valued, first + row) }))
      }
    }
  },
}

export const flow: DataSet = {
  summary: 'classified option trades of each session',
  columns: {
    ...{ id: 'text', executed_at: 'instant', symbol: 'text', option_symbol: 'text', option_type: 'text' },
    ...{ strike: 'number', expiration_date: 'date', dte: 'number', side: 'text' },
    ...allNumbers(['price', 'bid', 'ask', 'size', 'premium', 'underlying_price', 'implied_volatility', 'delta']),
    ...allNumbers(['open_interest', 'volume', 'volume_oi_ratio']),
    ...{ trade_type: 'text', sentiment: 'text', unusual_score: 'number', alert_types: 'text' },
  },
  days: 1,
  async *parts(query, parts) {
    for await (const { view, symbol } of sessionsOf(query, parts)) {
      const found = await nullIfNotFound(parts.flowSessions.once(view, symbol))
      const rows = found?.rows ?? []
      for (let first = 0; first < rows.length; first += ROWS_A_PART) {
        yield rows.slice(first, first + ROWS_A_PART).map(flowRow)
      }
    }
  },
}

function flowRow(row: Parameters<typeof flowPrint>[0]): ExportRow {
  const print = flowPrint(row)
  return { ...print, alert_types: print.alert_types.join(' ') }
}

/** Each session of the range with each symbol; the present one as far as it has come. */
async function* sessionsOf(
  { symbols, from, to }: ExportQuery,
  { market }: ExportParts,
): AsyncGenerator<{ readonly view: MarketView; readonly symbol: string }> {
  const present = await market.viewAt()
  const { sessionDate } = await present.moment()
  for (const date of tradingDaysBetween(from, to < sessionDate ? to : sessionDate)) {
    const view = date === sessionDate ? present : await nullIfNotFound(market.viewAt(date))
    if (!view) continue
    for (const symbol of await symbolsOf(symbols, market)) yield { view, symbol }
  }
}

async function symbolsOf(symbols: readonly string[], market: ExportParts['market']): Promise<readonly string[]> {
  return symbols.length > 0 ? symbols : (await market.listings()).map(({ symbol }) => symbol)
}

function allNumbers(names: readonly string[]): Readonly<Record<string, 'number'>> {
  return Object.fromEntries(names.map((name) => [name, 'number'] as const))
}

function omitted<T extends object, Name extends keyof T>(from: T, name: Name): Omit<T, Name> {
  const { [name]: _, ...rest } = from
  return rest
}
