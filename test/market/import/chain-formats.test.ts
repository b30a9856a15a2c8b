import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OptionChain } from '../../../src/market/domain/options/chain.ts'
import { type ImportBench, importBench, QUOTE_HEADING, quoteRow, quoteTable } from '../../support/market/imports.ts'
import { zipOf } from '../../support/market/write-zip.ts'

let bench: ImportBench

beforeEach(async () => {
  bench = await importBench()
})

afterEach(() => bench[Symbol.asyncDispose]())

async function storedChain(symbol: string, date?: string): Promise<OptionChain> {
  const head = await bench.store.chains.latest(symbol, date)
  return (await bench.store.chains.load(head!.id))!
}

describe('a Cboe quote table', () => {
  it('gives both sides of every strike, the price of the header and the instant of its date line', async () => {
    const report = await bench.import('chain', 'quotes.csv', quoteTable())

    const chain = await storedChain('SPY')
    expect(report).toMatchObject({ status: 'imported', format: 'cboe_csv', symbols: ['SPY'], sessions: ['2026-11-19'] })
    expect(report).toMatchObject({ taken: 6, refusedRows: 0, unknownValues: 0, refusals: [] })
    expect(chain.asOfMs).toBe(Date.parse('2026-11-19T15:30:00-05:00'))
    expect(chain.underlyingPrice).toBe(655.1)
    expect(chain.contracts.optionSymbols[0]).toBe('SPY   261218C00650000')
    const { bid, ask, last, volume, openInterest, vendorIv } = chain.contracts
    expect({
      bid: bid[0],
      ask: ask[0],
      last: last[0],
      volume: volume[0],
      openInterest: openInterest[0],
      vendorIv: vendorIv[0],
    }).toEqual({ bid: 5, ask: 5.2, last: 5.1, volume: 10, openInterest: 100, vendorIv: 0.2 })
    expect((await bench.store.chains.latest('SPY'))?.name).toBe('SPDR S&P 500 ETF Trust')
  })

  it('stamped outside market hours stands at the close before, and says so', async () => {
    const report = await bench.import(
      'chain',
      'quotes.csv',
      quoteTable({ stamp: '15 de noviembre de 2026, 18:09 GMT-5' }),
    )

    const chain = await storedChain('SPY')
    expect(chain.asOfMs).toBe(Date.parse('2026-11-13T16:00:00-05:00'))
    expect(chain.sessionDate).toBe('2026-11-13')
    const sentence =
      'Stamped 2026-11-15 18:09 New York time, outside market hours: the quotes are those of the close of 2026-11-13.'
    expect(chain.warnings).toContain(sentence)
    expect(report.notes).toContain(sentence)
  })

  it('keeps contracts that had expired, and counts them', async () => {
    const report = await bench.import('chain', 'quotes.csv', quoteTable({ stamp: 'December 20, 2026 at 9:00 AM EST' }))

    expect(report.taken).toBe(6)
    expect(report.notes).toContain('2026-12-18: expired contracts, stored but excluded from all sums: 6.')
    expect(report.notes).toContain('The file is stamped in the future of this machine’s clock.')
  })

  it.each([
    ['NaN', { bid: 'NaN' }, 'bid', 'NaN', 'not a number'],
    ['a word', { volume: 'many' }, 'volume', 'many', 'not a number'],
    ['infinity', { ask: 'Infinity' }, 'ask', 'Infinity', 'not a number'],
    ['a negative open interest', { openInterest: '-5' }, 'open_interest', '-5', 'negative'],
    ['a crossed quote', { bid: '5.3' }, 'bid', '5.3 over 5.2', 'the bid is above the ask, so neither is believed'],
  ])(
    'makes %s unknown, keeps the row, and reports row, column and value',
    async (_what, call, column, value, reason) => {
      const report = await bench.import(
        'chain',
        'quotes.csv',
        quoteTable({ rows: [quoteRow(650, call), quoteRow(655)] }),
      )

      const { contracts } = await storedChain('SPY')
      expect(report).toMatchObject({ status: 'imported', taken: 4, refusedRows: 0, unknownValues: 1 })
      expect(report.refusals).toEqual([{ row: 5, entry: null, column, value, reason, effect: 'value unknown' }])
      const name = ({ open_interest: 'openInterest' } as const)[column] ?? (column as 'bid' | 'ask' | 'volume')
      expect(contracts[name][0]).toBeNaN()
      if (reason.startsWith('the bid')) expect(contracts.ask[0]).toBeNaN()
    },
  )

  it('reads empty cells and dashes as unknown without a word, and numbers with thousands separators', async () => {
    const row = quoteRow(650, { bid: '', last: '--', openInterest: '"12,345"' })
    const report = await bench.import('chain', 'quotes.csv', quoteTable({ rows: [row] }))

    const { contracts } = await storedChain('SPY')
    expect(report.unknownValues).toBe(0)
    expect({ bid: contracts.bid[0], last: contracts.last[0], openInterest: contracts.openInterest[0] }).toEqual({
      bid: Number.NaN,
      last: Number.NaN,
      openInterest: 12345,
    })
  })

  it('makes volatilities of 0 and placeholders without a bid unknown, and counts them', async () => {
    const rows = [
      quoteRow(650, { iv: '0' }, { iv: '0.00001' }),
      quoteRow(655, { iv: '0.25', bid: '0' }, { iv: '0.25' }),
    ]
    const report = await bench.import('chain', 'quotes.csv', quoteTable({ rows }))

    expect([...(await storedChain('SPY')).contracts.vendorIv]).toEqual([Number.NaN, Number.NaN, Number.NaN, 0.25])
    expect(report.notes).toContain('2026-11-19: implied volatilities of 0 and placeholders, read as unknown: 3.')
  })

  it('takes the first of two rows of one contract', async () => {
    const rows = [quoteRow(650, { last: '1' }), quoteRow(655), quoteRow(650, { last: '2' })]
    const report = await bench.import('chain', 'quotes.csv', quoteTable({ rows }))

    expect((await storedChain('SPY')).contracts.last[0]).toBe(1)
    expect(report).toMatchObject({ taken: 4, refusedRows: 2 })
    expect(report.refusals[0]).toMatchObject({ row: 7, reason: 'an earlier row is of the same contract' })
  })

  it('leaves out a row that contradicts its symbol, or that has too few fields', async () => {
    const cut = quoteRow(670).split(',').slice(0, 9).join(',')
    const rows = [
      quoteRow(640),
      quoteRow(645),
      quoteRow(650).replace(',650.00,', ',651.00,'),
      quoteRow(655).replace('Dec 18', 'Dec 11'),
      quoteRow(660).replace('SPY261218P', 'SPY261218C'),
      quoteRow(665),
      cut,
      quoteRow(675),
    ]
    const report = await bench.import('chain', 'quotes.csv', quoteTable({ rows }))

    expect(report.taken).toBe(9)
    expect(report.refusals.map(({ row, column }) => [row, column])).toEqual([
      [7, 'strike'],
      [7, 'strike'],
      [8, 'expiration'],
      [8, 'expiration'],
      [9, 'puts'],
      [11, 'expiration_date'],
    ])
  })

  it('that ends in the middle of a row is refused, since what lay behind it is missing', async () => {
    const whole = quoteTable()
    const report = await bench.import('chain', 'quotes.csv', whole.slice(0, -40))

    expect(report).toMatchObject({
      status: 'refused',
      taken: 0,
      reason: 'The file is truncated in row 7, its last. Import the complete file.',
    })
  })

  it.each([
    ['Strike', 'strike'],
    ['Calls', 'calls'],
    ['Puts', 'puts'],
    ['Expiration Date', 'expiration_date'],
  ])('that lacks the column %s is refused, and the column is named', async (column, name) => {
    const heading = QUOTE_HEADING.replace(column, 'Other')
    const report = await bench.import('chain', 'quotes.csv', quoteTable({ heading }))

    expect(report).toMatchObject({ status: 'refused', reason: `The heading row lacks the column ${name}.` })
  })

  it('that lacks a column of one side is refused, and the column is named', async () => {
    const heading = QUOTE_HEADING.replace(/Open Interest$/, 'OI')
    const report = await bench.import('chain', 'quotes.csv', quoteTable({ heading }))

    expect(report.reason).toBe('The heading row lacks the column open_interest of the puts.')
  })

  it('with an unreadable date line needs the date, and then stands at its close', async () => {
    const table = quoteTable({ stamp: 'sometime' })

    const without = await bench.import('chain', 'quotes.csv', table)
    const given = await bench.import('chain', 'quotes.csv', table, { date: '2026-11-18' })

    expect(without.reason).toBe('The date line is not readable: give the trading date with --date.')
    expect(given.status).toBe('imported')
    expect((await storedChain('SPY')).asOfMs).toBe(Date.parse('2026-11-18T16:00:00-05:00'))
  })

  it('of another date or symbol than was asked for is refused as a whole', async () => {
    const date = await bench.import('chain', 'quotes.csv', quoteTable(), { date: '2026-11-18' })
    const symbol = await bench.import('chain', 'quotes.csv', quoteTable(), { symbol: 'QQQ' })

    expect(date.reason).toBe('The file is of 2026-11-19, not of 2026-11-18.')
    expect(symbol).toMatchObject({
      status: 'refused',
      reason: 'No contract of the file could be taken.',
      refusedRows: 6,
    })
    expect(symbol.refusals[0]).toMatchObject({ row: 5, reason: 'a contract of SPY, not of QQQ' })
  })

  it('reads the price of the underlying with a thousands separator that splits it', async () => {
    await bench.import('chain', 'quotes.csv', quoteTable({ title: 'S&P 500 INDEX,Last: 6,532.10,Change: 1.5' }))

    expect((await storedChain('SPY')).underlyingPrice).toBe(6532.1)
  })
})

describe('a Cboe quote table with gaps and adjusted roots', () => {
  it('keeps a missing price of the underlying unknown', async () => {
    const report = await bench.import('chain', 'quotes.csv', quoteTable({ title: 'SPDR S&P 500 ETF Trust,Last: 0' }))

    expect((await storedChain('SPY')).underlyingPrice).toBeNaN()
    expect(report.notes).toContain('The header has no price of the underlying ("Last:").')
  })

  it('knows the contracts of BRK.B, whose root has no dot, and adjusted roots', async () => {
    const rows = [quoteRow(650), quoteRow(655)].map((row, index) =>
      row.replaceAll('SPY', index === 0 ? 'BRKB' : 'BRKB1'),
    )
    const report = await bench.import('chain', 'quotes.csv', quoteTable({ rows }), { symbol: 'brk.b' })

    expect(report).toMatchObject({ status: 'imported', symbols: ['BRK.B'], taken: 4 })
    expect((await storedChain('BRK.B')).contracts.multiplier).toEqual(Float64Array.of(100, 100, Number.NaN, Number.NaN))
  })
})

describe('a JSON chain', () => {
  const quote = {
    symbol: 'AAPL261218C00300000',
    expiration: '2026-12-18',
    side: 'call',
    strike: 300,
    bid: 1,
    ask: 1.2,
    last: 1.1,
    volume: null,
    openInterest: 5,
    iv: 0.3,
  }
  const json = (quotes: unknown, facts = {}) =>
    JSON.stringify({
      symbol: 'AAPL',
      updated: '2026-11-19T15:30:00.687600-05:00',
      underlyingPrice: 310.5,
      quotes,
      ...facts,
    })

  it('gives its quotes, null staying unknown', async () => {
    const report = await bench.import('chain', 'AAPL.json', json([quote]))

    const { contracts, underlyingPrice, asOfMs } = await storedChain('AAPL')
    expect(report).toMatchObject({ status: 'imported', format: 'chain_json', taken: 1, notes: [] })
    expect({ bid: contracts.bid[0], volume: contracts.volume[0], openInterest: contracts.openInterest[0] }).toEqual({
      bid: 1,
      volume: Number.NaN,
      openInterest: 5,
    })
    expect({ underlyingPrice, asOfMs }).toEqual({
      underlyingPrice: 310.5,
      asOfMs: Date.parse('2026-11-19T15:30:00.687-05:00'),
    })
  })

  it('reports what it cannot use by the number of the quote', async () => {
    const odd = [
      quote,
      { ...quote, symbol: 'AAPL261218C00305000', strike: 300 },
      { ...quote, symbol: 'AAPL261218C00310000', strike: 310, bid: -1, ask: 'x' },
      { ...quote, symbol: 'AAPL261218P00310000', strike: 310, side: 'put' },
    ]
    const report = await bench.import('chain', 'AAPL.json', json(odd))

    expect(report).toMatchObject({ taken: 3, refusedRows: 1, unknownValues: 2 })
    expect(report.refusals.map(({ row, column, value }) => [row, column, value])).toEqual([
      [2, 'strike', '300'],
      [3, 'bid', '-1'],
      [3, 'ask', 'x'],
    ])
  })

  it.each([
    ['cut off', json([quote]).slice(0, -5), 'The file is not valid JSON, or it is cut off.'],
    [
      'without a time zone',
      json([quote], { updated: '2026-11-19T15:30:00' }),
      'The field updated is not an instant with a time zone.',
    ],
    ['without a list', json('none'), 'The field quotes is not a list.'],
    ['of another symbol', json([quote], { symbol: 'MSFT' }), 'The file is of MSFT, not of AAPL.'],
  ])('%s is refused as a whole', async (_what, text, reason) => {
    expect(await bench.import('chain', 'AAPL.json', text, { symbol: 'AAPL' })).toMatchObject({
      status: 'refused',
      reason,
    })
  })
})

describe('a Lean universe', () => {
  const heading =
    '#expiry,strike,right,open,high,low,close,volume,open_interest,implied_volatility,delta,gamma,vega,theta,rho'
  const text = `${heading}\n,,,92,93,91,92.5,10,,,,,,,\n20140621,92.14,C,1,2,1,1.5,7,50,0.2571,0,0,0,0,0\n20140621,92.14,P,0,0,0,0,0,,0,0,0,0,0,0\n`

  it('gives the closing chain of the date in its name, without bid and ask', async () => {
    const report = await bench.import('chain', 'aapl_20140616.csv', text)

    const { contracts, asOfMs, underlyingPrice, expirations } = await storedChain('AAPL')
    expect(report.notes).toContain('The root AAPL was taken from the file name.')
    expect(report.notes).toContain('The date 2014-06-16 was taken from the file name.')
    expect(asOfMs).toBe(Date.parse('2014-06-16T16:00:00-04:00'))
    expect(underlyingPrice).toBe(92.5)
    expect(expirations.map(({ expirationDate }) => expirationDate)).toEqual(['2014-06-21'])
    expect({
      last: contracts.last[0],
      volume: contracts.volume[0],
      openInterest: contracts.openInterest[0],
      vendorIv: contracts.vendorIv[0],
    }).toEqual({ last: 1.5, volume: 7, openInterest: 50, vendorIv: 0.2571 })
    expect({ last: contracts.last[1], openInterest: contracts.openInterest[1], bid: contracts.bid[0] }).toEqual({
      last: Number.NaN,
      openInterest: Number.NaN,
      bid: Number.NaN,
    })
  })

  it('belongs to the symbol of its root', async () => {
    expect((await bench.import('chain', 'spxw_20140616.csv', text)).symbols).toEqual(['SPX'])
    expect((await storedChain('SPX')).expirations[0]).toMatchObject({ settlement: 'pm', style: 'european' })
  })

  it('under another name needs symbol and date', async () => {
    const unnamed = await bench.import('chain', 'universe.csv', text)
    const named = await bench.import('chain', 'universe.csv', text, { symbol: 'AAPL', date: '2014-06-16' })
    const wrong = await bench.import('chain', 'aapl_20140616.csv', text, { date: '2014-06-17' })
    const closed = await bench.import('chain', 'aapl_20140614.csv', text)

    expect(unnamed.reason).toMatch(/give it with --symbol/)
    expect(named).toMatchObject({ status: 'imported', sessions: ['2014-06-16'] })
    expect(wrong.reason).toBe('The file is of 2014-06-16, not of 2014-06-17.')
    expect(closed.reason).toBe('The market was closed on that date.')
  })

  it('leaves out rows without a date, a right or all fields', async () => {
    const bad = `${text}20140631,1,C,1,1,1,1,1,1,0,0,0,0,0,0\n20140621,93,X,1,1,1,1,1,1,0,0,0,0,0,0\n`
    const report = await bench.import('chain', 'aapl_20140616.csv', bad)

    expect(report.refusals.map(({ row, column }) => [row, column])).toEqual([
      [5, 'expiry'],
      [6, 'right'],
    ])
  })
})

describe('Lean archives of option bars', () => {
  const name = (tick: string, right = 'call', strike = '920000') =>
    `20151224_goog_minute_${tick}_american_${right}_${strike}_20160115.csv`
  const trades = zipOf({
    [name('trade')]: '34200000,100,100,100,100,3\n46740000,200,200,200,200,4\n46860000,300,300,300,300,5\n',
    [name('trade', 'put')]: '34200000,7,7,7,7,1\n',
  })
  const quotes = zipOf({
    [name('quote')]:
      '34200000,10000,1,1,10000,5,12000,1,1,12000,6\n46740000,1,1,1,20000,7,1,1,1,21000,8\n46800000,1,1,1,90000,7,1,1,1,91000,8\n',
    [name('quote', 'put')]: '34200000,,,,,,1,1,1,700,8\n',
  })
  const interest = zipOf({ [name('openinterest')]: '23400000,77\n', [name('openinterest', 'put')]: '23400000,88\n' })

  it('give the chain at the close of a half day: the last quote before it, all volume, open interest', async () => {
    for (const [file, archive] of [
      ['t.zip', trades],
      ['q.zip', quotes],
      ['o.zip', interest],
    ] as const) {
      expect(await bench.import('chain', file, archive)).toMatchObject({ status: 'imported', taken: 2, refusedRows: 0 })
    }

    const { contracts, asOfMs, underlyingPrice } = await storedChain('GOOG')
    expect(asOfMs).toBe(Date.parse('2015-12-24T13:00:00-05:00'))
    expect(underlyingPrice).toBeNaN()
    expect(contracts.count).toBe(2)
    expect({
      bid: contracts.bid[0],
      ask: contracts.ask[0],
      bidSize: contracts.bidSize[0],
      askSize: contracts.askSize[0],
    }).toEqual({ bid: 2, ask: 2.1, bidSize: 7, askSize: 8 })
    expect({ last: contracts.last[0], volume: contracts.volume[0], openInterest: contracts.openInterest[0] }).toEqual({
      last: 0.03,
      volume: 12,
      openInterest: 77,
    })
    expect({ bid: contracts.bid[1], ask: contracts.ask[1], openInterest: contracts.openInterest[1] }).toEqual({
      bid: Number.NaN,
      ask: 0.07,
      openInterest: 88,
    })
  })

  it('give one chain per session of a daily archive', async () => {
    const daily = zipOf({
      'aapl_quote_american_call_6450000_20140621.csv':
        '20140606 00:00,1,1,1,51000,3,1,1,1,52000,4\n20140609 00:00,1,1,1,61000,3,1,1,1,62000,4\n20140608 00:00,1,1,1,1,1,1,1,1,1,1\n',
      'readme.txt': 'not an option',
    })
    const report = await bench.import('chain', 'daily.zip', daily)

    expect(report).toMatchObject({ sessions: ['2014-06-06', '2014-06-09'], taken: 2, refusedRows: 2 })
    expect((await storedChain('AAPL', '2014-06-06')).contracts.bid[0]).toBe(5.1)
    expect((await storedChain('AAPL', '2014-06-09')).contracts.bid[0]).toBe(6.1)
  })

  it('give one session alone when a date is asked for', async () => {
    const daily = zipOf({
      'aapl_trade_american_call_6450000_20140621.csv': '20140606 00:00,1,1,1,1,1\n20140609 00:00,1,1,1,1,1\n',
    })

    expect((await bench.import('chain', 'd.zip', daily, { date: '2014-06-09' })).sessions).toEqual(['2014-06-09'])
    expect((await bench.import('chain', 'd.zip', daily, { date: '2014-06-10' })).status).toBe('refused')
  })
})
