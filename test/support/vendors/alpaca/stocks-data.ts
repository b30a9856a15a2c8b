import { closeOf, instantOf, newYorkDate, sessionsBetween } from '../sessions.ts'
import type { Grants } from './grants.ts'
import { intervalOf, nanos, pageBySymbol, type Query, Refused, required } from './query.ts'
import type { AlpacaWorld, StockTrade } from './world.ts'

const RECENT_MS = 15 * 60_000
const NO_RECENT_SIP = 'subscription does not permit querying recent SIP data'

interface Bar {
  readonly t: string
  readonly o: number
  readonly h: number
  readonly l: number
  readonly c: number
  readonly v: number
  readonly n: number
  readonly vw: number
}

/** `/v2/stocks/…` of the data host, for one symbol in the path or several in the query. Source: README.md, "Stocks". */
export function stocksAnswer(query: Query, world: AlpacaWorld, grants: Grants): object | undefined {
  const parts = query.path.replace('/v2/stocks/', '').split('/').map(decodeURIComponent)
  if (parts[0] === 'meta') return parts[1] === 'exchanges' ? { D: 'FINRA ADF', Q: 'NASDAQ', V: 'IEX' } : {}
  const single = KINDS.includes(parts[0] ?? '') ? undefined : parts.shift()
  const kind = parts.join('/')
  if (single !== undefined) query.params.set('symbols', single)
  const symbols = required(query, 'symbols')
  const wrong = symbols.find((it) => !/^[A-Z]+(\.[A-Z]+)?$/.test(it))
  if (wrong) throw new Refused(400, `invalid symbol: ${wrong}`)
  if (kind === 'snapshots' || kind === 'snapshot') return snapshots(symbols, single, latestFeed(query, grants), world)
  if (kind.endsWith('/latest')) return latest(kind, symbols, single, latestFeed(query, grants), world)
  return history(query, kind, symbols, single, world, grants)
}

const KINDS = ['snapshots', 'trades', 'bars', 'quotes']

function latestFeed(query: Query, grants: Grants): string {
  const feed = query.params.get('feed') ?? (grants.recentSip ? 'sip' : 'iex')
  if (!['sip', 'iex', 'delayed_sip', 'boats', 'overnight', 'otc'].includes(feed)) {
    throw new Refused(400, `invalid feed: ${feed}`)
  }
  if (feed === 'sip' && !grants.recentSip) throw new Refused(403, NO_RECENT_SIP)
  return feed
}

function snapshots(symbols: readonly string[], single: string | undefined, feed: string, world: AlpacaWorld): object {
  const known = symbols.filter((it) => world.stocks[it] !== undefined)
  if (single !== undefined) return known.length > 0 ? { symbol: single, ...snapshotOf(single, feed, world) } : {}
  return Object.fromEntries(known.map((it) => [it, snapshotOf(it, feed, world)]))
}

function snapshotOf(symbol: string, feed: string, world: AlpacaWorld): object {
  const today = newYorkDate(world.now())
  const days = barsOf(symbol, feed, world, sessionsBetween(shifted(today, -10), today))
  return {
    dailyBar: days.at(-1),
    prevDailyBar: days.at(-2),
    latestQuote: quoteOf(symbol, feed, world),
    latestTrade: lastTrade(symbol, feed, world),
    minuteBar: days.at(-1),
  }
}

function shifted(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
}

function latest(
  kind: string,
  symbols: readonly string[],
  single: string | undefined,
  feed: string,
  world: AlpacaWorld,
) {
  const name = kind.split('/')[0] ?? ''
  const of: Record<string, (symbol: string) => unknown> = {
    trades: (it) => lastTrade(it, feed, world),
    quotes: (it) => quoteOf(it, feed, world),
    bars: (it) => barsOf(it, feed, world, [newYorkDate(world.now())]).at(-1),
  }
  const known = symbols.filter((it) => world.stocks[it] !== undefined)
  if (single !== undefined) return { symbol: single, [name.slice(0, -1)]: known[0] ? of[name]?.(known[0]) : null }
  return { [name]: Object.fromEntries(known.map((it) => [it, of[name]?.(it)])) }
}

function quoteOf(symbol: string, feed: string, world: AlpacaWorld): object {
  const price = world.stocks[symbol] ?? 0
  const x = feed === 'iex' ? 'V' : 'Q'
  const t = nanos(timeOf(feed, world) - 300)
  return { ap: price + 0.01, as: 5, ax: x, bp: price - 0.01, bs: 2, bx: x, c: ['R'], t, z: 'C' }
}

function lastTrade(symbol: string, feed: string, world: AlpacaWorld): object {
  const last = tradesOf(symbol, feed, world).at(-1)
  if (last) return last
  const x = feed === 'iex' ? 'V' : 'Q'
  return { c: ['@'], i: 1, p: world.stocks[symbol], s: 100, t: nanos(timeOf(feed, world) - 400), x, z: 'C' }
}

function timeOf(feed: string, world: AlpacaWorld): number {
  return world.now().getTime() - (feed === 'delayed_sip' ? RECENT_MS : 0)
}

function tradesOf(symbol: string, feed: string, world: AlpacaWorld, { start = 0, end = timeOf(feed, world) } = {}) {
  const all: readonly StockTrade[] = world.stockTrades.get(symbol) ?? []
  const seen = all.filter(({ t, x }) => t >= start && t <= end && (feed !== 'iex' || x === 'V'))
  return seen.map((it) => ({ ...it, t: nanos(it.t) }))
}

/** The bars of IEX hold its own trades, about a fortieth of all. */
function barsOf(symbol: string, feed: string, world: AlpacaWorld, dates: readonly string[]): Bar[] {
  const price = world.stocks[symbol]
  if (price === undefined) return []
  return dates.map((date) => {
    const wave = Math.sin(Date.parse(date) / 86_400_000) * 0.01
    const close = Math.round(price * (1 + wave) * 100) / 100
    const [open, high, low] = [close * 0.998, close * 1.004, close * 0.995]
    const volume = Math.round((40_000_000 + wave * 1e8) / (feed === 'iex' ? 40 : 1))
    const t = new Date(instantOf(date, '00:00')).toISOString().replace('.000Z', 'Z')
    return {
      t,
      o: open,
      h: high,
      l: low,
      c: close,
      v: volume,
      n: Math.round(volume / 80),
      vw: (high + low + close) / 3,
    }
  })
}

function history(
  query: Query,
  kind: string,
  symbols: readonly string[],
  single: string | undefined,
  world: AlpacaWorld,
  grants: Grants,
): object | undefined {
  if (!KINDS.includes(kind)) return undefined
  const now = world.now()
  const feed = query.params.get('feed') ?? 'sip'
  const recent = new Date(now.getTime() - RECENT_MS)
  const withoutGrant = feed === 'sip' && !grants.recentSip
  const interval = intervalOf(query, now, withoutGrant ? recent : now)
  if (withoutGrant && interval.end > recent.getTime()) throw new Refused(403, NO_RECENT_SIP)
  const rowsOf = (symbol: string): readonly object[] => {
    if (kind === 'trades') return tradesOf(symbol, feed, world, interval)
    if (kind === 'quotes') return [quoteOf(symbol, feed, world)]
    return barsBetween(query, symbol, feed, world, interval)
  }
  const bySymbol = new Map(symbols.map((it) => [it, rowsOf(it)]))
  if (query.params.get('sort') === 'desc')
    for (const [symbol, rows] of bySymbol) bySymbol.set(symbol, rows.toReversed())
  const { grouped, next_page_token } = pageBySymbol(query, bySymbol)
  if (single === undefined) return { [kind]: grouped, next_page_token }
  return { symbol: single, [kind]: grouped[single] ?? null, next_page_token }
}

function barsBetween(
  query: Query,
  symbol: string,
  feed: string,
  world: AlpacaWorld,
  at: { start: number; end: number },
) {
  const frame = query.params.get('timeframe')
  if (!frame) throw new Refused(400, 'timeframe is required')
  if (!/^\d+(Min|T|Hour|H|Day|D|Week|W|Month|M)$/.test(frame)) throw new Refused(400, `invalid timeframe: ${frame}`)
  const end = Math.min(at.end, world.now().getTime())
  const dates = sessionsBetween(newYorkDate(new Date(at.start)), newYorkDate(new Date(end)))
  if (/Day|D$/.test(frame)) {
    return barsOf(symbol, feed, world, dates).filter(({ t }) => Date.parse(t) >= at.start && Date.parse(t) <= end)
  }
  return barsOf(symbol, feed, world, dates).flatMap((day) => minuteBars(day, frame, at.start, end))
}

const UNIT_MINUTES: Readonly<Record<string, number>> = { Min: 1, T: 1, Hour: 60, H: 60 }

function minuteBars(day: Bar, frame: string, start: number, end: number): object[] {
  const [, count = '1', unit = 'Min'] = /^(\d+)(\w+)$/.exec(frame) ?? []
  const step = Number(count) * (UNIT_MINUTES[unit] ?? 60) * 60_000
  const date = newYorkDate(new Date(Date.parse(day.t) + 3_600_000))
  const rows: object[] = []
  for (let ms = instantOf(date, '09:30'); ms < instantOf(date, closeOf(date)); ms += step) {
    if (ms < start || ms > end) continue
    const v = Math.round(day.v / 390)
    rows.push({ ...day, t: new Date(ms).toISOString().replace('.000Z', 'Z'), v, n: Math.max(1, Math.round(v / 80)) })
  }
  return rows
}
