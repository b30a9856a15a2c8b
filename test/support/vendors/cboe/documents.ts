import type { Contract } from '../listed-contracts.ts'
import { sessionsBetween } from '../sessions.ts'
import { type CboeUnderlying, type CboeWorld, lastTradeOf, shifted } from './world.ts'

export type CboeRow = Record<string, unknown>

export interface CboeDocument {
  timestamp?: unknown
  symbol?: unknown
  data?: unknown
}

const IV = 0.2
const HISTORY_DAYS = 400

/** A file of the vendor by its path without the prefix; undefined where it has none. Source: README.md, "Paths". */
export function documentOf(path: string, world: CboeWorld): CboeDocument | undefined {
  const [, kind = '', file = ''] = /^(options|quotes|charts\/historical)\/([^/]+)\.json$/.exec(path) ?? []
  const underlying = world.underlyings.find((it) => fileOf(it) === decodeURIComponent(file))
  if (!underlying) return undefined
  if (kind === 'charts/historical') return { symbol: fileOf(underlying), data: barsOf(underlying, world) }
  const options = kind === 'options' ? { options: optionRows(underlying, world) } : {}
  const symbol = underlying.isIndex ? `^${underlying.symbol}` : underlying.symbol
  return {
    timestamp: world.now().toISOString().slice(0, 19).replace('T', ' '),
    symbol,
    data: { ...options, ...quoteOf(symbol, underlying, world) },
  }
}

/** The name of its files, without the extension. */
export function fileOf({ symbol, isIndex }: CboeUnderlying): string {
  return isIndex ? `_${symbol}` : symbol
}

function quoteOf(symbol: string, { price, isIndex }: CboeUnderlying, world: CboeWorld) {
  const before = price / 1.01
  return {
    symbol,
    security_type: isIndex ? 'index' : 'stock',
    exchange_id: isIndex ? 5 : 3,
    current_price: price,
    price_change: price - before,
    price_change_percent: 1,
    bid: isIndex ? 0 : price - 0.01,
    ask: isIndex ? 0 : price + 0.01,
    bid_size: isIndex ? 0 : 3,
    ask_size: isIndex ? 0 : 2,
    open: before,
    high: price * 1.002,
    low: before * 0.998,
    close: price,
    prev_day_close: before,
    volume: isIndex ? 0 : 1_234_567,
    iv30: IV * 100,
    iv30_change: 0,
    iv30_change_percent: 0,
    seqno: 25_550_708_096,
    last_trade_time: lastTradeOf(world, isIndex).time,
    tick: 'up',
  }
}

/** Contracts of the present session and later ones; those that expired before are gone. */
function optionRows({ contracts, isIndex }: CboeUnderlying, world: CboeWorld): CboeRow[] {
  const { session, time } = lastTradeOf(world, isIndex)
  return contracts.filter(({ expiration }) => expiration >= session).map((contract) => rowOf(contract, time))
}

function rowOf({ symbol, mid, openInterest, strike }: Contract, time: string): CboeRow {
  const isTraded = strike % 2 === 0
  return {
    option: symbol,
    bid: Math.max(0, round(mid - 0.05)),
    bid_size: 10,
    ask: round(mid + 0.05),
    ask_size: 20,
    iv: IV,
    open_interest: openInterest,
    volume: isTraded ? 40 : 0,
    delta: 0,
    gamma: 0,
    vega: 0,
    theta: 0,
    rho: 0,
    theo: mid,
    change: 0,
    open: 0,
    high: 0,
    low: 0,
    tick: 'no_change',
    last_trade_price: isTraded ? round(mid) : 0,
    last_trade_time: isTraded ? time : null,
    percent_change: 0,
    prev_day_close: mid,
  }
}

/** Oldest first; texts for numbers, and zeros before the listing. Source: README.md, "Bars". */
function barsOf({ price, isIndex }: CboeUnderlying, world: CboeWorld): CboeRow[] {
  const { session } = lastTradeOf(world, isIndex)
  const days = sessionsBetween(shifted(session, -HISTORY_DAYS), shifted(session, -1))
  return days.map((date, i) => {
    const close = i === 0 ? 0 : price * (1 + Math.sin(i) / 100)
    const [open, high, low] = [close * 0.999, close * 1.004, close * 0.996]
    return { date, open: text(open), high: text(high), low: text(low), close: text(close), volume: text(1e6 + i) }
  })
}

function text(value: number): string {
  return value.toFixed(4)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
