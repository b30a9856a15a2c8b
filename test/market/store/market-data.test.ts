import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/app/store/open-store.ts'
import type { CalendarEvent } from '../../../src/market/domain/calendar/calendar-event.ts'
import type { EarningsReport } from '../../../src/market/domain/earnings-report.ts'
import { ChainBuilder } from '../../../src/market/domain/options/chain-builder.ts'
import { decodeChain, encodeChain } from '../../../src/market/store/chain-content.ts'
import { packChain } from '../../../src/market/store/chains.ts'
import { packSession } from '../../../src/market/store/market-sessions.ts'
import { readMigrations, statementsOf } from '../../../src/store/migrate.ts'
import { migratedStore } from '../../support/migrated-store.ts'

let store: Store

beforeEach(async () => {
  store = await migratedStore({ now: () => new Date('2026-11-20T15:00:00Z') })
})

afterEach(() => store[Symbol.asyncDispose]())

const AS_OF = Date.parse('2026-11-19T21:00:00Z')

function chainOf(strikes: readonly number[], asOfMs = AS_OF, symbol = 'SPY') {
  const builder = new ChainBuilder()
  for (const strike of strikes) {
    builder.add({ root: symbol, expirationDate: '2026-12-18', optionType: 'call', strike, bid: 1, openInterest: 5 })
  }
  return builder.build({ symbol, asOfMs, underlyingPrice: Number.NaN, warnings: ['A warning of the source.'] })
}

function packed(id: string, replaces: string | null, strikes: readonly number[], asOfMs = AS_OF) {
  const chain = chainOf(strikes, asOfMs)
  const part = { fileSha256: `sha-${id}`, format: 'cboe_csv', stamp: '2026-11-19T21:00:00.000Z', chain }
  return packChain({ id, name: 'SPDR', replaces, chain, parts: [part] })
}

describe('stored chains', () => {
  it('come back exactly, with what is unknown still unknown', () => {
    const number = fc.oneof(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.constant(Number.NaN))
    const row = fc.record({
      root: fc.constantFrom('SPX', 'SPXW', 'SPY', 'SPY1'),
      expirationDate: fc.constantFrom('2026-12-18', '2027-01-15', '2026-11-19'),
      optionType: fc.constantFrom('call' as const, 'put' as const),
      strike: fc.integer({ min: 1, max: 99_999_999 }).map((thousandths) => thousandths / 1000),
      bid: number,
      ask: number,
      last: number,
      volume: number,
      openInterest: number,
      vendorIv: number,
    })
    fc.assert(
      fc.property(fc.array(row), number, (rows, underlyingPrice) => {
        const builder = new ChainBuilder()
        for (const it of rows) builder.add(it)
        const chain = builder.build({ symbol: 'SPX', asOfMs: AS_OF, underlyingPrice, warnings: ['One: “½”.'] })

        expect(decodeChain(encodeChain(chain))).toEqual(chain)
      }),
    )
  })

  it('are found as the latest of a symbol, of a session, and by instant', async () => {
    const morning = Date.parse('2026-11-19T15:00:00Z')
    for (const [id, asOf] of [
      ['a', morning],
      ['b', AS_OF],
      ['c', AS_OF - 86_400_000],
    ] as const) {
      await store.chains.put(packed(id, null, [650], asOf))
    }

    expect((await store.chains.latest('SPY'))?.id).toBe('b')
    expect((await store.chains.latest('SPY', '2026-11-18'))?.id).toBe('c')
    expect((await store.chains.at('SPY', '2026-11-19T15:00:00.000Z'))?.id).toBe('a')
    expect(await store.chains.latest('QQQ')).toBeUndefined()
    expect(await store.chains.sessionDates('SPY')).toEqual(['2026-11-18', '2026-11-19'])
    expect(await store.chains.coverage()).toEqual([
      { symbol: 'SPY', name: 'SPDR', from: '2026-11-18', to: '2026-11-19' },
    ])
  })

  it('are found without reading the content of any', () => {
    const handle = new Database(':memory:')
    for (const { text } of readMigrations()) {
      for (const statement of statementsOf(text, 'sqlite')) handle.exec(statement)
    }
    const plan = (sql: string) =>
      handle
        .prepare(`explain query plan ${sql}`)
        .all()
        .map((row) => (row as { detail: string }).detail)
        .join()

    const latest =
      "select id, symbol, name, session_date, as_of from market_chains where symbol = 'A' and session_date = 'B' order by as_of desc limit 1"
    expect(plan(latest)).toBe(
      'SEARCH market_chains USING COVERING INDEX market_chains_by_session (symbol=? AND session_date=?)',
    )
    const coverage = 'select symbol, min(session_date), max(session_date), max(name) from market_chains group by symbol'
    expect(plan(coverage)).toBe('SCAN market_chains USING COVERING INDEX market_chains_by_session')
  })

  it('are replaced only by who has read what is stored', async () => {
    expect(await store.chains.put(packed('a', null, [650]))).toBe(true)
    expect(await store.chains.put(packed('b', null, [655]))).toBe(false)
    expect(await store.chains.put(packed('c', 'a', [660]))).toBe(true)
    expect(await store.chains.put(packed('d', 'a', [665]))).toBe(false)

    expect((await store.chains.load('c'))?.contracts.strike).toEqual(Float64Array.of(660))
    expect(await store.chains.load('a')).toBeUndefined()
  })

  it('give back the parts that they were joined from, also when there is one only', async () => {
    await store.chains.put(packed('a', null, [650]))
    const [only] = await store.chains.partsOf('SPY', new Date(AS_OF).toISOString())
    const other = { fileSha256: 'sha-x', format: 'lean_option', stamp: '2026-11-19T21:00:00.000Z', chain: chainOf([7]) }
    const joined = { id: 'b', name: null, replaces: 'a', chain: chainOf([7, 650]), parts: [only!, other] }

    await store.chains.put(packChain(joined))

    const parts = await store.chains.partsOf('SPY', new Date(AS_OF).toISOString())
    expect(only?.chain).toEqual(chainOf([650]))
    expect(parts.toSorted((a, b) => a.format.localeCompare(b.format))).toEqual([only, other])
  })
})

describe('stored sessions', () => {
  it('come back by kind, symbol and date, and are replaced only by who has read them', async () => {
    const column = Float64Array.of(1, Number.NaN)
    const table = { symbol: 'SPY', sessionDate: '2026-11-19', count: 2, startMs: Float64Array.of(1, 2) }
    const bars = { ...table, open: column, high: column, low: column, close: column, volume: column }

    expect(await store.marketSessions.put(packSession('a', 'minute_bars', bars, null))).toBe(true)
    expect(await store.marketSessions.put(packSession('b', 'minute_bars', bars, null))).toBe(false)
    expect(await store.marketSessions.put(packSession('c', 'minute_bars', bars, 'a'))).toBe(true)

    expect(await store.marketSessions.load('minute_bars', 'SPY', '2026-11-19')).toEqual({ id: 'c', table: bars })
    expect(await store.marketSessions.load('trades', 'SPY', '2026-11-19')).toBeUndefined()
    expect(await store.marketSessions.coverage('minute_bars')).toEqual([
      { symbol: 'SPY', from: '2026-11-19', to: '2026-11-19' },
    ])
  })
})

describe('stored daily bars', () => {
  const bar = (date: string, close: number) => ({ date, open: 1, high: 9, low: 1, close, volume: Number.NaN })

  it('are read in order of date between two dates, both included', async () => {
    const bars = Array.from({ length: 1_200 }, (_, day) =>
      bar(new Date(day * 86_400_000).toISOString().slice(0, 10), 2),
    )
    await store.dailyBars.put('SPY', bars.toReversed(), { derived: false })

    expect(await store.dailyBars.range('SPY', {})).toEqual(bars)
    expect(await store.dailyBars.range('SPY', { from: bars[3]!.date, to: bars[5]!.date })).toEqual(bars.slice(3, 6))
    expect(await store.dailyBars.latest('SPY', bars[7]!.date)).toEqual(bars[7])
  })

  it('made of minutes yield to those of a source, and never replace them', async () => {
    await store.dailyBars.put('SPY', [bar('2026-11-18', 1), bar('2026-11-19', 1)], { derived: true })
    await store.dailyBars.put('SPY', [bar('2026-11-19', 2)], { derived: false })
    await store.dailyBars.put('SPY', [bar('2026-11-18', 3), bar('2026-11-19', 3)], { derived: true })

    expect((await store.dailyBars.range('SPY', {})).map(({ close }) => close)).toEqual([3, 2])
  })
})

describe('what is known only from an instant on', () => {
  const report: EarningsReport = {
    symbol: 'AAPL',
    reportDate: '2026-11-20',
    timing: 'after_close',
    fiscalPeriod: '2026-Q4',
    epsEstimate: 1.5,
    epsActual: Number.NaN,
    status: 'estimated',
    knownAt: '2026-10-01T00:00:00.000Z',
  }
  const event: CalendarEvent = {
    id: 'fomc-12',
    kind: 'fed',
    title: 'Rate decision',
    symbol: null,
    scheduledAt: '2026-12-09T19:00:00.000Z',
    knownAt: '2026-01-01T00:00:00.000Z',
    importance: 'high',
    status: 'scheduled',
  }

  it('earnings are shown as they were known then, moved dates included', async () => {
    const moved = { ...report, reportDate: '2026-11-24', knownAt: '2026-11-10T00:00:00.000Z' }
    const reported = { ...moved, epsActual: 1.7, status: 'reported' as const, knownAt: '2026-11-25T01:00:00.000Z' }
    await store.marketCalendar.putEarnings([reported, report, moved])
    const at = (knownAt: string, range = {}) => store.marketCalendar.earnings({ symbol: 'AAPL', knownAt, ...range })

    expect(await at('2026-09-30T00:00:00.000Z')).toEqual([])
    expect(await at('2026-11-01T00:00:00.000Z')).toEqual([report])
    expect(await at('2026-11-20T00:00:00.000Z')).toEqual([moved])
    expect(await at('2026-11-20T00:00:00.000Z', { to: '2026-11-20' })).toEqual([])
    expect(await at('2026-12-01T00:00:00.000Z')).toEqual([reported])
  })

  it('events are shown as they were known then', async () => {
    const canceled = { ...event, status: 'canceled' as const, knownAt: '2026-12-01T00:00:00.000Z' }
    await store.marketCalendar.putEvents([event, canceled])

    expect(await store.marketCalendar.events({ knownAt: '2026-11-01T00:00:00.000Z' })).toEqual([event])
    expect(await store.marketCalendar.events({ knownAt: '2026-12-02T00:00:00.000Z' })).toEqual([canceled])
    expect(await store.marketCalendar.events({ knownAt: '2026-12-02T00:00:00.000Z', symbol: 'AAPL' })).toEqual([])
  })

  it('splits keep the earliest instant at which any source says that they were known', async () => {
    const split = { symbol: 'AAPL', kind: 'split' as const, exDate: '2026-06-09', value: 7 }
    await store.corporateActions.put([{ ...split, knownAt: '2026-06-09T13:30:00.000Z' }])
    await store.corporateActions.put([{ ...split, knownAt: '2026-04-23T20:30:00.000Z' }])
    await store.corporateActions.put([{ ...split, knownAt: '2026-06-09T13:30:00.000Z' }])

    expect(await store.corporateActions.known('AAPL')).toEqual([{ ...split, knownAt: '2026-04-23T20:30:00.000Z' }])
    expect(await store.corporateActions.known('AAPL', '2026-04-23T20:29:59.999Z')).toEqual([])
  })
})

describe('stored news', () => {
  const item = (id: string, publishedAt: string, symbols: string[]) => ({
    id,
    publishedAt,
    headline: `Headline of ${id}`,
    summary: null,
    source: null,
    url: null,
    symbols,
    sentiment: null,
  })

  it('are listed newest first, by symbol, and page without gap or repetition among equal times', async () => {
    const noon = '2026-11-19T17:00:00.000Z'
    const items = [
      item('a', noon, ['AAPL']),
      item('b', noon, ['AAPL', 'MSFT']),
      item('c', noon, []),
      item('d', '2026-11-20T17:00:00.000Z', ['AAPL']),
    ]
    await store.news.put(items)
    await store.news.put(items)
    const until = '2026-12-01T00:00:00.000Z'

    const first = await store.news.list({ until, limit: 2 })
    const last = first.at(-1)!
    const second = await store.news.list({ until, limit: 5, after: last })

    expect([...first, ...second].map(({ id }) => id)).toEqual(['d', 'c', 'b', 'a'])
    expect((await store.news.list({ until, limit: 5, symbol: 'MSFT' })).map(({ symbols }) => symbols)).toEqual([
      ['AAPL', 'MSFT'],
    ])
    expect((await store.news.list({ until: noon, limit: 5 })).length).toBe(3)
  })
})

describe('remembered imports', () => {
  const record = {
    fileSha256: 'aa',
    kind: 'chain',
    symbol: '',
    date: '',
    sourceName: '',
    fileName: 'quotes.csv',
    format: 'cboe_csv',
    taken: 4,
    refused: 1,
    importedAt: '2026-11-20T15:00:00.000Z',
  }

  it('are remembered once per file and what it was imported as', async () => {
    expect(await store.imports.remember(record)).toBe(true)
    expect(await store.imports.remember(record)).toBe(false)
    expect(await store.imports.remember({ ...record, symbol: 'SPY' })).toBe(true)

    expect(await store.imports.find(record)).toEqual(record)
    expect(await store.imports.find({ ...record, kind: 'bars' })).toBeUndefined()
  })
})
