import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../../../../src/app/store/open-store.ts'
import { ratesIn } from '../../../../src/market/domain/interest-rates.ts'
import type { MarketSource } from '../../../../src/market/ports/market-source.ts'
import { replayMarket } from '../../../../src/market/sources/replay/index.ts'
import { type ImportBench, importBench, quoteRow, quoteTable } from '../../../support/market/imports.ts'
import { tempFolder } from '../../../support/process/temp-folder.ts'
import { itConformsToMarketSource } from '../source-conformance.ts'

let bench: ImportBench
let source: MarketSource

beforeEach(async () => {
  bench = await importBench()
  source = replayMarket({ market: bench.store })
})

afterEach(() => bench[Symbol.asyncDispose]())

/** Bars of every weekday from a date on; the close grows by one each day. */
function dailyTable(from: string, days: number, price = 100): string {
  const rows = Array.from({ length: days }, (_, day) => new Date(Date.parse(from) + day * 86_400_000))
    .filter((date) => date.getUTCDay() >= 1 && date.getUTCDay() <= 5)
    .map((date, index) => {
      const close = price + index
      return `${date.toISOString().slice(0, 10)},${close - 1},${close + 2},${close - 2},${close},${1000 + index}`
    })
  return `date,open,high,low,close,volume\n${rows.join('\n')}\n`
}

const morning = quoteTable({ stamp: 'November 19, 2026 at 10:30 AM EST' })
const closing = quoteTable({ stamp: 'November 18, 2026 at 6:30 PM EST', title: 'SPDR,Last: 650' })

describe('the present', () => {
  it('is the instant of the latest chain, and knows nothing of the rest of that day', async () => {
    await bench.import('chain', 'a.csv', closing)
    await bench.import('chain', 'b.csv', morning)
    await bench.import('bars', 'SPY.csv', dailyTable('2025-09-01', 460))
    const view = await source.viewAt()

    const quote = await view.quote('SPY')
    const bars = await view.dailyBars('SPY', {})

    expect(bars.at(-1)?.date).toBe('2026-11-18')
    expect(quote).toMatchObject({ sessionDate: '2026-11-19', price: 655.1, marketSession: 'open', warnings: [] })
    expect(quote.asOfMs).toBe(Date.parse('2026-11-19T10:30:00-05:00'))
    expect(quote.previousClose).toBe(bars.at(-1)?.close)
    expect({ open: quote.open, volume: quote.volume, bid: quote.bid }).toEqual({
      open: Number.NaN,
      volume: Number.NaN,
      bid: Number.NaN,
    })
  })

  it('is the last bar of a symbol without chains', async () => {
    await bench.import('bars', 'IBM.csv', dailyTable('2025-09-01', 443))

    const quote = await (await source.viewAt()).quote('IBM')

    expect(quote).toMatchObject({ sessionDate: '2026-11-17', open: quote.price - 1, high: quote.price + 2 })
    expect(quote.previousClose).toBe(quote.price - 1)
    expect(quote.asOfMs).toBe(Date.parse('2026-11-17T16:00:00-05:00'))
  })
})

describe('a past date', () => {
  it('is answered from its own last chain and the bars up to it', async () => {
    await bench.import('chain', 'a.csv', closing)
    await bench.import('chain', 'b.csv', morning)
    await bench.import('bars', 'SPY.csv', dailyTable('2026-11-02', 18, 640))
    const view = await source.viewAt('2026-11-18')

    expect((await view.chain('SPY')).asOfMs).toBe(Date.parse('2026-11-18T16:00:00-05:00'))
    expect((await view.dailyBars('SPY', {})).at(-1)?.date).toBe('2026-11-18')
    expect(await view.quote('SPY')).toMatchObject({ sessionDate: '2026-11-18', price: 652, previousClose: 651 })
  })

  it('without data names the dates nearest to it', async () => {
    await bench.import('chain', 'a.csv', closing)
    await bench.import('chain', 'b.csv', morning)

    const chain = (date: string) => source.viewAt(date).then((view) => view.chain('SPY'))

    await expect(chain('2026-11-17')).rejects.toMatchObject({
      code: 'not_found',
      message: 'No chain of SPY is stored for 2026-11-17. Chains are stored for 2026-11-18, 2026-11-19.',
    })
    await expect((await source.viewAt()).chain('XYZ')).rejects.toMatchObject({
      message: expect.stringMatching(/^Nothing is stored of XYZ\. Import a file of it first\./),
    })
  })

  it('that is no trading day has no quote', async () => {
    await bench.import('chain', 'a.csv', closing)

    await expect((await source.viewAt('2026-11-15')).quote('SPY')).rejects.toMatchObject({
      code: 'not_found',
      message: '2026-11-15 is no trading day. The trading days around it are 2026-11-13 and 2026-11-16.',
    })
  })
})

describe('bars', () => {
  const bars =
    'date,open,high,low,close,volume\n2014-06-05,700,700,700,700,1\n2014-06-06,700,707,693,700,10\n2014-06-09,100,101,99,100,70\n2014-06-10,100,101,99,101,70\n'
  const split = '19980102,1,0.0357143,1\n20140606,1,0.0357143,700\n20140806,1,0.25,94.97\n20501231,1,0.25,0\n'

  it('are adjusted from the ex-date of a split on, and not before', async () => {
    await bench.import('bars', 'AAPL.csv', bars)
    await bench.import('events', 'aapl.csv', split)
    const closes = async (date?: string) =>
      (await (await source.viewAt(date)).dailyBars('AAPL', {})).map(({ close }) => close)

    expect(await closes('2014-06-06')).toEqual([700, 700])
    expect(await closes('2014-06-09')).toEqual([100, 100, 100])
    expect(await closes()).toEqual([100, 100, 100, 101])
  })

  it('compare the price of the day after a split with the close before it in one scale', async () => {
    await bench.import('bars', 'AAPL.csv', bars)
    await bench.import('events', 'aapl.csv', split)

    const quote = await (await source.viewAt('2014-06-09')).quote('AAPL')

    expect({ price: quote.price, previousClose: quote.previousClose }).toEqual({ price: 100, previousClose: 100 })
  })

  it('do not use a split that was announced, but had not taken effect', async () => {
    await bench.import('bars', 'AAPL.csv', bars)
    const known = [
      {
        kind: 'split',
        title: 'S',
        symbol: 'AAPL',
        scheduled_at: '2014-06-09',
        value: 7,
        known_at: '2014-04-23T20:30:00Z',
      },
    ]
    await bench.import('events', 'split.json', JSON.stringify(known))

    expect((await (await source.viewAt('2014-06-06')).dailyBars('AAPL', {})).at(-1)?.close).toBe(700)
  })

  it('leave out the days of another security with the same ticker', async () => {
    await bench.import('bars', 'GOOG.csv', bars)
    await bench.import('events', 'goog.csv', '20140327,goocv,Q\n20140606,goocv,Q\n20501231,goog,Q\n')

    expect((await (await source.viewAt()).dailyBars('GOOG', {})).map(({ date }) => date)).toEqual([
      '2014-06-09',
      '2014-06-10',
    ])
  })

  it('that do not reach 52 weeks back leave high and low of 52 weeks unknown, and say so', async () => {
    await bench.import('bars', 'AAPL.csv', bars)

    const quote = await (await source.viewAt()).quote('AAPL')

    expect({ week52High: quote.week52High, week52Low: quote.week52Low }).toEqual({
      week52High: Number.NaN,
      week52Low: Number.NaN,
    })
    expect(quote.warnings).toEqual(['The stored bars do not cover 52 weeks: their high and low are unknown.'])
  })

  it('give high and low of 52 weeks where they do', async () => {
    await bench.import('bars', 'IBM.csv', dailyTable('2025-09-01', 443))
    const view = await source.viewAt()

    const year = (await view.dailyBars('IBM', { from: '2025-11-18' })).map(({ high, low }) => [high, low])
    const quote = await view.quote('IBM')

    expect(quote.week52High).toBe(Math.max(...year.flat()))
    expect(quote.week52Low).toBe(Math.min(...year.flat()))
  })
})

describe('chains', () => {
  it('are the same object until they change, and a new one at once after another process imports', async () => {
    using folder = tempFolder()
    const path = folder.file('store.sqlite3')
    await using first = await importBench(path)
    await using second = await openStore({ path, now: () => new Date('2026-11-20T15:00:00Z') })
    await first.import('chain', 'a.csv', closing)
    const replay = replayMarket({ market: second })
    const chain = async () => (await replay.viewAt()).chain('SPY')

    const before = await chain()
    expect(await chain()).toBe(before)
    await first.import(
      'chain',
      'b.csv',
      quoteTable({ stamp: 'November 18, 2026 at 7:30 PM EST', rows: [quoteRow(700)] }),
    )
    const after = await chain()

    expect(after).not.toBe(before)
    expect(after.contracts.count).toBe(8)
    expect(await chain()).toBe(after)
  })

  it('are one object for those who ask at the same time', async () => {
    await bench.import('chain', 'a.csv', closing)
    const view = await source.viewAt()

    const [one, two] = await Promise.all([view.chain('SPY'), view.chain('SPY')])

    expect(one).toBe(two)
  })

  it('without a price of the underlying take the close of its bar as it was traded', async () => {
    const noPrice = quoteTable({ stamp: 'November 18, 2026 at 6:30 PM EST', title: 'SPDR,Last: 0' })
    await bench.import('chain', 'a.csv', noPrice)
    await bench.import('bars', 'SPY.csv', 'date,open,high,low,close\n2026-11-18,1,700,1,651\n')

    const chain = await (await source.viewAt()).chain('SPY')

    expect(chain.underlyingPrice).toBe(651)
    expect(chain.warnings.at(-1)).toMatch(/is the close of its daily bar/)
  })

  it('keep the price that the source names, and say when the day closed elsewhere', async () => {
    await bench.import('chain', 'a.csv', closing)
    await bench.import('bars', 'SPY.csv', 'date,open,high,low,close\n2026-11-18,1,700,1,653\n')

    const chain = await (await source.viewAt()).chain('SPY')

    expect(chain.underlyingPrice).toBe(650)
    expect(chain.warnings).toContain('The source names 650 as price of the underlying, but it closed at 653.')
  })

  it('from within the session are not compared with a close that is still to come', async () => {
    await bench.import('chain', 'a.csv', morning)
    await bench.import('bars', 'SPY.csv', 'date,open,high,low,close\n2026-11-19,1,700,1,700\n')

    expect((await (await source.viewAt()).chain('SPY')).warnings).toEqual([])
  })
})

describe('rates of a chain', () => {
  const heading = 'date,tenor,rate,known_at'
  const datesOf = async (market: MarketSource, ...dates: string[]) =>
    await Promise.all(dates.map(async (date) => (await (await market.viewAt(date)).chain('SPY')).rates?.date))

  it('are the last ones published before its instant', async () => {
    await bench.import('chain', 'a.csv', closing)
    await bench.import('chain', 'b.csv', quoteTable({ stamp: 'November 19, 2026 at 6:30 PM EST' }))
    await bench.import(
      'rates',
      'r.csv',
      `${heading}\n2026-11-17,1m,4.1,\n2026-11-18,1m,4.2,\n2026-11-19,1m,4.3,2026-11-19T20:30:00Z\n`,
    )

    expect(await datesOf(source, '2026-11-18', '2026-11-19')).toEqual(['2026-11-17', '2026-11-19'])
  })

  it('of more than a month before are not used: those of the settings are', async () => {
    const rates = ratesIn('1m:4')
    await bench.import('chain', 'a.csv', closing)
    await bench.import('rates', 'r.csv', `${heading}\n2026-10-17,1m,4.1,\n`)

    expect(await datesOf(source, '2026-11-18')).toEqual([undefined])
    expect(await datesOf(replayMarket({ market: bench.store, rates }), '2026-11-18')).toEqual([null])
  })
})

describe('listings', () => {
  it('say what is stored of each symbol', async () => {
    await bench.import('chain', 'a.csv', closing)
    await bench.import('chain', 'b.csv', morning)
    await bench.import('bars', 'IBM.csv', 'date,open,high,low,close\n2026-11-17,1,1,1,1\n2026-11-18,1,1,1,1\n')

    const range = {
      printsFrom: null,
      printsTo: null,
      sector: null,
      optionsFrom: null,
      optionsTo: null,
      barsFrom: null,
      barsTo: null,
    }
    expect(await source.listings()).toEqual([
      { ...range, symbol: 'IBM', name: null, barsFrom: '2026-11-17', barsTo: '2026-11-18' },
      { ...range, symbol: 'SPY', name: 'SPDR S&P 500 ETF Trust', optionsFrom: '2026-11-18', optionsTo: '2026-11-19' },
    ])
  })
})

describe('replay', () => {
  beforeEach(async () => {
    await bench.import('chain', 'a.csv', closing)
    await bench.import('chain', 'b.csv', morning)
    await bench.import('bars', 'SPY.csv', tradingDaysOnly(dailyTable('2025-09-01', 460)))
  })

  function tradingDaysOnly(table: string): string {
    return table
      .split('\n')
      .filter(
        (row) =>
          !/^(2025-09-01|2025-11-27|2025-12-25|2026-01-01|2026-01-19|2026-02-16|2026-04-03|2026-05-25|2026-06-19|2026-07-03|2026-09-07)/.test(
            row,
          ),
      )
      .join('\n')
  }

  itConformsToMarketSource(() => ({
    source,
    symbol: 'SPY',
    unknownSymbol: 'ZZZZ',
    pastDate: '2026-11-18',
    emptyDate: '2026-11-16',
  }))
})
