import { LRUCache } from 'lru-cache'
import { addDays } from '../../../lib/time/civil-date.ts'
import type { CorporateAction } from '../../domain/stocks/corporate-action.ts'
import { OFF_EXCHANGE, type SessionTrades, type StockTrades } from '../../domain/stocks/stock-trades.ts'
import type { OffExchangeTape } from '../../ports/market-source.ts'
import type { Moment } from './moment.ts'
import type { ReplayMarket, SessionHead } from './stored-market.ts'

/** Finds the off-exchange trades of a stored session; undefined when it was replaced since its head was read. */
export type OffExchangeMemo = (symbol: string, head: SessionHead) => Promise<SessionTrades | undefined>

/** 30 bytes each: a month of a busy stock. */
const KEPT_TRADES = 4_000_000

/** Keeps what was used last: a session has up to a million trades, and a window many sessions. */
export function offExchangeMemo(market: ReplayMarket): OffExchangeMemo {
  const kept = new LRUCache<string, SessionTrades>({
    maxSize: KEPT_TRADES,
    // A session larger than the limit is cached alone.
    sizeCalculation: ({ trades }) => Math.min(Math.max(1, trades.count), KEPT_TRADES),
  })
  return async (symbol, { id, sessionDate }) => {
    const known = kept.get(id)
    const session = known ?? offExchangeOf((await market.marketSessions.load('trades', symbol, sessionDate))?.table)
    if (session && !known) kept.set(id, session)
    return session
  }
}

export async function offExchangeTape(
  market: ReplayMarket,
  memo: OffExchangeMemo,
  symbol: string,
  { sessionDate, ms, lastBarDate }: Moment,
  days: number,
): Promise<OffExchangeTape> {
  const range = { from: addDays(sessionDate, 1 - days), to: sessionDate }
  const splits = await splitsKnown(market, symbol, sessionDate, ms)
  const sessions: SessionTrades[] = []
  for (const head of await market.marketSessions.heads('trades', symbol, range)) {
    const whole = await memo(symbol, head)
    if (!whole) continue
    const past =
      head.sessionDate <= lastBarDate ? whole : { ...whole, trades: upTo(whole.trades, ms), volume: Number.NaN }
    sessions.push(inSharesOf(past, splits))
  }
  const warnings =
    sessions.length > 0
      ? []
      : [`No trades of ${symbol} are stored from ${range.from} to ${range.to}: import some first.`]
  return { asOfMs: ms, sessionDate, sessions, warnings }
}

function offExchangeOf(table: StockTrades | undefined): SessionTrades | undefined {
  if (!table) return undefined
  let volume = 0
  for (const size of table.size) if (size > 0) volume += size
  const onExchange = table.exchange.some((code) => code !== OFF_EXCHANGE)
  const trades = rowsOf(table, (row) => table.exchange[row] === OFF_EXCHANGE)
  // A tape without any on-exchange trade was filtered before: the total volume is unknown.
  return { trades, volume: onExchange ? volume : Number.NaN }
}

/** Of a session that still ran at the instant: what had been reported by then. */
function upTo(trades: StockTrades, ms: number): StockTrades {
  return rowsOf(trades, (row) => (trades.executedAtMs[row] ?? Number.POSITIVE_INFINITY) <= ms)
}

function rowsOf(table: StockTrades, isKept: (row: number) => boolean): StockTrades {
  const keep = (_value: number, row: number) => isKept(row)
  const executedAtMs = table.executedAtMs.filter(keep)
  return {
    symbol: table.symbol,
    sessionDate: table.sessionDate,
    count: executedAtMs.length,
    executedAtMs,
    price: table.price.filter(keep),
    size: table.size.filter(keep),
    exchange: table.exchange.filter(keep),
    conditions: table.conditions.filter(keep),
    suspicious: table.suspicious.filter(keep),
  }
}

async function splitsKnown(
  market: ReplayMarket,
  symbol: string,
  sessionDate: string,
  ms: number,
): Promise<readonly CorporateAction[]> {
  const known = await market.corporateActions.known(symbol, new Date(ms).toISOString())
  return known.filter(({ kind, exDate }) => kind === 'split' && exDate <= sessionDate)
}

function inSharesOf(session: SessionTrades, splits: readonly CorporateAction[]): SessionTrades {
  const { trades, volume } = session
  const later = splits.filter(({ exDate }) => trades.sessionDate < exDate)
  if (later.length === 0) return session
  const factor = later.reduce((product, { value }) => product * value, 1)
  const scaled = {
    ...trades,
    price: trades.price.map((price) => price / factor),
    size: trades.size.map((size) => size * factor),
  }
  return { trades: scaled, volume: volume * factor }
}
