import type { Contract } from '../listed-contracts.ts'
import { instantOf, newYorkDate } from '../sessions.ts'
import type { Grants } from './grants.ts'
import { intervalOf, limitOf, list, nanos, pageBySymbol, pageOf, type Query, Refused, required } from './query.ts'
import type { AlpacaWorld, OptionTrade } from './world.ts'

/** `/v1beta1/options/…` of the data host. Source: README.md, "Options". */
export function optionsAnswer(query: Query, world: AlpacaWorld, grants: Grants): object | undefined {
  const path = query.path.replace('/v1beta1/options/', '')
  if (path.startsWith('snapshots')) return snapshots(query, path.split('/')[1], world, grants)
  if (path === 'trades') return trades(query, world)
  if (path === 'bars') return bars(query, world)
  if (path === 'quotes/latest') {
    checkFeed(query, grants)
    const found = chosen(query, world)
    return { quotes: Object.fromEntries(found.map((it) => [it.symbol, quoteOf(it, world)])) }
  }
  if (path === 'trades/latest') {
    checkFeed(query, grants)
    const latest = chosen(query, world).flatMap(({ symbol }) => {
      const trade = tradesOf(symbol, world).at(-1)
      return trade ? [[symbol, trade] as const] : []
    })
    return { trades: Object.fromEntries(latest) }
  }
  return meta(path)
}

function meta(path: string): object | undefined {
  if (path === 'meta/conditions/trade') return CONDITIONS
  if (path === 'meta/conditions/quote') return { A: 'Eligible for Automatic Execution' }
  if (path === 'meta/exchanges') return { B: 'BOX', C: 'CBOE', N: 'NYSE Arca', P: 'NYSE Arca', X: 'PHLX' }
  return undefined
}

const CONDITIONS = {
  A: 'CANC - Cancel',
  C: 'CNCL - Cancel Last',
  E: 'CNCO - Cancel Open',
  G: 'CNOL - Cancel Only',
  I: 'AUTO - Electronic Execution',
  S: 'ISOI - Intermarket Sweep Order',
  a: 'SLAN - Single Leg Auction Non ISO',
  e: 'SLFT - Single Leg Floor Trade',
  g: 'MLAT - Multi Leg Auction',
}

function checkFeed(query: Query, grants: Grants): void {
  const feed = query.params.get('feed') ?? (grants.opra ? 'opra' : 'indicative')
  if (feed !== 'opra' && feed !== 'indicative') throw new Refused(400, `invalid feed: ${feed}`)
  if (feed === 'opra' && !grants.opra) throw new Refused(403, 'OPRA agreement is not signed')
}

function chosen(query: Query, world: AlpacaWorld): Contract[] {
  const symbols = required(query, 'symbols', 100)
  return world.contracts.filter(({ symbol }) => symbols.includes(symbol))
}

function snapshots(query: Query, path: string | undefined, world: AlpacaWorld, grants: Grants): object {
  checkFeed(query, grants)
  const found = path === undefined ? chosen(query, world) : chain(query, decodeURIComponent(path), world)
  const { rows, next_page_token } = pageOf(query, found, limitOf(query, 100, 1000))
  return { snapshots: Object.fromEntries(rows.map((it) => [it.symbol, snapshotOf(it, world)])), next_page_token }
}

/** Asked by an index, the vendor gives the root of that name alone; asked by a stock, all its roots. */
function chain(query: Query, underlying: string, world: AlpacaWorld): Contract[] {
  const today = newYorkDate(world.now())
  const asked = world.contracts.filter(
    (it) => (it.isIndex ? it.root : it.underlying) === underlying && it.expiration >= today,
  )
  return asked.filter(matches(query))
}

/** The filters that the chain of the data host and the contracts of the trading hosts share. */
export function matches(query: Query): (contract: Contract) => boolean {
  const get = (name: string) => query.params.get(name)
  const [exact, from, to] = [get('expiration_date'), get('expiration_date_gte'), get('expiration_date_lte')]
  const [type, root] = [get('type'), get('root_symbol')]
  const low = Number(get('strike_price_gte') ?? 0)
  const high = Number(get('strike_price_lte') ?? Number.POSITIVE_INFINITY)
  return (it) =>
    (exact === null || it.expiration === exact) &&
    (from === null || it.expiration >= from) &&
    (to === null || it.expiration <= to) &&
    (type === null || it.type === type) &&
    (root === null || it.root === root) &&
    it.strike >= low &&
    it.strike <= high
}

function quoteOf({ mid }: Contract, world: AlpacaWorld) {
  const half = Math.max(0.01, mid * 0.01)
  return {
    ap: cents(mid + half),
    as: 91,
    ax: 'B',
    bp: Math.max(0, cents(mid - half)),
    bs: 16,
    bx: 'C',
    c: 'A',
    t: nanos(world.now().getTime() - 500),
  }
}

function cents(value: number): number {
  return Math.round(value * 100) / 100
}

function snapshotOf(contract: Contract, world: AlpacaWorld): object {
  const last = tradesOf(contract.symbol, world).at(-1)
  return { latestQuote: quoteOf(contract, world), ...(last ? { latestTrade: last } : {}) }
}

function tradesOf(symbol: string, world: AlpacaWorld, { start = 0, end = world.now().getTime() } = {}) {
  const all: readonly OptionTrade[] = world.optionTrades.get(symbol) ?? []
  return all.filter(({ t }) => t >= start && t <= end).map((it) => ({ ...it, t: nanos(it.t) }))
}

function trades(query: Query, world: AlpacaWorld): object {
  const interval = intervalOf(query, world.now())
  const bySymbol = new Map(required(query, 'symbols', 100).map((it) => [it, tradesOf(it, world, interval)]))
  const { grouped, next_page_token } = pageBySymbol(query, bySymbol)
  return { trades: grouped, next_page_token }
}

/** Daily bars of the trades of each day; other frames have the same form. */
function bars(query: Query, world: AlpacaWorld): object {
  if (list(query, 'timeframe').length === 0) throw new Refused(400, 'timeframe is required')
  const interval = intervalOf(query, world.now())
  const bySymbol = new Map(required(query, 'symbols', 100).map((it) => [it, dailyBars(it, world, interval)]))
  const { grouped, next_page_token } = pageBySymbol(query, bySymbol)
  return { bars: grouped, next_page_token }
}

function dailyBars(symbol: string, world: AlpacaWorld, interval: { start: number; end: number }): object[] {
  const byDay = Map.groupBy(world.optionTrades.get(symbol) ?? [], ({ t }) => newYorkDate(new Date(t)))
  return [...byDay].flatMap(([date, rows]) => {
    const start = instantOf(date, '00:00')
    if (start < interval.start || start > interval.end) return []
    const prices = rows.map(({ p }) => p)
    const volume = rows.reduce((sum, { s }) => sum + s, 0)
    return [
      {
        o: prices[0],
        h: Math.max(...prices),
        l: Math.min(...prices),
        c: prices.at(-1),
        v: volume,
        n: rows.length,
        vw: rows.reduce((sum, { p, s }) => sum + p * s, 0) / volume,
        t: new Date(start).toISOString().replace('.000Z', 'Z'),
      },
    ]
  })
}
