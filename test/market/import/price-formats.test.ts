import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SALE_CONDITION } from '../../../src/market/domain/stocks/stock-trades.ts'
import { type ImportBench, importBench } from '../../support/market/imports.ts'
import { zipOf } from '../../support/market/write-zip.ts'

let bench: ImportBench

beforeEach(async () => {
  bench = await importBench()
})

afterEach(() => bench[Symbol.asyncDispose]())

const bars = (symbol: string) => bench.store.dailyBars.range(symbol, {})

describe('a table of daily prices', () => {
  it('is read by the names of its columns, in whatever order and case, without volume too', async () => {
    const text = 'CLOSE,DATE,Open,high,LOW,Adj Close\r\n2,2026-11-19,1,3,0.5,9\r\n2.5,20261118,1,3,0.5,9\r\n'
    const report = await bench.import('bars', 'VIX_daily.csv', text)

    expect(report).toMatchObject({ status: 'imported', format: 'ohlcv_csv', symbols: ['VIX'], taken: 2 })
    expect(report.sessions).toEqual(['2026-11-18', '2026-11-19'])
    expect(report.notes).toEqual(['The symbol VIX was taken from the file name.', 'Columns left aside: adj_close.'])
    expect(await bars('VIX')).toEqual([
      { date: '2026-11-18', open: 1, high: 3, low: 0.5, close: 2.5, volume: Number.NaN },
      { date: '2026-11-19', open: 1, high: 3, low: 0.5, close: 2, volume: Number.NaN },
    ])
  })

  it('reads dates with slashes in the American order', async () => {
    await bench.import('bars', 'VIX.csv', 'DATE,OPEN,HIGH,LOW,CLOSE\n01/02/1990,1,1,1,1\n')

    expect((await bars('VIX')).map(({ date }) => date)).toEqual(['1990-01-02'])
  })

  it('leaves out bars without four prices, with low above high, of a day that is there or does not exist', async () => {
    const rows = [
      '2026-11-16,1,1,1,1,5',
      '2026-11-17,,1,1,1,5',
      '2026-11-18,1,1,2,1,5',
      '2026-11-16,2,2,2,2,5',
      '2026-02-30,1,1,1,1,5',
      '2026-11-19,1,1,1,1,-5',
      '2026-11-20,2,2,2,2,1',
      '2026-11-13,1,1,1,0,1',
      '2026-11-12,2,2,2,2,1',
      '2026-11-11,2,2,2,2,1',
    ]
    const report = await bench.import('bars', 'SPY.csv', `date,open,high,low,close,volume\n${rows.join('\n')}\n`)

    expect(report).toMatchObject({ status: 'imported', taken: 5, refusedRows: 5, unknownValues: 1 })
    expect(report.refusals.map(({ row, column }) => [row, column])).toEqual([
      [3, 'open'],
      [4, 'low'],
      [6, 'date'],
      [7, 'volume'],
      [9, 'close'],
      [5, 'date'],
    ])
  })

  it('without a symbol in its name needs one, and without a column is refused by its name', async () => {
    const text = 'date,open,high,low,close\n2026-11-19,1,1,1,1\n'

    expect((await bench.import('bars', '2026 prices.csv', text)).reason).toMatch(/give it with --symbol/)
    expect((await bench.import('bars', 'SPY.csv', text.replace('low,', 'least,'))).reason).toBe(
      'The heading row lacks the column low.',
    )
  })
})

describe('a table of minute prices', () => {
  const row = (time: string, price: number, volume = 10) => `${time},${price},${price},${price},${price},${volume}`
  const table = (rows: readonly string[]) => `Datetime,Open,High,Low,Close,Volume\n${rows.join('\n')}\n`
  const minute = (index: number) => new Date(Date.parse('2026-11-27T14:30:00Z') + index * 60_000).toISOString()

  it('becomes minutes of sessions by New York date, with whatever offset', async () => {
    const rows = [
      row('2026-11-19 09:31:00-05:00', 2),
      row('2026-11-19 09:30:00-05:00', 1),
      row('2026-11-20T14:30:00Z', 3),
    ]
    const report = await bench.import('bars', 'SPY_1m.csv', table(rows))

    const session = await bench.store.marketSessions.load('minute_bars', 'SPY', '2026-11-19')
    expect(report).toMatchObject({ status: 'imported', taken: 3, sessions: ['2026-11-19', '2026-11-20'] })
    expect(session?.table.startMs).toEqual(
      Float64Array.of(Date.parse('2026-11-19T14:30:00Z'), Date.parse('2026-11-19T14:31:00Z')),
    )
    expect(session?.table.close).toEqual(Float64Array.of(1, 2))
    expect(await bars('SPY')).toEqual([])
  })

  it('makes a daily bar of a complete session, which a published bar replaces', async () => {
    const halfDay = Array.from({ length: 210 }, (_, index) => row(minute(index), 100 + (index === 70 ? 9 : 0)))
    await bench.import('bars', 'SPY_1m.csv', table([row(minute(-60), 500), ...halfDay, row(minute(210), 1)]))

    expect(await bars('SPY')).toEqual([
      { date: '2026-11-27', open: 100, high: 109, low: 100, close: 100, volume: 2100 },
    ])
    await bench.import('bars', 'SPY.csv', 'date,open,high,low,close\n2026-11-27,1,1,1,1\n')
    expect((await bars('SPY')).map(({ close }) => close)).toEqual([1])
  })

  it('takes of two bars of one minute the one with more volume', async () => {
    const report = await bench.import(
      'bars',
      'SPY_1m.csv',
      table([row(minute(0), 1, 0), row(minute(0), 2, 50), row(minute(1), 3)]),
    )

    const session = await bench.store.marketSessions.load('minute_bars', 'SPY', '2026-11-27')
    expect(session?.table.close).toEqual(Float64Array.of(2, 3))
    expect(report).toMatchObject({ taken: 2, refusedRows: 1 })
  })

  it('of longer bars is refused, because it would pass for minutes with gaps', async () => {
    const report = await bench.import(
      'bars',
      'SPY_5m.csv',
      table([row(minute(0), 1), row(minute(5), 1), row(minute(10), 1)]),
    )

    expect(report.reason).toBe('The bars are 5 minutes long; bars of one minute and of one day can be imported.')
  })

  it('without a time zone is read as New York, and the report says so', async () => {
    const report = await bench.import('bars', 'SPY_1m.csv', table([row('2026-07-06 09:30', 1)]))

    const session = await bench.store.marketSessions.load('minute_bars', 'SPY', '2026-07-06')
    expect(report.notes).toContain('The times name no time zone: New York was assumed.')
    expect(session?.table.startMs[0]).toBe(Date.parse('2026-07-06T13:30:00Z'))
  })
})

describe('Lean files of stocks', () => {
  it('give daily bars in dollars, zipped or not', async () => {
    const text =
      '20140606 00:00,6500000,6512500,6444800,6455700,12116671\n20140609 00:00,926900,938800,917500,937000,72875948'
    const zipped = await bench.import('bars', 'x.zip', zipOf({ 'aapl.csv': text }))
    await bench.import('bars', 'ibm.csv', text)

    expect(zipped).toMatchObject({ format: 'lean_equity_daily', symbols: ['AAPL'], taken: 2 })
    expect(await bars('AAPL')).toEqual([
      { date: '2014-06-06', open: 650, high: 651.25, low: 644.48, close: 645.57, volume: 12116671 },
      { date: '2014-06-09', open: 92.69, high: 93.88, low: 91.75, close: 93.7, volume: 72875948 },
    ])
    expect(await bars('IBM')).toEqual(await bars('AAPL'))
  })

  it('give minute bars and quotes of the day in the name, in summer time, indices in dollars as they are', async () => {
    await bench.import(
      'bars',
      'a.zip',
      zipOf({ '20140606_aapl_minute_trade.csv': '34200000,6500000,6500000,6490000,6490000,90\n' }),
    )
    await bench.import(
      'bars',
      'b.zip',
      zipOf({
        '20140606_aapl_minute_quote.csv':
          '34200000,1,1,1,6489900,100,1,1,1,6490100,200\n34260000,1,1,1,6500000,1,1,1,1,6490000,1\n',
      }),
    )
    await bench.import(
      'bars',
      'c.zip',
      zipOf({ '20210104_spx_minute_trade.csv': '34200000,3764.61,3769.99,3764,3766,59\n' }),
    )

    const trades = await bench.store.marketSessions.load('minute_bars', 'AAPL', '2014-06-06')
    const quotes = await bench.store.marketSessions.load('minute_quotes', 'AAPL', '2014-06-06')
    const index = await bench.store.marketSessions.load('minute_bars', 'SPX', '2021-01-04')
    expect(trades?.table.startMs[0]).toBe(Date.parse('2014-06-06T09:30:00-04:00'))
    expect({ low: trades?.table.low[0], volume: trades?.table.volume[0] }).toEqual({ low: 649, volume: 90 })
    expect({ bid: quotes?.table.bid[0], ask: quotes?.table.ask[0], askSize: quotes?.table.askSize[0] }).toEqual({
      bid: 648.99,
      ask: 649.01,
      askSize: 200,
    })
    expect({ bid: quotes?.table.bid[1], ask: quotes?.table.ask[1] }).toEqual({ bid: Number.NaN, ask: Number.NaN })
    expect({ open: index?.table.open[0], close: index?.table.close[0] }).toEqual({ open: 3764.61, close: 3766 })
  })

  it('give every trade with its exchange and conditions', async () => {
    const text =
      '26008739,1829100,100,P,20002020,0\n26467875,1820200,100,D,1,1\n26467876,0,100,D,1,0\n26467877,1820200,50,D,80000000,0\n'
    const report = await bench.import('trades', 'ibm.zip', zipOf({ '20131010_ibm_Trade_Tick.csv': text }))

    const { table } = (await bench.store.marketSessions.load('trades', 'IBM', '2013-10-10'))!
    expect(report).toMatchObject({ format: 'lean_equity_tick', taken: 3, refusedRows: 1 })
    expect(table.executedAtMs[0]).toBe(Date.parse('2013-10-10T07:13:28.739-04:00'))
    expect([table.price[0], table.size[0], String.fromCharCode(table.exchange.at(1)!)]).toEqual([182.91, 100, 'D'])
    expect((table.conditions[0]! & SALE_CONDITION.extendedHours) !== 0).toBe(true)
    expect(table.conditions[2]! >>> 0).toBe(SALE_CONDITION.oddLot)
    expect([...table.suspicious]).toEqual([0, 1, 0])
  })
})

describe('Lean factor and map files', () => {
  const factors =
    '19980102,0.8613657,0.00892857,1\n20140507,0.8961764,0.0357143,592.33\n20140606,0.9011818,0.0357143,645.57\n20140806,0.9011818,0.25,94.97\n20501231,1,1,0\n'

  it('give splits and dividends from the next trading day, known from its open', async () => {
    const report = await bench.import('events', 'aapl.csv', factors)

    const known = await bench.store.corporateActions.known('AAPL')
    expect(report).toMatchObject({ status: 'imported', format: 'lean_factors', symbols: ['AAPL'] })
    expect(known.find(({ exDate }) => exDate === '2014-05-08')).toEqual({
      symbol: 'AAPL',
      kind: 'dividend',
      exDate: '2014-05-08',
      value: 3.29,
      knownAt: '2014-05-08T13:30:00.000Z',
    })
    expect(known.find(({ exDate }) => exDate === '2014-06-09')).toMatchObject({ kind: 'split', value: 7 })
    const events = await bench.store.marketCalendar.events({ symbol: 'AAPL', knownAt: '2014-06-09T13:30:00.000Z' })
    expect(events.at(-1)).toMatchObject({
      kind: 'split',
      title: 'AAPL split 7 for 1',
      scheduledAt: '2014-06-09T13:30:00.000Z',
    })
  })

  it('give the periods of a ticker', async () => {
    await bench.import('events', 'qqq.csv', '19990310,qqq,Q\n20041130,qqq,Q\n20110322,qqqq,Q\n20501231,qqq,Q\n')

    expect(await bench.store.corporateActions.tickerPeriods('QQQ')).toEqual([
      { symbol: 'QQQ', ticker: 'QQQ', from: '1999-03-10', to: '2004-11-30' },
      { symbol: 'QQQ', ticker: 'QQQQ', from: '2004-12-01', to: '2011-03-22' },
      { symbol: 'QQQ', ticker: 'QQQ', from: '2011-03-23', to: '2050-12-31' },
    ])
  })
})

describe('a table of option prints', () => {
  it('gives the prints of each symbol and session in time order', async () => {
    const text = [
      'executed_at,option_symbol,price,size,bid,ask,underlying_price,exchange,condition',
      '2026-11-19T10:00:01.5-05:00,SPY261218C00650000,5.1,20,5,5.2,655,C,S',
      '2026-11-19T15:00:00Z,SPY   261218P00650000,1.1,2,,,,,',
      '2026-11-19T15:00:00Z,SPXW261218P06500000,1.1,2,3,2,,,',
      '2026-11-19T15:00:00,SPY261218C00650000,5.1,20,,,,,',
      '2026-11-19T15:00:00Z,SPY,5.1,20,,,,,',
      '2026-11-19T15:00:00Z,SPY261218C00650000,5.1,0,,,,,',
    ].join('\n')
    const report = await bench.import('prints', 'prints.csv', text)

    const { table } = (await bench.store.marketSessions.load('prints', 'SPY', '2026-11-19'))!
    expect(report).toMatchObject({ status: 'imported', symbols: ['SPX', 'SPY'], taken: 3, refusedRows: 3 })
    expect(report.refusals.map(({ row, column }) => [row, column])).toEqual([
      [4, 'bid'],
      [5, 'executed_at'],
      [6, 'option_symbol'],
      [7, 'size'],
    ])
    expect(table.optionSymbols).toEqual(['SPY   261218P00650000', 'SPY   261218C00650000'])
    expect(table.executedAtMs[1]).toBe(Date.parse('2026-11-19T15:00:01.500Z'))
    expect({
      bid: table.bid[0],
      ask: table.ask[1],
      condition: table.condition.at(1),
      exchange: table.exchange.at(0),
    }).toEqual({ bid: Number.NaN, ask: 5.2, condition: 'S', exchange: '' })
  })
})
