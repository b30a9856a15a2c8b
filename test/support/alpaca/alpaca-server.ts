import { newYorkDate, newYorkInstant } from '../../../src/market/domain/calendar/new-york-time.ts'
import { lastSessionBefore, tradingDaysBetween } from '../../../src/market/domain/calendar/trading-calendar.ts'
import type { TestClock } from '../clock.ts'
import { INVENTED, type InventedStock, inventedDays, inventedOptions } from '../market/invented-market.ts'
import { type VendorRequest, type VendorServer, vendorServer } from './vendor-server.ts'

export const ALPACA_KEYS = { keyId: 'CANARY-key-id', secret: 'CANARY-secret' }

export interface InventedStockTrade {
  readonly t: string
  readonly p: number
  readonly s: number
  readonly x: string
  readonly i: number
  readonly c: readonly string[]
  readonly z: string
  readonly u?: string
}

export interface InventedOptionTrade {
  readonly t: string
  readonly p: number
  readonly s: number
  readonly x: string
  readonly c: string
}

export interface InventedOptionQuote {
  readonly t: string
  readonly bp: number
  readonly ap: number
  readonly c?: string
}

export interface AlpacaServer extends VendorServer {
  /** Rows a page, whatever was asked for. */
  pageSize: number
  price: number
  readonly stockTrades: Map<string, InventedStockTrade[]>
  /** By contract without padding. */
  readonly optionTrades: Map<string, InventedOptionTrade[]>
  /** The latest quote of contracts without padding. */
  readonly optionQuotes: Map<string, InventedOptionQuote>
  readonly news: Record<string, unknown>[]
  actions: Record<string, Record<string, unknown>[]>
  closedOn: string[]
  /** Roots that the list of an underlying leaves out. */
  readonly unlisted: Set<string>
  /** `HH:MM` in New York, of days that are not as the rules have them. */
  readonly closesAt: Map<string, string>
  /** Changes an answer before it is sent. */
  alter: (path: string, answer: unknown) => unknown
}

const FORBIDDEN = { status: 403, body: '{"message":"forbidden."}' }

/** Both hosts of Alpaca in one: real pages with tokens, as of a clock. */
export async function alpacaServer(
  clock: TestClock,
  stocks: readonly InventedStock[] = INVENTED,
): Promise<AlpacaServer> {
  const server = await vendorServer({
    missing: { status: 404, body: '{"message":"endpoint not found."}' },
    refuse: ({ headers }) => {
      const fine =
        headers['apca-api-key-id'] === ALPACA_KEYS.keyId && headers['apca-api-secret-key'] === ALPACA_KEYS.secret
      return fine ? null : FORBIDDEN
    },
    route(request) {
      const answer = routed(request, { clock, stocks, server: whole })
      return answer === undefined ? undefined : whole.alter(request.path, answer)
    },
  })
  const whole: AlpacaServer = Object.assign(server, {
    pageSize: 7,
    price: 1,
    stockTrades: new Map<string, InventedStockTrade[]>(),
    optionTrades: new Map<string, InventedOptionTrade[]>(),
    optionQuotes: new Map<string, InventedOptionQuote>(),
    news: [] as Record<string, unknown>[],
    actions: {},
    closedOn: [] as string[],
    unlisted: new Set<string>(),
    closesAt: new Map<string, string>(),
    alter: (_path: string, answer: unknown) => answer,
  })
  return whole
}

interface World {
  readonly clock: TestClock
  readonly stocks: readonly InventedStock[]
  readonly server: AlpacaServer
}

type Handler = (request: VendorRequest, world: World, symbol: string) => unknown

/** A page of rows and the token of the next, which is where it begins. */
function paged<T>(rows: readonly T[], { query }: VendorRequest, { server }: World): [T[], string | null] {
  const start = Number(Buffer.from(query.get('page_token') ?? '', 'base64').toString() || 0)
  const end = start + Math.min(server.pageSize, Number(query.get('limit') ?? 1000))
  return [rows.slice(start, end), end < rows.length ? Buffer.from(String(end)).toString('base64') : null]
}

function stockOf({ stocks }: World, symbol: string): InventedStock | undefined {
  return stocks.find((stock) => stock.symbol === symbol)
}

function seenMs({ clock }: World): number {
  const nowMs = clock.now().getTime()
  return Math.min(nowMs - 500, lastSessionBefore(nowMs).closeMs + 200)
}

function priceOf({ server }: World, stock: InventedStock): number {
  return Math.round(stock.price * server.price * 100) / 100
}

function optionsOf(world: World, symbol: string) {
  const stock = stockOf(world, symbol)
  return stock ? inventedOptions(stock, priceOf(world, stock)) : []
}

const contracts: Handler = (request, world) => {
  // Without a range the vendor lists the coming week alone.
  const until = request.query.get('expiration_date_lte') ?? '2026-11-27'
  const root = request.query.get('root_symbol')
  const all = root
    ? world.stocks.flatMap((stock) => optionsOf(world, stock.symbol)).filter((it) => it.root === root)
    : optionsOf(world, request.query.get('underlying_symbols') ?? '').filter(
        (it) => !world.server.unlisted.has(it.root),
      )
  const listed = all.filter((it) => it.expirationDate <= until)
  const [rows, token] = paged(listed, request, world)
  const option_contracts = rows.map((it) => ({
    id: it.option,
    symbol: it.option,
    status: 'active',
    root_symbol: it.root,
    style: it.root.startsWith('SPX') ? 'european' : 'american',
    strike_price: String(it.strike),
    size: '100',
    ...(it.type === 'put' && it.root === 'ZZZ1' ? {} : { open_interest: String(it.openInterest) }),
    open_interest_date: '2026-11-19',
  }))
  return { option_contracts, next_page_token: token }
}

const optionSnapshots: Handler = (request, world, symbol) => {
  // Each name stands for the root that is spelled so alone: weekly and adjusted contracts have their own.
  const options = world.stocks.flatMap((stock) => optionsOf(world, stock.symbol)).filter(({ root }) => root === symbol)
  const [rows, token] = paged(options, request, world)
  const ms = seenMs(world)
  const t = new Date(ms).toISOString().replace('Z', '123456Z')
  const snapshots = rows.map((it) => [
    it.option,
    {
      latestQuote: { t, bx: 'C', bp: it.bid, bs: 12, ax: 'C', ap: it.ask, as: 25, c: ' ' },
      ...(it.type === 'call' ? { latestTrade: { t, p: it.last, s: 1, x: 'C', c: 'I' } } : {}),
      ...(it.iv > 0 ? { impliedVolatility: it.iv, greeks: { delta: 0.5 } } : {}),
      dailyBar: { t: midnight(newYorkDate(ms)), o: 1, h: 1, l: 1, c: 1, v: it.volume, n: 1, vw: 1 },
    },
  ])
  return { snapshots: Object.fromEntries(snapshots), next_page_token: token }
}

const optionTrades: Handler = (request, world) => {
  const symbols = (request.query.get('symbols') ?? '').split(',')
  const all = symbols.flatMap((symbol) =>
    (world.server.optionTrades.get(symbol) ?? []).map((trade) => ({ symbol, trade })),
  )
  const [rows, token] = paged(
    all.filter(({ trade }) => isIn(trade.t, request)),
    request,
    world,
  )
  const trades = Object.fromEntries(
    [...Map.groupBy(rows, ({ symbol }) => symbol)].map(([symbol, some]) => [symbol, some.map(({ trade }) => trade)]),
  )
  return { trades, next_page_token: token }
}

/** Of at most 100 contracts a question; none of a contract without a quote. */
const latestQuotes: Handler = (request, { server }) => {
  const symbols = (request.query.get('symbols') ?? '').split(',')
  if (symbols.length > 100) return undefined
  const found = symbols.flatMap((symbol) => {
    const quote = server.optionQuotes.get(symbol)
    return quote ? [[symbol, { bx: 'C', bs: 12, ax: 'C', as: 25, c: 'A', ...quote }]] : []
  })
  return { quotes: Object.fromEntries(found) }
}

const indexValues: Handler = (request, world) => {
  const stock = stockOf(world, request.query.get('symbols') ?? '')
  const value = stock && { t: new Date(seenMs(world)).toISOString(), v: priceOf(world, stock) }
  return { values: value ? { [stock.symbol]: value } : {} }
}

const news: Handler = (request, world) => {
  const asked = request.query.get('symbols')
  const found = world.server.news
    .filter(({ symbols }) => asked === null || (symbols as string[]).includes(asked))
    .filter(({ updated_at }) => isIn(String(updated_at), request))
    .sort((a, b) => (String(a['updated_at']) < String(b['updated_at']) ? 1 : -1))
  const [rows, token] = paged(found, request, world)
  return { news: rows, next_page_token: token }
}

const actions: Handler = (request, world) => {
  const symbols = (request.query.get('symbols') ?? '').split(',')
  const rows = Object.entries(world.server.actions).flatMap(([kind, list]) =>
    list.filter(({ symbol }) => symbols.includes(String(symbol))).map((row) => ({ kind, row })),
  )
  const [some, token] = paged(rows, request, world)
  const byKind = [...Map.groupBy(some, ({ kind }) => kind)].map(([kind, list]) => [kind, list.map(({ row }) => row)])
  return { corporate_actions: Object.fromEntries(byKind), next_page_token: token }
}

const calendar: Handler = ({ query }, { server }) =>
  tradingDaysBetween(query.get('start') ?? '', query.get('end') ?? '')
    .filter((date) => !server.closedOn.includes(date))
    .map((date) => ({
      date,
      open: '09:30',
      close: server.closesAt.get(date) ?? (date === '2026-11-27' ? '13:00' : '16:00'),
      session_open: '0400',
      session_close: '2000',
    }))

const stockSnapshot: Handler = (_request, world, symbol) => {
  const stock = stockOf(world, symbol)
  if (!stock || symbol === 'SPX') return { symbol, latestTrade: null, latestQuote: null, dailyBar: null }
  const ms = seenMs(world)
  const t = new Date(ms).toISOString()
  const price = priceOf(world, stock)
  const today = newYorkDate(ms)
  const days = inventedDays(stock, '2026-11-01', today).filter(({ date }) => date < today)
  return {
    symbol,
    latestTrade: { t, p: price, s: 100, x: 'V', i: 1, c: ['@'], z: 'C' },
    latestQuote: { t, bx: 'V', bp: cents(price - 0.01), bs: 100, ax: 'V', ap: cents(price + 0.01), as: 200, c: ['R'] },
    dailyBar: barOf({
      date: today,
      open: cents(price - 0.4),
      high: cents(price + 0.6),
      low: cents(price - 0.8),
      close: price,
      volume: 5000,
    }),
    prevDailyBar: days.length > 0 ? barOf(days.at(-1)!) : null,
  }
}

const bars: Handler = (request, world, symbol) => {
  const stock = stockOf(world, symbol)
  const end = newYorkDate(Date.parse(request.query.get('end') ?? ''))
  const all = stock ? inventedDays(stock, '2025-09-02', end) : []
  const [rows, token] = paged(all, request, { ...world, server: { ...world.server, pageSize: 100 } })
  return { bars: rows.map(barOf), symbol, next_page_token: token }
}

const stockTrades: Handler = (request, world, symbol) => {
  const all = (world.server.stockTrades.get(symbol) ?? []).filter(({ t }) => isIn(t, request))
  const [rows, token] = paged(all, request, world)
  return { trades: rows.length > 0 ? rows : null, symbol, next_page_token: token }
}

const ROUTES: readonly [RegExp, Handler][] = [
  [/^\/v2\/options\/contracts$/, contracts],
  [/^\/v2\/calendar$/, calendar],
  [/^\/v1beta1\/options\/snapshots\/([^/]+)$/, optionSnapshots],
  [/^\/v1beta1\/options\/trades$/, optionTrades],
  [/^\/v1beta1\/options\/quotes\/latest$/, latestQuotes],
  [/^\/v1beta1\/indices\/latest\/values$/, indexValues],
  [/^\/v1beta1\/news$/, news],
  [/^\/v1\/corporate-actions$/, actions],
  [/^\/v2\/stocks\/([^/]+)\/snapshot$/, stockSnapshot],
  [/^\/v2\/stocks\/([^/]+)\/bars$/, bars],
  [/^\/v2\/stocks\/([^/]+)\/trades$/, stockTrades],
]

function routed(request: VendorRequest, world: World): unknown {
  for (const [pattern, handler] of ROUTES) {
    const match = pattern.exec(request.path)
    if (match) return handler(request, world, match[1] ?? '')
  }
  return undefined
}

function isIn(t: string, { query }: VendorRequest): boolean {
  const ms = Date.parse(t)
  const start = query.get('start')
  const end = query.get('end')
  return (start === null || ms >= Date.parse(start)) && (end === null || ms <= Date.parse(end))
}

function barOf({
  date,
  open,
  high,
  low,
  close,
  volume,
}: {
  date: string
  open: number
  high: number
  low: number
  close: number
  volume: number
}) {
  return { t: midnight(date), o: open, h: high, l: low, c: close, v: volume, n: 10, vw: close }
}

function midnight(date: string): string {
  return new Date(newYorkInstant(date, 0)).toISOString().replace('.000Z', 'Z')
}

function cents(value: number): number {
  return Math.round(value * 100) / 100
}
