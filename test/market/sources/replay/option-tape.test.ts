import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MarketSource } from '../../../../src/market/ports/market-source.ts'
import { replayMarket } from '../../../../src/market/sources/replay/index.ts'
import { type ImportBench, importBench, quoteTable } from '../../../support/market/imports.ts'
import { itConformsToMarketSource } from '../source-conformance.ts'

let bench: ImportBench

beforeEach(async () => {
  bench = await importBench()
})
afterEach(() => bench[Symbol.asyncDispose]())

const CALL = 'SPY   261218C00650000'
const PUT = 'SPY   261218P00650000'
const HEAD = 'executed_at,option_symbol,price,size,bid,ask,underlying_price,exchange,condition\n'

type Row = readonly [time: string, symbol: string, size: number, condition?: string]

/** Prints of one day at 5 USD; times are those of New York in winter. */
function printTable(date: string, ...rows: readonly Row[]): string {
  return (
    HEAD +
    rows
      .map(
        ([time, symbol, size, condition = 'I']) =>
          `${date}T${time}-05:00,${symbol},5,${size},4.9,5,651,C,${condition}\n`,
      )
      .join('')
  )
}

async function store(date: string, ...rows: readonly Row[]): Promise<void> {
  await bench.import('prints', `${date}.csv`, printTable(date, ...rows))
}

const market = () => replayMarket({ market: bench.store })
const tapeOf = async (symbol: string, date?: string) => (await market().viewAt(date)).optionPrints(symbol)

describe('stored option prints', () => {
  it('carry the running volume of their contract, without what was taken back', async () => {
    await store(
      '2026-11-18',
      ['10:00:00', CALL, 10],
      ['10:00:01', PUT, 7],
      ['10:00:02', CALL, 5, 'S'],
      ['10:00:03', CALL, 10, 'A'],
      ['10:00:04', CALL, 1],
      ['10:00:05', PUT, 9, 'G'],
    )

    const { prints } = await tapeOf('SPY')

    expect([...prints.volume]).toEqual([10, 7, 15, 5, 6, 7])
    expect([...prints.size]).toEqual([10, 7, 5, 10, 1, 9])
  })

  it('alone make the present of a symbol and the end of its past sessions', async () => {
    await store('2026-11-17', ['10:00:00', CALL, 10])
    await store('2026-11-18', ['11:00:00', CALL, 20])

    expect(await market().listings()).toMatchObject([
      { symbol: 'SPY', optionsFrom: null, barsTo: null, printsFrom: '2026-11-17', printsTo: '2026-11-18' },
    ])
    const present = await tapeOf('SPY')
    const past = await tapeOf('SPY', '2026-11-17')

    expect(present).toMatchObject({
      sessionDate: '2026-11-18',
      asOfMs: Date.parse('2026-11-18T21:00:00Z'),
      warnings: [],
    })
    expect([...present.prints.size]).toEqual([20])
    expect(past).toMatchObject({ sessionDate: '2026-11-17', asOfMs: Date.parse('2026-11-17T21:00:00Z'), warnings: [] })
    expect([...past.prints.size]).toEqual([10])
  })

  it('of the session of a running chain end at its instant', async () => {
    await bench.import('chain', 'a.csv', quoteTable({ stamp: 'November 19, 2026 at 10:30 AM EST' }))
    await store('2026-11-19', ['10:29:59', CALL, 1], ['10:30:00', CALL, 2], ['10:30:01', CALL, 3])

    const tape = await tapeOf('SPY')

    expect([...tape.prints.size]).toEqual([1, 2])
    expect(tape.prints.optionSymbols).toHaveLength(2)
    expect(tape).toMatchObject({ asOfMs: Date.parse('2026-11-19T15:30:00Z'), warnings: [] })
    expect([...(await tapeOf('SPY', '2026-11-19')).prints.size]).toEqual([1, 2, 3])
  })

  it('of another session than the latest chain are the present all the same, and say which they are', async () => {
    await bench.import('chain', 'a.csv', quoteTable({ stamp: 'November 19, 2026 at 10:30 AM EST' }))
    await store('2026-11-18', ['15:59:59', CALL, 1])

    const tape = await tapeOf('SPY')

    expect(tape).toMatchObject({ sessionDate: '2026-11-18', asOfMs: Date.parse('2026-11-18T21:00:00Z') })
    expect(tape.prints.count).toBe(1)
    expect(tape.warnings).toEqual([
      'The latest stored option prints of SPY are those of 2026-11-18; its latest prices are of 2026-11-19.',
    ])
  })

  it('after the close belong to the end of their session, and those of no session to none', async () => {
    await store('2026-11-18', ['15:59:59', CALL, 1], ['16:14:59', CALL, 2])
    await store('2026-11-21', ['12:00:00', CALL, 3])

    const tape = await tapeOf('SPY')

    expect([...tape.prints.size]).toEqual([1, 2])
    expect(tape).toMatchObject({ sessionDate: '2026-11-18', asOfMs: Date.parse('2026-11-18T21:14:59Z'), warnings: [] })
  })

  it('are the same tape until another import changes their session', async () => {
    await store('2026-11-18', ['10:00:00', CALL, 10])
    const source = market()
    const tape = async () => (await (await source.viewAt()).optionPrints('SPY')).tape

    const [first, second] = await Promise.all([tape(), tape()])
    expect(second).toBe(first)
    expect(await tape()).toBe(first)
    await store('2026-11-18', ['10:00:00', CALL, 10], ['10:00:01', CALL, 11])
    expect(await tape()).not.toBe(first)
  })

  it('that are missing are said to be', async () => {
    await bench.import('chain', 'a.csv', quoteTable())
    expect((await tapeOf('SPY')).warnings).toEqual(['No option prints of SPY are stored: import some first.'])

    await store('2026-11-17', ['10:00:00', CALL, 10])
    await store('2026-11-18', ['10:00:00', CALL, 10])
    const past = await tapeOf('SPY', '2026-11-19')

    expect(past.prints.count).toBe(0)
    expect(past.warnings).toEqual([
      'No option prints of SPY are stored for 2026-11-19. There are some of 2 sessions from 2026-11-17 to 2026-11-18.',
    ])
    await expect(tapeOf('XYZ')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('middles of contracts beside stored prints', () => {
  const at = (time: string) => Date.parse(`2026-11-18T${time}-05:00`)
  const midsOf = async (...times: readonly string[]) => {
    const view = await market().viewAt('2026-11-18')
    return [
      ...(await view.contractMids(
        'SPY',
        times.map((time) => ({ optionSymbol: CALL, atMs: at(time) })),
      )),
    ]
  }

  it('are of the quote nearest within a minute, of two that are equally near the later one', async () => {
    const quotes = ['10:00:00,4', '10:00:30,4.2', '10:00:50,4.4', '10:10:00,']
    const rows = quotes.map((text) => {
      const [time, bid] = text.split(',')
      return `2026-11-18T${time}-05:00,${CALL},5,1,${bid},5,651,C,I\n`
    })
    await bench.import('prints', 'quotes.csv', HEAD + rows.join(''))

    expect(await midsOf('09:59:00', '10:00:15', '10:00:39', '10:00:41', '10:01:50')).toEqual([4.5, 4.6, 4.6, 4.7, 4.7])
    expect(await midsOf('09:58:59', '10:01:51', '10:10:00')).toEqual([Number.NaN, Number.NaN, Number.NaN])
  })

  it('at the close are those of the last chain, and of a print where the chain has none', async () => {
    await bench.import('chain', 'a.csv', quoteTable({ stamp: 'November 18, 2026 at 4:30 PM EST' }))
    await store('2026-11-18', ['15:59:30', CALL, 1], ['15:59:30', 'SPY   261218C00700000', 1])
    const view = await market().viewAt('2026-11-18')
    const closing = [CALL, 'SPY   261218C00700000', PUT].map((optionSymbol) => ({ optionSymbol, atMs: at('16:00:00') }))

    expect([...(await view.contractMids('SPY', closing))]).toEqual([5.1, 4.95, 5.1])
  })
})

describe('a market with stored prints', () => {
  let source: MarketSource
  beforeEach(async () => {
    await bench.import('chain', 'a.csv', quoteTable({ stamp: 'November 18, 2026 at 6:30 PM EST' }))
    await bench.import('chain', 'b.csv', quoteTable({ stamp: 'November 19, 2026 at 10:30 AM EST' }))
    source = market()
    const symbol = (await (await source.viewAt()).chain('SPY')).contracts.optionSymbols[0]!
    await store('2026-11-18', ['10:00:00', symbol, 1], ['10:00:00', symbol, 1, 'A'])
    await store('2026-11-19', ['10:00:00', symbol, 1], ['11:00:00', symbol, 1])
  })
  itConformsToMarketSource(() => ({
    source,
    symbol: 'SPY',
    unknownSymbol: 'XYZ',
    pastDate: '2026-11-18',
    emptyDate: '2026-11-16',
    laterInSession: () => source.viewAt('2026-11-19'),
  }))
})
