import type { Parts } from '../../../src/app/parts.ts'
import { OutcomeSum, outcomeKey } from '../../../src/flow/domain/sums/outcome-study.ts'
import { tradingDaysBetween } from '../../../src/market/domain/calendar/trading-calendar.ts'
import type { OptionPrints } from '../../../src/market/domain/options/option-prints.ts'
import type { StockTrades } from '../../../src/market/domain/stocks/stock-trades.ts'
import { OFF_EXCHANGE } from '../../../src/market/domain/stocks/stock-trades.ts'
import { packSession } from '../../../src/market/store/market-sessions.ts'
import { storeChain } from '../../support/market/stored-chains.ts'
import { syntheticChain } from '../../support/market/synthetic-chain.ts'

export const SYMBOL = 'XSP'
/** Has trades of the running session and no chain of it. */
export const TAPED = 'TAPE'
/** In the middle of a session. */
export const AT = '2026-11-20T18:00:00.000Z'
/** In every text that came later. */
export const CANARY = 'PLANTED'

type Store = Parts['store']

const STRIKES = Array.from({ length: 13 }, (_, index) => 540 + 10 * index)

/** What a store could know at the instant: bars, chains, tapes, calendar and sums of a symbol and of the index fund. */
export async function storeBefore(store: Store): Promise<void> {
  const dates = tradingDaysBetween('2025-09-02', '2026-11-19')
  const bars = dates.map((date, index) => barOn(date, 560 + 30 * Math.sin(index / 9) + index / 10))
  await store.dailyBars.put(SYMBOL, bars, { derived: false })
  await store.dailyBars.put('SPY', bars, { derived: false })
  await storeChain(store, 'yesterday', chainAt('2026-11-19T21:00:00Z', 596))
  await storeChain(store, 'today', chainAt('2026-11-20T17:45:00Z', 600))
  await putPrints(store, '2026-11-19', ['15:00', '19:00'])
  await putPrints(store, '2026-11-20', ['15:30', '17:30'])
  await putTrades(store, '2026-11-20', ['15:30', '17:30'])
  await store.dailyBars.put(TAPED, bars, { derived: false })
  await putPrints(store, '2026-11-20', ['15:30', '17:30'], TAPED)
  await store.news.put([article('known', '2026-11-20T15:00:00.000Z', 'Known headline')])
  await store.marketCalendar.putEarnings([report('2026-12-10', '2026-11-01T12:00:00.000Z')])
  await store.marketCalendar.putEvents([event('fomc', 'Known meeting', '2026-11-01T12:00:00.000Z')])
  await putOutcomes(store, '2026-11-13', 3)
}

/** Everything that such a store learned afterwards, of the same session and of the next. */
export async function plantLater(store: Store): Promise<void> {
  const bars = ['2026-11-20', '2026-11-23'].map((date) => barOn(date, 777.7))
  await store.dailyBars.put(SYMBOL, bars, { derived: false })
  await store.dailyBars.put('SPY', bars, { derived: false })
  await store.dailyBars.put('LATE', bars, { derived: false })
  await storeChain(store, 'evening', chainAt('2026-11-20T21:00:00Z', 777))
  await storeChain(store, 'monday', chainAt('2026-11-23T16:00:00Z', 888))
  await putPrints(store, '2026-11-23', ['15:00', '16:00'])
  await store.news.put([article('later', '2026-11-20T18:00:01.000Z', `${CANARY} headline`)])
  await store.marketCalendar.putEarnings([report('2026-11-24', '2026-11-20T19:00:00.000Z')])
  await store.marketCalendar.putEvents([event('rumour', `${CANARY} meeting`, '2026-11-20T19:00:00.000Z')])
  await store.corporateActions.put([
    { symbol: SYMBOL, kind: 'split', exDate: '2026-11-20', value: 7, knownAt: '2026-11-20T18:30:00.000Z' },
  ])
  await store.corporateActions.putTickerPeriods(SYMBOL, [
    { symbol: SYMBOL, ticker: SYMBOL, from: '2026-11-23', to: '2030-01-01' },
  ])
  // Known at the close of the running session.
  await putOutcomes(store, '2026-11-19', 999)
  const window = { sessionDate: '2026-10-21', price: 590, forward: 591, deviation: 0.05, quantiles: [500, 590, 700] }
  const market = { market: 'replay', symbol: SYMBOL }
  await store.impliedQuantiles.put(market, '2026-10-21', 30, { ...window, targetDate: '2026-11-20' })
}

/** The trades of the running session again, with later ones: a stored session is one value. */
export async function growToday(store: Store): Promise<void> {
  await putPrints(store, '2026-11-20', ['15:30', '17:30', '18:30', '20:00'])
  await putTrades(store, '2026-11-20', ['15:30', '17:30', '18:30', '20:00'])
  await putPrints(store, '2026-11-20', ['15:30', '17:30', '18:30', '20:00'], TAPED)
}

function chainAt(asOf: string, spot: number) {
  return syntheticChain({ asOf, spot, strikes: STRIKES, dates: ['2026-12-18', '2027-01-15'] })
}

function barOn(date: string, close: number) {
  return { date, open: close - 1, high: close + 2, low: close - 3, close, volume: 1_000_000 }
}

async function putPrints(store: Store, date: string, times: readonly string[], symbol = SYMBOL): Promise<void> {
  const [first = ''] = chainAt('2026-11-20T17:45:00Z', 600).contracts.optionSymbols
  const filled = (value: number) => new Float64Array(times.length).fill(value)
  const table: OptionPrints = {
    symbol,
    sessionDate: date,
    count: times.length,
    executedAtMs: instants(date, times),
    optionSymbols: times.map(() => first),
    price: filled(60),
    size: Float64Array.from(times, (_, index) => 100 * (index + 1)),
    bid: filled(59),
    ask: filled(60),
    underlyingPrice: filled(600),
    exchange: times.map(() => 'C'),
    condition: times.map(() => ''),
  }
  await putSession(store, date, 'prints', table)
}

async function putTrades(store: Store, date: string, times: readonly string[]): Promise<void> {
  const filled = (value: number) => new Float64Array(times.length).fill(value)
  const table: StockTrades = {
    symbol: SYMBOL,
    sessionDate: date,
    count: times.length,
    executedAtMs: instants(date, times),
    price: filled(600),
    size: Float64Array.from(times, (_, index) => 10_000 * (index + 1)),
    exchange: new Uint8Array(times.length).fill(OFF_EXCHANGE),
    conditions: new Uint32Array(times.length),
    suspicious: new Uint8Array(times.length),
  }
  await putSession(store, date, 'trades', table)
}

let stored = 0

async function putSession<Kind extends 'prints' | 'trades'>(
  store: Store,
  date: string,
  kind: Kind,
  table: Parameters<typeof packSession<Kind>>[2],
): Promise<void> {
  const range = { from: date, to: date }
  const [known] = await store.marketSessions.heads(kind, table.symbol, range)
  const packed = packSession(`session-${stored++}`, kind, table, known?.id ?? null)
  if (!(await store.marketSessions.put(packed))) throw new Error(`${kind} of ${date} were not stored`)
}

function instants(date: string, times: readonly string[]): Float64Array {
  return Float64Array.from(times, (time) => Date.parse(`${date}T${time}:00Z`))
}

function article(id: string, publishedAt: string, headline: string) {
  return { id, publishedAt, headline, summary: null, source: null, url: null, symbols: [SYMBOL], sentiment: null }
}

function report(reportDate: string, knownAt: string) {
  const unknown = { epsEstimate: Number.NaN, epsActual: Number.NaN }
  return {
    symbol: SYMBOL,
    reportDate,
    timing: 'after_close' as const,
    fiscalPeriod: '2026-Q4',
    ...unknown,
    status: 'estimated' as const,
    knownAt,
  }
}

function event(id: string, title: string, knownAt: string) {
  const scheduledAt = '2026-12-09T19:00:00.000Z'
  return {
    id,
    kind: 'fed' as const,
    title,
    symbol: null,
    scheduledAt,
    knownAt,
    importance: 'high' as const,
    status: 'scheduled' as const,
  }
}

async function putOutcomes(store: Store, sessionDate: string, count: number): Promise<void> {
  const sum = new OutcomeSum()
  for (let index = 0; index < count; index++) sum.add(true, 5)
  const key = outcomeKey({ score: 90, type: 'all', measure: 'option', matched: false })
  for (const symbol of ['', SYMBOL]) {
    await store.flowOutcomes.put({ source: 'replay', sessionDate, symbol, horizon: 1 }, new Map([[key, sum]]))
  }
}
