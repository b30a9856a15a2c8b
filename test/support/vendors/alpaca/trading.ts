import type { Contract } from '../listed-contracts.ts'
import { closeOf, instantOf, newYorkDate, sessionsBetween } from '../sessions.ts'
import { matches } from './options-data.ts'
import { limitOf, list, pageOf, type Query, Refused } from './query.ts'
import type { AlpacaWorld } from './world.ts'

/** What both trading hosts answer to questions about the market. Source: README.md, "Trading hosts". */
export function tradingAnswer(query: Query, world: AlpacaWorld): object | undefined {
  if (query.path === '/v2/options/contracts') return contracts(query, world)
  const one = /^\/v2\/options\/contracts\/([^/]+)$/.exec(query.path)?.[1]
  if (one) return contractNamed(decodeURIComponent(one), world)
  if (query.path === '/v2/calendar') return calendar(query, world)
  if (query.path === '/v2/clock') return clock(world)
  if (query.path === '/v2/account') return { id: '1d9eed04-be39-4e01-9b84-a48ac5bbafcf', status: 'ACTIVE' }
  return undefined
}

const DAY_MS = 86_400_000

/** Without an upper bound, contracts up to the next weekend only. */
function contracts(query: Query, world: AlpacaWorld): object {
  const underlyings = list(query, 'underlying_symbols')
  const today = newYorkDate(world.now())
  const upTo = query.params.get('expiration_date') ?? query.params.get('expiration_date_lte') ?? nextWeekend(today)
  const found = world.contracts.filter(
    (it) =>
      (underlyings.length === 0 || underlyings.includes(it.underlying)) &&
      it.expiration >= today &&
      it.expiration <= upTo,
  )
  const { rows, next_page_token } = pageOf(query, found.filter(matches(query)), limitOf(query, 100, 10_000))
  const full = query.params.get('show_deliverables') === 'true'
  return { option_contracts: rows.map((it) => contractOf(it, world, full)), next_page_token }
}

function nextWeekend(today: string): string {
  const day = new Date(today).getUTCDay()
  return new Date(Date.parse(today) + (7 - day) * DAY_MS).toISOString().slice(0, 10)
}

function contractNamed(symbol: string, world: AlpacaWorld): object {
  const found = world.contracts.find((it) => it.symbol === symbol)
  if (!found) throw new Refused(404, `option contract ${symbol} not found`, 40_410_000)
  return contractOf(found, world, true)
}

/** Every number is a text; the open interest is of the session before. */
function contractOf(it: Contract, world: AlpacaWorld, withDeliverables: boolean): object {
  const today = newYorkDate(world.now())
  const before = new Date(Date.parse(today) - DAY_MS).toISOString().slice(0, 10)
  const lastSession = sessionsBetween('2025-01-02', before).at(-1)
  return {
    id: `00000000-0000-4000-8000-${Buffer.from(it.symbol).toString('hex').slice(-12)}`,
    symbol: it.symbol,
    name: `${it.underlying} ${it.expiration} ${it.strike} ${it.type}`,
    status: 'active',
    tradable: true,
    expiration_date: it.expiration,
    root_symbol: it.root,
    underlying_symbol: it.underlying,
    underlying_asset_id: 'b0b6dd9d-8b9b-48a9-ba46-b9d54906e415',
    type: it.type,
    style: it.isIndex ? 'european' : 'american',
    strike_price: String(it.strike),
    multiplier: String(it.multiplier),
    size: '100',
    open_interest: String(it.openInterest),
    open_interest_date: world.openInterestDate ?? lastSession,
    close_price: it.mid.toFixed(2),
    close_price_date: lastSession,
    ppind: true,
    ...(withDeliverables ? { deliverables: it.deliverables } : {}),
  }
}

function calendar(query: Query, world: AlpacaWorld): object[] {
  const start = query.params.get('start') ?? '2025-01-01'
  const end = query.params.get('end') ?? newYorkDate(world.now())
  for (const date of [start, end]) {
    if (!/^\d{4}-\d\d-\d\d/.test(date)) throw new Refused(400, `invalid date: ${date}`, 40_010_000)
  }
  return sessionsBetween(start.slice(0, 10), end.slice(0, 10)).map((date) => ({
    date,
    open: '09:30',
    close: closeOf(date),
    session_open: '0400',
    session_close: closeOf(date) === '13:00' ? '1700' : '2000',
    settlement_date: date,
  }))
}

function clock(world: AlpacaWorld): object {
  const now = world.now()
  const today = newYorkDate(now)
  const dates = sessionsBetween(today, new Date(Date.parse(today) + 10 * DAY_MS).toISOString().slice(0, 10))
  const [opens, closes] = [dates.map((it) => instantOf(it, '09:30')), dates.map((it) => instantOf(it, closeOf(it)))]
  const at = now.getTime()
  const inSession = dates[0] === today && at >= (opens[0] ?? 0) && at < (closes[0] ?? 0)
  return {
    timestamp: now.toISOString(),
    is_open: inSession,
    next_open: new Date(opens.find((it) => it > at) ?? at).toISOString(),
    next_close: new Date(closes.find((it) => it > at) ?? at).toISOString(),
  }
}
