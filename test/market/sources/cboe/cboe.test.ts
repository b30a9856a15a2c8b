import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sessionKeeper } from '../../../../src/app/live/keep-sessions.ts'
import { type CboeMarket, cboeMarket } from '../../../../src/market/sources/cboe/index.ts'
import { parseChain } from '../../../../src/market/sources/cboe/parse-chain.ts'
import { type LiveBench, liveBench } from '../../../support/alpaca/live-bench.ts'
import { vendorClock } from '../../../support/alpaca/vendor-clock.ts'
import { type CboeServer, cboeServer } from '../../../support/cboe/cboe-server.ts'
import { status } from '../../../support/http/fault-server.ts'
import { sharedDataExists, sharedPath } from '../../../support/market/shared-data.ts'
import { itConformsToMarketSource } from '../source-conformance.ts'
import { itSurvivesItsVendor } from '../source-faults.ts'

const SYMBOLS = ['ZZZ', 'BRK.B', 'SPX', 'NONE']
const DELAYED = 'Quotes of Cboe are delayed by 15 minutes; as_of is the instant that they describe.'
const MINUTE = 60_000

let bench: LiveBench
let server: CboeServer
let source: CboeMarket

beforeEach(async () => {
  bench = await liveBench('2026-11-19T21:30:00.000Z')
  server = await cboeServer(bench.clock)
  source = open()
})

function open(timeoutMs = 2000): CboeMarket {
  return cboeMarket({
    baseUrl: server.url,
    symbols: SYMBOLS,
    past: bench.past,
    clock: vendorClock(bench.clock),
    timeoutMs,
  })
}

afterEach(async () => {
  await source[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
  await bench[Symbol.asyncDispose]()
})

function keeperTelling(failures: string[]) {
  const onFailure = (error: unknown, symbol: string) => failures.push(`${symbol}: ${String(error)}`)
  const { store, clock, newId } = bench
  return sessionKeeper({
    market: source,
    store,
    now: clock.now,
    newId,
    readFlow: null,
    onFailure,
    onUnvalued: onFailure,
  })
}

async function keepAll(failures: string[] = [], keeper = keeperTelling(failures)): Promise<string[]> {
  while (await keeper.keepNext(new AbortController().signal));
  return failures
}

describe('with a session that was kept, in the next one', () => {
  beforeEach(async () => {
    await keepAll()
    bench.clock.set('2026-11-20T16:00:00.000Z')
    const view = await source.viewAt()
    await view.chain('ZZZ')
  })

  itConformsToMarketSource(() => ({
    source,
    symbol: 'ZZZ',
    unknownSymbol: 'WHAT',
    pastDate: '2026-11-19',
    emptyDate: '2026-11-18',
    others: ['BRK.B', 'SPX'],
  }))

  it('grows a history of IV30', async () => {
    const { points: history } = await (await source.viewAt()).metricHistory('ZZZ', 'iv30', { sessions: 252 })
    expect(history.map(({ date }) => date)).toEqual(['2026-11-19'])
    expect(history[0]?.value).toBeGreaterThan(0.1)
  })

  it('fills the day that the published history lacks from what it kept', async () => {
    const bars = await (await source.viewAt()).dailyBars('ZZZ', { from: '2026-11-17' })
    expect(bars.map(({ date }) => date)).toEqual(['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'])
  })
})

describe('the present', () => {
  beforeEach(() => bench.clock.set('2026-11-20T16:00:00.000Z'))

  it('is that of 15 minutes ago, and says so', async () => {
    const view = await source.viewAt()
    const chain = await view.chain('ZZZ')
    const quote = await view.quote('ZZZ')

    expect(new Date(chain.asOfMs).toISOString()).toBe('2026-11-20T15:45:00.000Z')
    expect(chain).toMatchObject({ sessionDate: '2026-11-20', underlyingPrice: 101.37, warnings: [DELAYED] })
    expect(quote).toMatchObject({ price: 101.37, bid: 101.36, previousClose: 101.07, marketSession: 'open' })
    expect(quote.warnings).toEqual([DELAYED])
    expect(quote.week52High).toBeGreaterThan(quote.price)
  })

  it('reads index roots, adjusted roots, and volatility of zero as unknown', async () => {
    const view = await source.viewAt()
    const index = await view.chain('SPX')
    const twins = index.expirations.filter(({ expirationDate }) => expirationDate === '2026-12-18')
    expect(twins.map(({ settlement, style }) => [settlement, style])).toEqual([
      ['am', 'european'],
      ['pm', 'european'],
    ])
    const { contracts } = await view.chain('ZZZ')
    const adjusted = contracts.optionSymbols.findIndex((symbol) => symbol.startsWith('ZZZ1'))
    expect(contracts.multiplier[adjusted]).toBeNaN()
    expect(contracts.multiplier.filter((value) => value === 100)).toHaveLength(30)
    expect(contracts.vendorIv.filter(Number.isNaN)).toHaveLength(6)
  })

  it('finds the spelling of a share class and an index, once', async () => {
    const view = await source.viewAt()
    expect((await view.chain('BRK.B')).contracts.optionSymbols[0]).toMatch(/^BRKB {2}/)
    await view.quote('BRK.B')
    await view.quote('SPX')
    const paths = server.requests.map(({ path }) => path).filter((path) => !path.includes('charts'))
    expect(paths).toEqual(['/options/BRK.B.json', '/options/BRKB.json', '/quotes/BRKB.json', '/quotes/_SPX.json'])
  })

  it('asks at most once a minute, conditionally, and keeps the object of data that did not change', async () => {
    const view = await source.viewAt()
    const first = await view.chain('ZZZ')
    bench.clock.advance(59_000)
    expect(await view.chain('ZZZ')).toBe(first)
    expect(server.count('/options/')).toBe(1)
    server.alter = (_kind, document) => ({ ...document, timestamp: '2026-11-20 16:00:00' })
    bench.clock.advance(1000)
    expect(await view.chain('ZZZ')).toBe(first)
    expect(server.count('/options/')).toBe(2)
    expect(server.requests.at(-1)?.headers['if-none-match']).toMatch(/^".+"$/)
    server.alter = (_kind, document) => document
    bench.clock.advance(MINUTE)
    const second = await view.chain('ZZZ')
    expect(second).not.toBe(first)
    server.fail('/options/', status(304))
    bench.clock.advance(2 * MINUTE)
    expect(await view.chain('ZZZ')).toBe(second)
    expect(server.count('/options/')).toBe(4)
    expect(source.sourceHealth().state).toBe('fine')
  })

  it('asks one question at a time, however many come at once', async () => {
    let under = 0
    let most = 0
    server.fail('/', async (_request, response) => {
      under++
      most = Math.max(most, under)
      // Time enough for another question to come.
      for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate)
      under--
      response.writeHead(404).end('{}')
    })
    const view = await source.viewAt()
    const before = server.count('/')
    await Promise.allSettled(['ZZZ', 'SPX', 'BRK.B'].flatMap((symbol) => [view.chain(symbol), view.quote(symbol)]))
    expect([server.count('/') - before >= 6, most]).toEqual([true, 1])
  })

  it('lets the vendor rest at night and over the weekend', async () => {
    bench.clock.set('2026-11-21T01:00:00.000Z')
    const view = await source.viewAt()
    const chain = await view.chain('ZZZ')
    expect(new Date(chain.asOfMs).toISOString()).toBe('2026-11-20T21:00:00.000Z')
    for (let hour = 0; hour < 48; hour++) {
      bench.clock.advance(60 * MINUTE)
      await view.chain('ZZZ')
    }
    expect(server.count('/options/')).toBeLessThanOrEqual(9)
  })

  it('keeps what is looked at up to date, and only that', async () => {
    const view = await source.viewAt()
    expect(await source.tend()).toBe(false)
    await view.chain('ZZZ')
    bench.clock.advance(2 * MINUTE)
    expect([await source.tend(), await source.tend()]).toEqual([true, false])
    bench.clock.advance(11 * MINUTE)
    expect(await source.tend()).toBe(false)
    expect(server.count('/options/')).toBe(2)
  })

  it('answers what Cboe does not tell with nothing and the reason', async () => {
    const view = await source.viewAt()
    const { prints, warnings, tape } = await view.optionPrints('ZZZ')
    expect({ count: prints.count, warnings }).toEqual({
      count: 0,
      warnings: ['Cboe publishes no individual option trades: the tape is not available from this source.'],
    })
    expect((await view.optionPrints('ZZZ')).tape).toBe(tape)
    expect((await view.offExchangeTrades('ZZZ', 5)).warnings[0]).toMatch(/^Cboe publishes no stock trades/)
    expect((await view.news({ since: '2026-01-01T00:00:00.000Z', limit: 5 })).warnings[0]).toMatch(/import some/)
  })

  it('takes earnings from what was imported', async () => {
    await bench.store.marketCalendar.putEarnings([
      {
        symbol: 'ZZZ',
        reportDate: '2026-12-01',
        timing: 'after_close',
        fiscalPeriod: '2026Q4',
        epsEstimate: 1,
        epsActual: Number.NaN,
        status: 'estimated',
        knownAt: '2026-11-01T00:00:00.000Z',
      },
    ])
    const view = await source.viewAt()
    const found = await view.earnings({ symbol: 'ZZZ', from: '2026-11-20', to: '2026-12-31' })
    expect([found.data.map(({ reportDate }) => reportDate), found.warnings]).toEqual([['2026-12-01'], []])
  })

  it('asks only for the symbols of the service', async () => {
    const view = await source.viewAt()
    await expect(view.chain('WHAT')).rejects.toMatchObject({ code: 'not_found' })
    expect(server.requests).toEqual([])
    expect((await source.listings()).map(({ symbol }) => symbol)).toEqual(['BRK.B', 'NONE', 'SPX', 'ZZZ'])
  })

  it('says of a date whose session is not over that it is the present', async () => {
    await expect(source.viewAt('2026-11-20')).rejects.toThrow('2026-11-20 has not ended yet.')
    await expect(source.viewAt('2026-11-21')).rejects.toThrow('2026-11-21 is no trading day.')
  })
})

describe('when Cboe fails', () => {
  beforeEach(() => bench.clock.set('2026-11-20T16:00:00.000Z'))

  describe('and is waited for half a second', () => {
    beforeEach(async () => {
      await source[Symbol.asyncDispose]()
      source = open(500)
    })

    itSurvivesItsVendor(() => ({
      source,
      vendor: 'Cboe',
      clock: bench.clock,
      fail: (answer) => server.fail('/options/', answer),
    }))
  })

  it('takes a refusal for a missing document only while others are sent', async () => {
    const view = await source.viewAt()
    await expect(view.chain('NONE')).rejects.toMatchObject({ code: 'unavailable' })
    await view.chain('ZZZ')
    await expect(view.quote('NONE')).rejects.toMatchObject({ code: 'not_found', message: 'Cboe has no data of NONE.' })
    const listed = (await source.listings()).map(({ symbol, optionsTo }) => [symbol, optionsTo])
    expect(listed).toEqual([
      ['BRK.B', '2026-11-20'],
      ['NONE', null],
      ['SPX', '2026-11-20'],
      ['ZZZ', '2026-11-20'],
    ])
  })

  it('asks ever less often', async () => {
    const view = await source.viewAt()
    await view.chain('ZZZ')
    server.fail('/options/', status(503))
    const before = server.count('/options/')
    for (let minute = 0; minute < 120; minute++) {
      bench.clock.advance(MINUTE)
      await view.chain('ZZZ')
    }
    // Three tries each: at first often, in the end every 15 minutes.
    expect(server.count('/options/') - before).toBeLessThan(3 * 16)
  })

  it('refuses a question without any data, with the time after which it may be asked again', async () => {
    server.fail('/options/', status(500))
    const view = await source.viewAt()
    await expect(view.chain('ZZZ')).rejects.toMatchObject({ code: 'unavailable', details: { retryAfterS: 12 } })
    const asked = server.requests.length
    await expect(view.chain('ZZZ')).rejects.toMatchObject({ code: 'unavailable' })
    expect(server.requests).toHaveLength(asked)
    expect(source.sourceHealth()).toMatchObject({ state: 'down', lastGoodMs: Number.NaN })
  })

  it('loses the rows that cannot be read, and refuses an answer that is mostly unreadable', async () => {
    const rows = (document: Record<string, unknown>) =>
      (document['data'] as { options: Record<string, unknown>[] }).options
    server.alter = (_kind, document) => {
      const options = rows(document)
      options[0]!['bid'] = 'cheap'
      options[1]!['option'] = '???'
      options[2]!['option'] = 'AAPL261218C00100000'
      options[3]!['bid'] = 99_999
      return document
    }
    const view = await source.viewAt()
    const chain = await view.chain('ZZZ')
    expect(chain.contracts.count).toBe(57)
    expect(chain.warnings.slice(1)).toEqual([
      'Rows of Cboe left out because they cannot be read: 2.',
      'Rows of Cboe left out because they are of another underlying: 1.',
      'Quotes of Cboe taken as unknown because the bid is above the ask: 1.',
    ])
    expect(source.sourceHealth().refusedRows).toBe(3)

    server.alter = (_kind, document) => {
      for (const row of rows(document)) row['bid'] = { amount: 1 }
      return document
    }
    bench.clock.advance(2 * MINUTE)
    expect((await view.chain('ZZZ')).warnings.at(-1)).toMatch(/^The rows of Cboe cannot be read as options any more\./)
  })

  it('does not take a missing data field, a stamp that cannot be read, or one of the future', async () => {
    const view = await source.viewAt()
    const refusals: [(document: Record<string, unknown>) => unknown, RegExp][] = [
      [({ timestamp }) => ({ timestamp }), /the field data is not as expected/],
      [(document) => ({ ...document, timestamp: 'yesterday' }), /the field timestamp cannot be read/],
      [(document) => ({ ...document, timestamp: '2026-11-20 23:00:00' }), /stamped in the future/],
    ]
    for (const [alter, sentence] of refusals) {
      server.alter = (_kind, document) => alter(document)
      await expect(view.chain('ZZZ')).rejects.toThrow(sentence)
      bench.clock.advance(16 * MINUTE)
    }
  })
})

describe('keeping sessions', () => {
  it('keeps each symbol once, after the data of the close rest, with figures and bars', async () => {
    bench.clock.set('2026-11-19T21:10:00.000Z')
    expect(await keepAll()).toEqual([])
    expect(await bench.store.chains.coverage()).toEqual([])
    bench.clock.set('2026-11-19T21:30:00.000Z')
    const failures: string[] = []
    const keeper = keeperTelling(failures)
    await keepAll(failures, keeper)
    const kept = async () => (await bench.store.chains.coverage()).map(({ symbol, from, name }) => [symbol, from, name])
    const stocks = [
      ['BRK.B', '2026-11-19', 'Class B Holdings'],
      ['ZZZ', '2026-11-19', 'Invented Company'],
    ]
    expect([failures, await kept()]).toEqual([[], stocks])
    // Options of indices trade for 15 minutes more.
    bench.clock.set('2026-11-19T21:45:00.000Z')
    await keepAll(failures, keeper)
    expect(failures).toEqual([])
    expect(await kept()).toEqual([stocks[0], ['SPX', '2026-11-19', 'Large Index'], stocks[1]])
    expect((await bench.store.chains.latest('SPX'))?.asOf).toBe('2026-11-19T21:15:00.000Z')
    expect((await bench.store.dailyBars.latest('ZZZ'))?.date).toBe('2026-11-19')
    const asked = server.count('/options/')
    bench.clock.advance(30 * MINUTE)
    await keepAll()
    expect(server.count('/options/ZZZ')).toBe(1)
    expect(server.count('/options/')).toBeLessThanOrEqual(asked + 1)
  })

  it('does not keep the data of a source that has stood still', async () => {
    bench.clock.set('2026-11-19T18:00:00.000Z')
    const view = await source.viewAt()
    await view.chain('ZZZ')
    server.fail('/', status(500))
    bench.clock.set('2026-11-19T21:45:00.000Z')
    const failures: string[] = []
    const keeper = keeperTelling(failures)
    for (let minute = 0; minute < 5; minute++) {
      await keepAll(failures, keeper)
      bench.clock.advance(MINUTE)
    }
    expect(failures).toContainEqual(expect.stringMatching(/^ZZZ: .*is not available yet/))
    expect(failures).toContainEqual('SPX: AppError: Cboe fails (HTTP 500). Try again later.')
    expect(await bench.store.chains.coverage()).toEqual([])
  })
})

describe('the price of the underlying', () => {
  const option = { option: 'ZZZ261218C00100000', bid: 1, ask: 0, last_trade_time: null }
  const priced = (timestamp: string, last_trade_time: string) => {
    const head = {
      symbol: 'ZZZ',
      current_price: 103,
      close: 102,
      prev_day_close: 101,
      last_trade_time,
      options: [option],
    }
    return parseChain({ timestamp, data: head }, 'ZZZ', Date.parse('2026-11-23T23:00:00Z')).chain
  }

  it.each([
    ['during the session', '2026-11-20 16:00:00', '2026-11-20T10:44:00', 103],
    ['in the evening, the close', '2026-11-20 23:00:00', '2026-11-20T17:44:00', 102],
    ['over the weekend, the close', '2026-11-21 23:00:00', '2026-11-20T19:59:00', 102],
    ['before the open of the next day, the close of the day before', '2026-11-23 13:30:00', '2026-11-23T08:14:00', 101],
  ])('is %s', (_when, timestamp, lastTrade, price) => {
    expect(priced(timestamp, lastTrade).underlyingPrice).toBe(price)
  })

  it('belongs to a chain in which an ask of zero is no offer', () => {
    const { contracts } = priced('2026-11-20 16:00:00', '2026-11-20T10:44:00')
    expect({ bid: contracts.bid[0], ask: contracts.ask[0] }).toEqual({ bid: 1, ask: Number.NaN })
  })
})

describe.skipIf(!sharedDataExists)('the recorded form', () => {
  it('is read as it stands', () => {
    const text = sharedDataExists
      ? readFileSync(sharedPath('data', 'wire', 'cboe', 'delayed_quotes_invented.json'), 'utf8')
      : '{}'
    const { chain, refusedRows, name } = parseChain(JSON.parse(text), 'ZZZ', Date.parse('2026-11-20T21:20:00Z'))
    expect({ count: chain.contracts.count, refusedRows, name }).toEqual({
      count: 24,
      refusedRows: 0,
      name: 'Invented Company',
    })
    expect(new Date(chain.asOfMs).toISOString()).toBe('2026-11-20T20:59:59.000Z')
    expect(chain.underlyingPrice).toBe(101.37)
  })
})

describe('a chain of the present', () => {
  it('has imported dividends and rates', async () => {
    bench.clock.set('2026-11-20T16:00:00.000Z')
    const knownAt = '2026-11-20T15:59:00.000Z'
    await bench.store.corporateActions.put([
      { symbol: 'ZZZ', kind: 'dividend', exDate: '2026-12-01', value: 0.5, knownAt },
    ])
    await bench.store.interestRates.put([{ date: '2026-11-19', tenor: '1m', percent: 4, knownAt }])
    const view = await source.viewAt()

    const chain = await view.chain('ZZZ')

    expect(chain.asOfMs).toBeLessThan(Date.parse(knownAt))
    expect(chain.dividends).toEqual([{ exDate: '2026-12-01', amount: 0.5 }])
    expect(chain.rates?.date).toBe('2026-11-19')
    expect(await view.chain('ZZZ')).toBe(chain)
  })
})
