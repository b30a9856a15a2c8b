import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportReport } from '../../../src/app/import/import-files.ts'
import type { OptionChain } from '../../../src/market/domain/options/chain.ts'
import type { ImportKind } from '../../../src/market/import/reading.ts'
import { type ImportBench, importBench } from '../../support/market/imports.ts'
import { sharedDataExists, sharedPath } from '../../support/market/shared-data.ts'

const FOLDERS: readonly (readonly [ImportKind, readonly string[]])[] = [
  ['chain', ['cboe_csv', 'options_desk', 'lean/option_universe', 'lean/option_daily', 'lean/option_minute']],
  ['bars', ['lean/equity_daily', 'lean/equity_minute', 'vix', 'minute']],
  ['trades', ['lean/equity_tick']],
  ['events', ['lean/factor_files', 'lean/map_files']],
]

let bench: ImportBench
const reports = new Map<string, ImportReport>()

async function storedChain(symbol: string, date: string): Promise<OptionChain> {
  const head = await bench.store.chains.latest(symbol, date)
  return (await bench.store.chains.load(head!.id))!
}

function reportOf(file: string): ImportReport {
  return [...reports].find(([name]) => name.includes(file))![1]
}

function expiredOf({ asOfMs, expirations, contracts }: OptionChain): number {
  return [...contracts.expirationIndex].filter((index) => expirations[index]!.settlesAtMs <= asOfMs).length
}

describe.skipIf(!sharedDataExists)('real files', () => {
  beforeAll(async () => {
    bench = await importBench()
    for (const [kind, folders] of FOLDERS) {
      const paths = folders.map((folder) => sharedPath('data', folder))
      for (const report of await bench.importPaths(kind, paths)) reports.set(report.file, report)
    }
  }, 120_000)

  afterAll(async () => {
    await bench?.[Symbol.asyncDispose]()
  })

  it('are all imported', () => {
    const others = [...reports.values()].filter(({ status }) => status !== 'imported')

    expect(others).toEqual([])
    expect(reports.size).toBe(125)
  })

  it('lose no row but those of the minute file that repeats itself', () => {
    const losses = [...reports.values()].filter(({ refusedRows }) => refusedRows > 0)

    expect(losses.map(({ format, taken, refusedRows }) => [format, taken + refusedRows])).toEqual([
      ['ohlcv_csv', 13_435],
    ])
    const reasons = new Set(losses[0]?.refusals.map(({ reason }) => reason))
    expect(reasons).toEqual(new Set(['not a price above 0', 'another row is of the same minute']))
  })

  it.each([
    ['2025-04-30T2035', '2025-04-30', 2_259, 13, '2025-05-30', 554.54],
    ['2025-05-01T1649', '2025-05-01', 2_438, 14, '2025-05-30', 557.65],
    ['2025-05-02T1847', '2025-05-02', 2_354, 13, '2025-05-30', 565.615],
    ['2025-05-06T1809_partial', '2025-05-06', 78, 13, '2025-05-30', 557.37],
    ['2025-05-06T1814', '2025-05-06', 2_297, 13, '2025-05-30', 557.37],
    ['2025-06-09T1652', '2025-06-09', 1_603, 12, '2025-06-30', 599.48],
    ['2025-09-01T1850', '2025-08-29', 1_389, 14, '2025-09-30', 645.05],
    ['2025-09-03T0924', '2025-09-02', 4_252, 35, '2027-12-17', 642.65],
    ['2025-09-04T0518', '2025-09-03', 1_430, 15, '2025-09-30', 642.65],
  ])('Cboe %s is the close of %s with %d strikes', async (name, date, strikes, expirations, last, price) => {
    const report = reportOf(`spy_quotedata_${name}.csv`)
    const chain = await storedChain('SPY', date)

    expect(report).toMatchObject({ taken: 2 * strikes, sessions: [date], symbols: ['SPY'], unknownValues: 0 })
    expect(chain.asOfMs).toBe(Date.parse(`${date}T16:00:00-04:00`))
    expect(chain.underlyingPrice).toBe(price)
    expect(chain.expirations.at(-1)?.expirationDate).toBe(last)
    expect(chain.expirations.length).toBe(expirations)
    expect(chain.warnings[0]).toMatch(/^Stamped 2025-.* outside market hours/)
  })

  it('keep expired rows, but they can be told from the others', async () => {
    expect(expiredOf(await storedChain('SPY', '2025-09-02'))).toBe(202)
    expect(expiredOf(await storedChain('SPY', '2025-09-03'))).toBe(408)
    expect(expiredOf(await storedChain('SPY', '2025-04-30'))).toBe(0)
    const sameDay = await storedChain('SPY', '2025-05-01')
    expect(expiredOf(sameDay)).toBe([...sameDay.contracts.expirationIndex].filter((index) => index === 0).length)
  })

  it.each([
    ['2025-04-30T2035', 342],
    ['2025-05-01T1649', 1_012],
    ['2025-09-01T1850', 619],
    ['2025-09-03T0924', 735],
    ['2025-09-04T0518', 401],
  ])('Cboe %s has %d contracts without a volatility', (name, count) => {
    expect(reportOf(`spy_quotedata_${name}.csv`).notes.join()).toContain(`placeholders, read as unknown: ${count}.`)
  })

  it.each([
    ['AAPL.2026-07-15', 'AAPL', '2026-07-15', 2_729, '2026-07-15T13:15:53.372-04:00'],
    ['AAPL.2026-08-19', 'AAPL', '2026-08-19', 2_596, '2026-08-19T16:00:00-04:00'],
    ['NVDA.2026-08-22', 'NVDA', '2026-08-21', 3_093, '2026-08-21T16:00:00-04:00'],
    ['META.2026-08-22', 'META', '2026-08-21', 4_767, '2026-08-21T16:00:00-04:00'],
    ['SPYM.2026-08-22', 'SPYM', '2026-08-21', 309, '2026-08-21T16:00:00-04:00'],
  ])('JSON %s is of %s on %s with %d quotes', async (name, symbol, date, quotes, asOf) => {
    const chain = await storedChain(symbol, date)

    expect(reportOf(name)).toMatchObject({ taken: quotes, sessions: [date], symbols: [symbol] })
    expect(chain.asOfMs).toBe(Date.parse(asOf))
    expect(chain.contracts.count).toBe(quotes)
  })

  it('keep null unknown and every number of a JSON chain as it stands in the file', async () => {
    const text = gunzipSync(readFileSync(sharedPath('data', 'options_desk', 'QQQM.2026-08-22.json.gz'))).toString()
    const quotes: Record<string, number | null>[] = JSON.parse(text).quotes
    const { contracts } = await storedChain('QQQM', '2026-08-21')
    const sorted = (values: Iterable<number>) => [...values].sort((a, b) => a - b)

    expect(quotes.filter(({ volume }) => volume === null).length).toBeGreaterThan(0.1 * quotes.length)
    for (const name of ['bid', 'ask', 'last', 'volume', 'openInterest'] as const) {
      const expected = quotes.map((quote) => quote[name] ?? Number.NaN)
      expect(sorted(contracts[name].filter((value) => !Number.isNaN(value))), name).toEqual(
        sorted(expected.filter((value) => !Number.isNaN(value))),
      )
    }
  })

  it('join the archives of AAPL 2014 without letting the hollow universe of 2014-06-06 in', async () => {
    const friday = await storedChain('AAPL', '2014-06-06')
    const monday = await storedChain('AAPL', '2014-06-09')
    const row = friday.contracts.optionSymbols.indexOf('AAPL  150117C01000000')

    expect(reportOf('aapl_20140606.csv').taken).toBe(2_180)
    expect(friday.contracts.count).toBe(2_352)
    expect(friday.underlyingPrice).toBeNaN()
    const { bid, ask, last, volume, openInterest } = friday.contracts
    expect({
      bid: bid[row],
      ask: ask[row],
      last: last[row],
      volume: volume[row],
      openInterest: openInterest[row],
    }).toEqual({ bid: 1.21, ask: 1.33, last: 1.35, volume: 257, openInterest: 9325 })
    expect(monday.contracts.count).toBeGreaterThanOrEqual(4_360)
  })

  it('keep AM and PM contracts of one index apart', async () => {
    const chain = await storedChain('SPX', '2021-01-04')

    expect(chain.contracts.count).toBe(18)
    expect(new Set(chain.expirations.map(({ settlement }) => settlement))).toEqual(new Set(['am', 'pm']))
    expect(chain.underlyingPrice).toBeGreaterThan(3_600)
    expect((await storedChain('SPX', '2020-12-31')).contracts.count).toBe(18)
  })

  it('stand at 13:00 on a half day', async () => {
    const chain = await storedChain('GOOG', '2015-12-24')

    expect(chain.asOfMs).toBe(Date.parse('2015-12-24T13:00:00-05:00'))
    expect(reportOf('goog_20151224_trade_american')).toMatchObject({ taken: 241, sessions: ['2015-12-24'] })
  })

  it.each([
    ['SPY', 5_849, '2021-03-31'],
    ['QQQ', 3_964, '2021-03-31'],
    ['VIX', 9_235, '2026-07-23'],
  ])('give the daily bars of %s', async (symbol, count, last) => {
    const file = symbol === 'VIX' ? 'vix_daily' : `equity_daily/${symbol.toLowerCase()}.zip`

    expect(reportOf(file).taken).toBe(count)
    expect((await bench.store.dailyBars.range(symbol, { to: last })).at(-1)?.date).toBe(last)
  })

  it.each([
    ['SPY', '2013-10-08', 451_545],
    ['BAC', '2013-10-10', 124_567],
    ['IBM', '2013-10-10', 22_415],
  ])('give every trade of %s', async (symbol, date, count) => {
    const session = await bench.store.marketSessions.load('trades', symbol, date)

    expect(session?.table.count).toBe(count)
  })

  it('give the off-exchange share that was computed from the same trades by other means', async () => {
    const { table } = (await bench.store.marketSessions.load('trades', 'IBM', '2013-10-10'))!
    let off = 0
    let all = 0
    for (let row = 0; row < table.count; row++) {
      all += table.size[row]!
      if (table.exchange[row] === 'D'.charCodeAt(0)) off += table.size[row]!
    }

    expect(all).toBe(3_650_807)
    expect(off).toBe(1_168_262)
  })

  it('give the splits of AAPL', async () => {
    const known = await bench.store.corporateActions.known('AAPL')

    expect(known.filter(({ kind }) => kind === 'split').map(({ exDate, value }) => [exDate, value])).toEqual([
      ['2000-06-21', 2],
      ['2005-02-28', 2],
      ['2014-06-09', 7],
      ['2020-08-31', 4],
    ])
  })

  it('are unchanged when they are imported again', async () => {
    const again = await bench.importPaths('chain', [
      sharedPath('data', 'cboe_csv'),
      sharedPath('data', 'lean/option_universe'),
    ])

    expect(new Set(again.map(({ status }) => status))).toEqual(new Set(['unchanged']))
  })
})
