import { newYorkDate, newYorkOffsetMs } from '../../../src/market/domain/calendar/new-york-time.ts'
import { sessionOn } from '../../../src/market/domain/calendar/trading-calendar.ts'
import { type VendorServer, vendorServer } from '../alpaca/vendor-server.ts'
import type { TestClock } from '../clock.ts'
import { INVENTED, type InventedStock, inventedDays, inventedOptions } from '../market/invented-market.ts'

const ACCESS_DENIED = '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'
const DELAY_MS = 15 * 60_000

export interface CboeServer extends VendorServer {
  /** Every price from now on, as a multiple of the usual one. */
  price: number
  /** Changes the document of a kind before it is sent. */
  alter: (kind: 'options' | 'quotes' | 'charts/historical', document: Record<string, unknown>) => unknown
}

/** The delayed documents as of a clock: data of 15 minutes ago, stamped now; in the evening those of the close. */
export async function cboeServer(clock: TestClock, stocks: readonly InventedStock[] = INVENTED): Promise<CboeServer> {
  const server = await vendorServer({
    missing: { status: 403, body: ACCESS_DENIED },
    route({ path }) {
      const match = /^\/(options|quotes|charts\/historical)\/([^/]+)\.json$/.exec(path)
      const kind = match?.[1] as 'options' | 'quotes' | 'charts/historical' | undefined
      // Share classes are known without their dot here, indices with an underscore.
      const stock = stocks.find(({ symbol }) => spelled(symbol) === match?.[2])
      if (!stock || !kind) return undefined
      const nowMs = clock.now().getTime()
      const document = { timestamp: stampOf(nowMs), symbol: match?.[2], data: dataOf(kind, stock, nowMs, whole.price) }
      return whole.alter(kind, document)
    },
  })
  const whole: CboeServer = Object.assign(server, { price: 1, alter: (_kind: unknown, document: unknown) => document })
  return whole
}

function spelled(symbol: string): string {
  return symbol === 'SPX' ? '_SPX' : symbol.replaceAll('.', '')
}

/** UTC, without zone and fractions. */
function stampOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}

/** New York wall time. */
function localOf(ms: number): string {
  return new Date(ms + newYorkOffsetMs(ms)).toISOString().slice(0, 19)
}

function dataOf(kind: string, stock: InventedStock, nowMs: number, factor: number): unknown {
  const seenMs = nowMs - DELAY_MS
  const today = newYorkDate(seenMs)
  // The published history lags two days.
  if (kind === 'charts/historical') return inventedDays(stock, '2025-09-01', dayBefore(dayBefore(today)))
  const price = cents(stock.price * factor)
  const closeMs = sessionOn(today)?.closeMs ?? seenMs
  const head = {
    symbol: spelled(stock.symbol),
    security_type: 'stock',
    company_name: stock.name,
    current_price: price,
    bid: cents(price - 0.01),
    ask: cents(price + 0.01),
    bid_size: 3,
    ask_size: 2,
    open: cents(price - 0.4),
    high: cents(price + 0.6),
    low: cents(price - 0.8),
    close: price,
    prev_day_close: cents(price - 0.3),
    volume: 1_234_567,
    iv30: 24.1,
    last_trade_time: localOf(Math.min(seenMs, closeMs) - 1000),
  }
  if (kind === 'quotes') return head
  const lastTrade = localOf(Math.min(seenMs, closeMs) - 3_600_000)
  const options = inventedOptions(stock, price).map((it) => ({
    option: it.option,
    bid: it.bid,
    bid_size: 12,
    ask: it.ask,
    ask_size: 25,
    iv: it.iv,
    open_interest: it.openInterest,
    volume: it.volume,
    delta: 0.5,
    gamma: 0.01,
    last_trade_price: it.last,
    last_trade_time: it.type === 'call' ? lastTrade : null,
  }))
  return { ...head, options }
}

function dayBefore(date: string): string {
  return new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10)
}

function cents(value: number): number {
  return Math.round(value * 100) / 100
}
