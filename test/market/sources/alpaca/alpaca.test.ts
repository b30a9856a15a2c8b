import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sessionKeeper } from '../../../../src/app/live/keep-sessions.ts'
import { SALE_CONDITION } from '../../../../src/market/domain/stocks/stock-trades.ts'
import { type AlpacaMarket, alpacaMarket } from '../../../../src/market/sources/alpaca/index.ts'
import { withUrgency } from '../../../../src/market/sources/urgency.ts'
import {
  ALPACA_KEYS,
  type AlpacaServer,
  alpacaServer,
  type InventedStockTrade,
} from '../../../support/alpaca/alpaca-server.ts'
import { type LiveBench, liveBench } from '../../../support/alpaca/live-bench.ts'
import { vendorClock } from '../../../support/alpaca/vendor-clock.ts'
import { reset, status } from '../../../support/http/fault-server.ts'
import { itConformsToMarketSource } from '../source-conformance.ts'
import { itSurvivesItsVendor } from '../source-faults.ts'

const SYMBOLS = ['ZZZ', 'BRK.B', 'SPX', 'NONE']
const MINUTE = 60_000
const OPTIONS = /^Option quotes and trades are from the feed opra of Alpaca/
const STOCKS = /^Stock prices are from the feed sip of Alpaca/

let bench: LiveBench
let server: AlpacaServer
let source: AlpacaMarket

function open(
  feeds: Parameters<typeof alpacaMarket>[0]['feeds'] = { stocks: 'sip', options: 'opra' },
  timeoutMs = 2000,
): AlpacaMarket {
  return alpacaMarket({
    access: { dataUrl: server.url, tradingUrl: server.url, ...ALPACA_KEYS, timeoutMs, requestsPerMinute: 10_000 },
    feeds,
    streamUrl: null,
    symbols: SYMBOLS,
    past: bench.past,
    clock: vendorClock(bench.clock),
  })
}

beforeEach(async () => {
  bench = await liveBench('2026-11-19T21:30:00.000Z')
  server = await alpacaServer(bench.clock)
  source = open()
})

afterEach(async () => {
  await source[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
  await bench[Symbol.asyncDispose]()
})

let tradeId = 0
function trade(t: string, x = 'D', more: Partial<InventedStockTrade> = {}): InventedStockTrade {
  return { t, p: 101.25, s: 300, x, i: ++tradeId, c: ['@'], z: 'C', ...more }
}

async function keepAll(): Promise<string[]> {
  const failures: string[] = []
  const onFailure = (error: unknown, symbol: string) => failures.push(`${symbol}: ${String(error)}`)
  const keeper = sessionKeeper({
    market: source,
    store: bench.store,
    now: bench.clock.now,
    newId: bench.newId,
    readFlow: null,
    onFailure,
    onUnvalued: onFailure,
  })
  while (await keeper.keepNext(new AbortController().signal));
  return failures
}

describe('with a session that was kept, in the next one', () => {
  beforeEach(async () => {
    server.stockTrades.set('ZZZ', [
      trade('2026-11-18T15:00:00.5Z'),
      trade('2026-11-19T15:00:00.5Z', 'V'),
      trade('2026-11-19T15:00:01.5Z'),
      trade('2026-11-19T22:00:01.5Z'),
      trade('2026-11-20T15:30:00.5Z'),
    ])
    server.news.push(article(1, '2026-11-19T15:00:00Z'), article(2, '2026-11-20T15:00:00Z'))
    server.actions = { cash_dividends: [{ symbol: 'ZZZ', ex_date: '2026-12-01', rate: 0.5 }] }
    server.optionTrades.set('ZZZ261218C00100000', [
      { t: '2026-11-19T15:00:00.5Z', p: 3.5, s: 2, x: 'C', c: 'I' },
      { t: '2026-11-20T15:00:00.5Z', p: 3.5, s: 2, x: 'C', c: 'I' },
      { t: '2026-11-20T15:00:00.5Z', p: 3.5, s: 3, x: 'C', c: 'S' },
      { t: '2026-11-20T16:00:30Z', p: 3.5, s: 4, x: 'C', c: 'I' },
    ])
    await keepAll()
    bench.clock.set('2026-11-20T16:00:00.000Z')
    await (await source.viewAt()).chain('ZZZ')
  })

  itConformsToMarketSource(() => {
    const laterInSession = () => {
      bench.clock.advance(MINUTE)
      return source.viewAt()
    }
    const dates = { pastDate: '2026-11-19', emptyDate: '2026-11-18', others: ['BRK.B', 'SPX'] }
    const setup = { source, symbol: 'ZZZ', unknownSymbol: 'WHAT', ...dates, laterInSession }
    return setup
  })

  it('tells the middles of the quotes at the close that was kept, and at no other time', async () => {
    const view = await source.viewAt('2026-11-19')
    const { contracts, asOfMs } = await view.chain('ZZZ')
    const optionSymbol = contracts.optionSymbols[0]!
    const mids = await view.contractMids('ZZZ', [
      { optionSymbol, atMs: asOfMs },
      { optionSymbol, atMs: asOfMs - 10 * MINUTE },
      { optionSymbol, atMs: asOfMs + 1 },
      { optionSymbol: 'XXXXX 991231C00001000', atMs: asOfMs },
    ])
    expect([...mids]).toEqual([0.5 * (contracts.bid[0]! + contracts.ask[0]!), Number.NaN, Number.NaN, Number.NaN])
    await expect(view.contractMids('WHAT', [])).rejects.toMatchObject({ code: 'not_found' })
  })

  it('answers a past date with the chain that was kept and the prices of the vendor', async () => {
    const view = await source.viewAt('2026-11-19')
    const [quote, chain] = [await view.quote('ZZZ'), await view.chain('ZZZ')]
    expect(new Date(chain.asOfMs).toISOString()).toBe('2026-11-19T21:00:00.000Z')
    expect(quote.price).toBe((await view.dailyBars('ZZZ', { from: '2026-11-19' })).at(-1)?.close)
    const { sessions } = await view.offExchangeTrades('ZZZ', 2)
    expect(sessions.map(({ trades, volume }) => [trades.sessionDate, trades.count, volume])).toEqual([
      ['2026-11-18', 1, 300],
      ['2026-11-19', 1, 600],
    ])
    const news = await view.news({ since: '2026-11-01T00:00:00.000Z', limit: 10 })
    expect(news.data.map(({ id }) => id)).toEqual(['alpaca:1'])
  })
})

function article(id: number, created: string, updated = created): Record<string, unknown> {
  return {
    id,
    headline: `Waymo&#39;s number ${id} &amp; more`,
    author: 'A',
    created_at: created,
    updated_at: updated,
    summary: '<p>It  is </p>',
    content: '',
    images: [],
    symbols: ['ZZZ', 'BRK/B', 'not a symbol!'],
    source: 'benzinga',
    url: id === 1 ? 'javascript:alert(1)' : 'https://news.test/1',
  }
}

describe('the present', () => {
  beforeEach(() => bench.clock.set('2026-11-20T16:00:00.000Z'))

  it('joins snapshots, contracts and the price, over all pages', async () => {
    const chain = await (await source.viewAt()).chain('ZZZ')
    const { contracts } = chain
    expect([contracts.count, chain.underlyingPrice]).toEqual([60, 101.37])
    expect(new Date(chain.asOfMs).toISOString()).toBe('2026-11-20T15:59:59.500Z')
    expect(contracts.openInterest.filter((value) => value > 0)).toHaveLength(45)
    expect(contracts.openInterest.filter(Number.isNaN)).toHaveLength(15)
    expect(contracts.multiplier.filter(Number.isNaN)).toHaveLength(30)
    expect(contracts.vendorIv.filter(Number.isNaN)).toHaveLength(6)
    expect(contracts.last.filter(Number.isNaN)).toHaveLength(30)
    expect(chain.warnings).toEqual([expect.stringMatching(OPTIONS), expect.stringMatching(STOCKS)])
    expect(server.count('/snapshots/ZZZ')).toBe(10)
    expect(server.requests.find(({ path }) => path.includes('snapshots'))?.query.get('feed')).toBe('opra')
  })

  it('reads share classes and index roots', async () => {
    const view = await source.viewAt()
    expect((await view.chain('BRK.B')).contracts.optionSymbols[0]).toMatch(/^BRKB {2}/)
    const index = await view.chain('SPX')
    expect(index.underlyingPrice).toBe(6012.5)
    expect(new Set(index.expirations.map(({ settlement, style }) => `${settlement} ${style}`))).toEqual(
      new Set(['am european', 'pm european']),
    )
    expect((await view.quote('SPX')).warnings[0]).toMatch(/^Alpaca reports only the level of an index/)
  })

  it('quotes the stock with its day, its year and the close before', async () => {
    const quote = await (await source.viewAt()).quote('ZZZ')
    expect(quote).toMatchObject({ price: 101.37, bid: 101.36, ask: 101.38, bidSize: 100, open: 100.97, volume: 5000 })
    expect(quote.previousClose).toBe(Math.round(101.37 * (0.9 + 19 / 200) * 100) / 100)
    expect(quote.week52High).toBeGreaterThan(101)
    expect(quote.warnings).toEqual([expect.stringMatching(STOCKS)])
  })

  it('adjusts bars for splits that have taken effect, from their ex-date on', async () => {
    server.actions = {
      forward_splits: [
        { symbol: 'ZZZ', ex_date: '2026-11-20', new_rate: 4, old_rate: 1 },
        { symbol: 'ZZZ', ex_date: '2026-12-15', new_rate: 2, old_rate: 1 },
        { symbol: 'ZZZ', ex_date: 'soon', new_rate: 2, old_rate: 1 },
      ],
      reverse_splits: [{ symbol: 'ZZZ', ex_date: '2026-11-10', new_rate: 1, old_rate: 2 }],
    }
    const days = { from: '2026-11-09', to: '2026-11-20' }
    const raw = await (await open().viewAt()).dailyBars('BRK.B', days)
    const view = await source.viewAt()
    const bars = await view.dailyBars('ZZZ', days)
    const ratio = 101.37 / 498.2
    expect(bars[0]!.close).toBeCloseTo((raw[0]!.close * ratio) / 2, 1)
    expect(bars.at(-2)!.close).toBeCloseTo((raw.at(-2)!.close * ratio) / 4, 1)
    expect(bars.at(-1)!.close).toBe(101.37)
    expect((await view.quote('ZZZ')).previousClose).toBe(bars.at(-2)!.close)
    const past = await (await source.viewAt('2026-11-19')).dailyBars('ZZZ', days)
    expect(past.at(-1)!.close).toBeCloseTo(raw.at(-2)!.close * ratio, 1)
  })

  it('tells splits, dividends and unscheduled closures as events, with when they were known', async () => {
    server.actions = {
      forward_splits: [{ symbol: 'ZZZ', ex_date: '2026-12-15', new_rate: 3, old_rate: 2 }],
      cash_dividends: [{ symbol: 'BRK.B', ex_date: '2026-11-02', rate: 0.5 }],
    }
    server.closedOn = ['2026-12-09']
    server.closesAt.set('2026-12-10', '14:30')
    const view = await source.viewAt()
    const { data, warnings } = await view.events({ from: '2026-11-01', to: '2026-12-31' })
    expect(data.map(({ kind, title, symbol, knownAt }) => [kind, title, symbol, knownAt])).toEqual([
      ['dividend', 'BRK.B trades without its dividend of 0.5 USD a share', 'BRK.B', '2026-11-02T14:30:00.000Z'],
      ['split', 'ZZZ splits 1.5 for 1', 'ZZZ', '2026-11-20T16:00:00.000Z'],
      ['holiday', 'The market is closed, beyond the regular holidays', null, '2026-11-20T16:00:00.000Z'],
      [
        'holiday',
        'The market closes early, at 14:30 New York, beyond the regular half-days',
        null,
        '2026-11-20T16:00:00.000Z',
      ],
    ])
    expect(data.at(-1)?.scheduledAt).toBe('2026-12-10T19:30:00.000Z')
    expect(warnings).toEqual([])
  })

  it('values the present with announced dividends, and a past session with those it had heard of', async () => {
    const ahead = (...dates: string[]) => {
      server.actions = { cash_dividends: dates.map((date) => ({ symbol: 'ZZZ', ex_date: date, rate: 0.5 })) }
    }
    const datesOf = async (date?: string) =>
      (await (await source.viewAt(date)).chain('ZZZ')).dividends?.map(({ exDate }) => exDate)
    ahead('2026-12-01')
    expect(await datesOf()).toEqual(['2026-12-01'])
    bench.clock.set('2026-11-20T21:40:00.000Z')
    expect(await keepAll()).toEqual([])
    expect(await datesOf('2026-11-20')).toEqual(['2026-12-01'])

    ahead('2026-12-01', '2026-12-09')
    bench.clock.set('2026-11-23T14:00:00.000Z')
    expect(await datesOf()).toEqual(['2026-12-01', '2026-12-09'])
    expect(await datesOf('2026-11-20')).toEqual(['2026-12-01'])
  })

  it('cleans news, and orders them by publication whatever was changed later', async () => {
    for (let id = 1; id <= 30; id++) server.news.push(article(id, `2026-11-20T10:${String(id).padStart(2, '0')}:00Z`))
    server.news.push(article(99, '2026-11-20T10:00:30Z', '2026-11-20T15:00:00Z'))
    const view = await source.viewAt()
    const since = '2026-11-20T00:00:00.000Z'
    const all: string[] = []
    for (let after: { publishedAt: string; id: string } | undefined; ; ) {
      const { data } = await view.news({ symbol: 'ZZZ', since, limit: 8, after })
      if (data.length === 0) break
      all.push(...data.map(({ id }) => id))
      after = data.at(-1)
    }
    expect(all).toEqual([...Array.from({ length: 30 }, (_, place) => `alpaca:${30 - place}`), 'alpaca:99'])
    const [first] = (await view.news({ symbol: 'ZZZ', since, limit: 31 })).data.slice(-2)
    expect(first).toMatchObject({
      headline: "Waymo's number 1 & more",
      summary: 'It is',
      url: null,
      symbols: ['BRK.B', 'ZZZ'],
      sentiment: null,
    })
  })

  it('names the feeds of an account without a subscription, and sees the tape 16 minutes late', async () => {
    server.stockTrades.set('ZZZ', [trade('2026-11-20T15:43:00Z'), trade('2026-11-20T15:45:00Z')])
    const free = open({ stocks: 'iex', options: 'indicative' })
    const view = await free.viewAt()
    expect((await view.chain('ZZZ')).warnings[0]).toMatch(/feed indicative/)
    expect((await view.quote('ZZZ')).warnings[0]).toMatch(/feed iex/)
    const { sessions, warnings } = await view.offExchangeTrades('ZZZ', 1)
    expect([sessions[0]?.trades.count, warnings]).toEqual([
      1,
      ['Stock trades are from the feed sip of Alpaca: all exchanges, up to 16 minutes ago.'],
    ])
    await free[Symbol.asyncDispose]()
  })

  it('keeps off-exchange trades as rows and all others as volume, without cancelled ones and official prices', async () => {
    server.stockTrades.set('ZZZ', [
      trade('2026-11-20T15:00:00.1Z', 'D', { c: [' ', 'I', '4'], z: 'A' }),
      trade('2026-11-20T15:00:00.2Z', 'D', { u: 'canceled' }),
      trade('2026-11-20T15:00:00.3Z', 'V', { s: 50 }),
      trade('2026-11-20T15:00:00.4Z', 'Q', { c: ['M'], s: 10_000 }),
      trade('2026-11-20T15:00:00.5Z', 'D', { c: ['B'], z: 'A' }),
      trade('2026-11-20T15:00:00.6Z', 'D', { c: ['B'], z: 'C' }),
    ])
    const { sessions } = await (await source.viewAt()).offExchangeTrades('ZZZ', 1)
    const flags = sessions[0]!.trades.conditions
    expect(sessions[0]!.volume).toBe(300 + 50 + 300 + 300)
    expect([...flags]).toEqual([
      (SALE_CONDITION.regular | SALE_CONDITION.oddLot | SALE_CONDITION.derivativelyPriced) >>> 0,
      SALE_CONDITION.averagePrice,
      0,
    ])
  })

  it('reads a long window over several answers, and says what is missing', async () => {
    const days = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']
    for (const [place, day] of days.entries()) {
      const some = Array.from({ length: 200 }, (_, second) =>
        trade(new Date(Date.parse(`${day}T15:00:00Z`) + second).toISOString()),
      )
      server.stockTrades.set('ZZZ', [...(server.stockTrades.get('ZZZ') ?? []), ...some])
      expect(place).toBeLessThan(4)
    }
    const view = await source.viewAt()
    const first = await view.offExchangeTrades('ZZZ', 4)
    expect(first.sessions.map(({ trades }) => [trades.sessionDate, trades.count])).toEqual([
      ['2026-11-19', 200],
      ['2026-11-20', 200],
    ])
    expect(first.warnings[1]).toBe(
      'Sessions whose trades are still being read, and are not in this answer: 2. Ask again.',
    )
    expect(server.count('/v2/stocks/ZZZ/trades')).toBe(60)
    const second = await view.offExchangeTrades('ZZZ', 4)
    expect(second.sessions.map(({ trades }) => trades.count)).toEqual([200, 200, 200, 200])
    expect(second.warnings).toHaveLength(1)
  })

  it('adds what came since to the running session, each trade once', async () => {
    server.stockTrades.set('ZZZ', [trade('2026-11-20T15:59:30Z'), trade('2026-11-20T15:59:59Z')])
    const view = await source.viewAt()
    const first = await view.offExchangeTrades('ZZZ', 1)
    server.stockTrades.get('ZZZ')!.push(trade('2026-11-20T16:00:30Z'))
    expect((await view.offExchangeTrades('ZZZ', 1)).sessions[0]).toBe(first.sessions[0])
    bench.clock.advance(MINUTE)
    expect((await view.offExchangeTrades('ZZZ', 1)).sessions[0]?.trades.count).toBe(3)
  })
})

describe('what the service looks at of itself', () => {
  it('reads no tape of stock trades from the vendor', async () => {
    bench.clock.set('2026-11-20T16:00:00.000Z')
    server.stockTrades.set('ZZZ', [trade('2026-11-20T15:00:00.5Z')])
    const view = await source.viewAt()
    const own = await withUrgency('background', () => view.offExchangeTrades('ZZZ', 2))
    expect([own.sessions, own.warnings.at(-1), server.count('/v2/stocks/ZZZ/trades')]).toEqual([
      [],
      'Sessions that are not stored, and are not in this answer: 2.',
      0,
    ])

    await view.offExchangeTrades('ZZZ', 2)
    const read = server.count('/v2/stocks/ZZZ/trades')
    expect((await withUrgency('background', () => view.offExchangeTrades('ZZZ', 2))).sessions).toHaveLength(1)
    expect(server.count('/v2/stocks/ZZZ/trades')).toBe(read)
  })
})

describe('the search for trade ideas', () => {
  it('reads option trades as far as others have read them, and never from the vendor', async () => {
    bench.clock.set('2026-11-20T16:00:00.000Z')
    server.optionTrades.set('ZZZ261218C00100000', [{ t: '2026-11-20T15:00:00Z', p: 3.5, s: 2, x: 'C', c: 'I' }])
    const view = await source.viewAt()
    const searched = () => withUrgency('search', () => view.optionPrints('ZZZ'))
    const first = await searched()
    expect([first.prints.count, first.warnings.at(-1), server.count('/options/')]).toEqual([
      0,
      'Option trades are those that are stored: nobody looks at this tape.',
      0,
    ])

    await view.optionPrints('ZZZ')
    const read = server.count('/options/')
    bench.clock.advance(10 * MINUTE)
    expect([(await searched()).prints.count, server.count('/options/')]).toEqual([1, read])
  })
})

describe('the roots of an underlying', () => {
  beforeEach(() => bench.clock.set('2026-11-20T16:00:00.000Z'))

  it('asks every root of an underlying, in the list of contracts or known, and the spelling of its class', async () => {
    const view = await source.viewAt()
    const rootsOf = async (symbol: string) => {
      const { contracts } = await view.chain(symbol)
      const quoted = contracts.optionSymbols.filter((_, row) => contracts.ask[row]! > 0)
      return [...new Set(quoted.map((occ) => occ.slice(0, 6).trimEnd()))].sort()
    }

    expect(await rootsOf('ZZZ')).toEqual(['ZZZ', 'ZZZ1'])
    expect(await rootsOf('SPX')).toEqual(['SPX', 'SPXW'])
    server.fail('/snapshots/BRK.B', status(400))
    expect(await rootsOf('BRK.B')).toEqual(['BRKB'])
  })

  it('asks for the weekly options of an index though its list of contracts leaves them out', async () => {
    server.unlisted.add('SPXW')
    const { contracts } = await (await source.viewAt()).chain('SPX')

    const weekly = contracts.optionSymbols.flatMap((occ, row) => (occ.startsWith('SPXW') ? [row] : []))
    expect(weekly).toHaveLength(30)
    expect(weekly.every((row) => contracts.openInterest[row]! > 0)).toBe(true)
  })

  it('keeps the other roots of an underlying whose adjusted one the vendor does not know', async () => {
    server.fail('/snapshots/ZZZ1', status(400))
    const { contracts, warnings } = await (await source.viewAt()).chain('ZZZ')

    expect([contracts.count, contracts.ask.filter((ask) => ask > 0).length]).toEqual([60, 30])
    expect(warnings).toContainEqual(expect.stringMatching(/HTTP 400.*quotes of the root ZZZ1 are missing/))
  })

  it('names a root whose list of contracts is refused', async () => {
    server.unlisted.add('SPXW')
    server.fail('root_symbol=SPXW', status(404))
    const { warnings } = await (await source.viewAt()).chain('SPX')

    expect(warnings).toContainEqual(expect.stringMatching(/HTTP 404.*open interest of the root SPXW is unknown/))
  })
})

describe('the option tape', () => {
  const CONTRACT = 'ZZZ261218C00100000'
  const print = (t: string, more: Record<string, unknown> = {}) => ({ t, p: 3.5, s: 2, x: 'C', c: 'I', ...more })

  beforeEach(() => bench.clock.set('2026-11-20T16:00:00.000Z'))

  it('holds the session in the order of time, with volumes so far', async () => {
    server.optionTrades.set(CONTRACT, [
      print('2026-11-19T15:00:00Z'),
      print('2026-11-20T15:00:00.000000002Z'),
      print('2026-11-20T15:00:00.000000002Z'),
      print('2026-11-20T15:10:00Z', { s: 5 }),
      print('2026-11-20T15:20:00Z', { s: 5, c: 'A' }),
    ])
    server.optionTrades.set('ZZZ261218P00100000', [print('2026-11-20T15:05:00Z', { c: 'S' })])
    const view = await source.viewAt()
    const { prints, warnings, sessionDate } = await view.optionPrints('ZZZ')
    expect(sessionDate).toBe('2026-11-20')
    expect([...prints.volume]).toEqual([2, 4, 2, 9, 4])
    expect(prints.condition).toEqual(['I', 'I', 'S', 'I', 'A'])
    expect(prints.optionSymbols.at(0)).toBe('ZZZ   261218C00100000')
    expect(prints.bid.every(Number.isNaN)).toBe(true)
    expect(warnings).toEqual([
      expect.stringMatching(OPTIONS),
      expect.stringMatching(/bid and ask are known at none of these trades, the price of the underlying at none/),
    ])
  })

  it('grows at the end alone, and stays the same object', async () => {
    server.optionTrades.set(CONTRACT, [print('2026-11-20T15:59:00Z'), print('2026-11-20T15:59:00Z')])
    const view = await source.viewAt()
    const first = await view.optionPrints('ZZZ')
    server.optionTrades.get(CONTRACT)!.push(print('2026-11-20T15:59:00Z'), print('2026-11-20T16:00:10Z'))
    bench.clock.advance(MINUTE)
    const second = await view.optionPrints('ZZZ')
    expect(second.tape).toBe(first.tape)
    expect([first.prints.count, second.prints.count]).toEqual([2, 4])
    expect(second.prints.executedAtMs.slice(0, 2)).toEqual(first.prints.executedAtMs)
    expect((await view.optionPrints('ZZZ')).prints).toBe(second.prints)
  })

  it('puts a report that comes late at the end, and cuts a past view at its close', async () => {
    server.optionTrades.set(CONTRACT, [print('2026-11-20T14:20:00Z'), print('2026-11-20T15:59:00Z')])
    const view = await source.viewAt()
    await view.optionPrints('ZZZ')
    server.optionTrades.get(CONTRACT)!.push(print('2026-11-20T15:58:00Z', { s: 9 }), print('2026-11-20T21:10:00Z'))
    bench.clock.set('2026-11-20T22:00:00.000Z')
    const late = await view.optionPrints('ZZZ')
    const at = (ms: number) => new Date(ms).toISOString().slice(11, 16)
    expect([...late.prints.executedAtMs].map(at)).toEqual(['15:59', '15:59', '21:10'])
    expect([...late.prints.size]).toEqual([2, 9, 2])
    await keepAll()
    const past = await (await source.viewAt('2026-11-20')).optionPrints('ZZZ')
    expect([...past.prints.executedAtMs].map(at)).toEqual(['15:59', '15:59'])
    expect(past.prints.openInterest[0]).toBe(300)
  })

  it('finds the first trade of a contract that was not traded before', async () => {
    server.optionTrades.set(CONTRACT, [print('2026-11-20T15:00:00Z')])
    const view = await source.viewAt()
    await view.optionPrints('ZZZ')
    bench.clock.advance(60 * MINUTE)
    server.optionTrades.set('ZZZ261218P00100000', [print('2026-11-20T16:30:00Z')])
    expect((await view.optionPrints('ZZZ')).prints.count).toBe(2)
  })

  it('serves what it has while the vendor fails, and fills the gap afterwards', async () => {
    server.optionTrades.set(CONTRACT, [print('2026-11-20T15:00:00Z')])
    const view = await source.viewAt()
    await view.optionPrints('ZZZ')
    server.optionTrades.get(CONTRACT)!.push(print('2026-11-20T16:05:00Z'))
    server.fail('/options/trades', reset)
    bench.clock.advance(10 * MINUTE)
    const during = await view.optionPrints('ZZZ')
    expect([during.prints.count, during.warnings[2]]).toEqual([
      1,
      expect.stringMatching(/Trades since the last good answer are missing\.$/),
    ])
    expect(source.sourceHealth().state).toBe('degraded')
    server.fail('/options/trades', null)
    bench.clock.advance(10 * MINUTE)
    const after = await view.optionPrints('ZZZ')
    expect([after.prints.count, after.warnings.length]).toEqual([2, 2])
    expect(source.sourceHealth().state).toBe('fine')
  })
})

describe('when Alpaca fails', () => {
  beforeEach(() => bench.clock.set('2026-11-20T16:00:00.000Z'))

  describe('and is waited for half a second', () => {
    beforeEach(async () => {
      await source[Symbol.asyncDispose]()
      source = open(undefined, 500)
    })

    itSurvivesItsVendor(() => ({
      source,
      vendor: 'Alpaca',
      clock: bench.clock,
      fail: (answer) => server.fail('/snapshots/', answer),
    }))
  })

  it('does not believe quotes of the future', async () => {
    const good = await (await source.viewAt()).chain('ZZZ')
    server.alter = (path, answer) => {
      if (!path.includes('/snapshots/')) return answer
      const { snapshots } = answer as { snapshots: Record<string, { latestQuote: { t: string } }> }
      for (const { latestQuote } of Object.values(snapshots)) latestQuote.t = '2026-11-21T16:00:00Z'
      return answer
    }
    bench.clock.advance(6 * MINUTE)
    const stale = await (await source.viewAt()).chain('ZZZ')
    expect(stale.asOfMs).toBe(good.asOfMs)
    expect(stale.warnings.at(-1)).toMatch(/^The quotes of Alpaca have no time that can be read\./)
  })

  it('answers a chain without open interest when the contracts cannot be had', async () => {
    server.fail('/contracts', status(403))
    const chain = await (await source.viewAt()).chain('ZZZ')
    expect(chain.contracts.openInterest.every(Number.isNaN)).toBe(true)
    expect(chain.warnings.at(-1)).toMatch(/open interest is unknown\.$/)
  })

  describe.each([401, 403, 404, 429, 500])('with %d for its side data', (code) => {
    beforeEach(() => {
      server.stockTrades.set('ZZZ', [trade('2026-11-20T15:00:00.5Z')])
      for (const part of ['/corporate-actions', '/calendar', '/news', '/contracts', '/indices/']) {
        server.fail(part, status(code))
      }
    })

    it('answers everything else, and says what is missing', async () => {
      const view = await source.viewAt()
      const bars = await view.dailyBars('ZZZ', { from: '2026-11-09' })
      const quote = await view.quote('ZZZ')
      const chain = await view.chain('ZZZ')
      const events = await view.events({ from: '2026-11-01', to: '2026-12-31' })
      const news = await view.news({ since: '2026-11-01T00:00:00.000Z', limit: 10 })
      const { sessions, warnings } = await view.offExchangeTrades('ZZZ', 1)

      expect(bars.at(-1)?.close).toBe(101.37)
      expect(view.notice).toMatch(/^Alpaca .*prices of before a split are in the shares of their own time\.$/)
      expect([quote.price, quote.week52High > 101]).toEqual([101.37, true])
      expect([chain.contracts.count, chain.warnings.at(-1)]).toEqual([30, expect.stringMatching(/open interest/)])
      expect([events.data, events.warnings.slice(1)]).toEqual([
        [],
        [expect.stringMatching(/So splits and dividends/), expect.stringMatching(/So closures/)],
      ])
      expect([news.data, news.warnings]).toEqual([[], [expect.stringMatching(/So news of the vendor are missing\.$/)]])
      expect([sessions.length, warnings.at(-1)]).toEqual([1, expect.stringMatching(/shares of their own time\.$/)])
      expect(source.sourceHealth().state).not.toBe('down')
    })

    it('has the level of an index from its options, and says so', async () => {
      const view = await source.viewAt()
      const chain = await view.chain('SPX')
      const quote = await view.quote('SPX')

      expect(Math.abs(chain.underlyingPrice / 6012.5 - 1)).toBeLessThan(0.002)
      expect(chain.warnings.at(-1)).toMatch(
        /^Alpaca .*the level of SPX is implied by the put-call parity of its options\.$/,
      )
      expect([quote.price, quote.sessionDate]).toEqual([chain.underlyingPrice, '2026-11-20'])
      expect(quote.warnings[0]).toBe(chain.warnings.at(-1))
      expect(await view.dailyBars('SPX', {})).toEqual([])
    })
  })

  it('does not ask the vendor for events of kinds that it does not have', async () => {
    const view = await source.viewAt()
    await view.events({ from: '2026-11-20', to: '2026-11-20', kinds: ['macro', 'fed'] })

    expect(server.requests).toEqual([])
  })

  it('loses a row that cannot be read, and does not take pages that never end', async () => {
    server.alter = (path, answer) => {
      if (!path.includes('/snapshots/')) return answer
      const { snapshots } = answer as { snapshots: Record<string, Record<string, unknown>> }
      const broken = snapshots['ZZZ261218C00100000']
      if (broken) broken['latestQuote'] = { t: 'noon' }
      return answer
    }
    const view = await source.viewAt()
    expect((await view.chain('ZZZ')).contracts.count).toBe(60)
    expect(source.sourceHealth().refusedRows).toBe(1)
    server.alter = (path, answer) =>
      path.includes('/snapshots/') ? { ...(answer as object), next_page_token: 'MQ==' } : answer
    bench.clock.advance(MINUTE)
    expect((await view.chain('ZZZ')).warnings.at(-1)).toMatch(/^Alpaca sends the same page again and again\./)
  })

  it('ends pages without rows that never end', async () => {
    let page = 0
    server.alter = (path, answer) =>
      path.includes('/snapshots/') ? { snapshots: {}, next_page_token: `token ${page++}` } : answer
    const view = await source.viewAt()
    await expect(view.chain('ZZZ')).rejects.toThrow('Alpaca sends empty pages again and again.')
    expect(page).toBe(50)
  })

  it('reads contracts with numbers for texts and words that are new, each once', async () => {
    server.alter = (path, answer) => {
      if (!path.includes('/contracts')) return answer
      const { option_contracts: rows } = answer as { option_contracts: Record<string, unknown>[] }
      const other = rows.map((row) => ({ ...row, style: 'bermudan', open_interest: 700, multiplier: 100 }))
      return { ...(answer as object), option_contracts: [...other, ...other] }
    }
    const { contracts, expirations } = await (await source.viewAt()).chain('ZZZ')
    expect(contracts.count).toBe(60)
    expect(contracts.openInterest.filter((value) => value === 700).length).toBeGreaterThan(40)
    expect(new Set(expirations.map(({ style }) => style))).toEqual(new Set(['american']))
  })

  it('tells wrong keys without repeating them', async () => {
    const wrong = alpacaMarket({
      access: {
        dataUrl: server.url,
        tradingUrl: server.url,
        keyId: 'CANARY-wrong',
        secret: 'CANARY-worse',
        timeoutMs: 2000,
      },
      feeds: { stocks: 'sip', options: 'opra' },
      streamUrl: null,
      symbols: SYMBOLS,
      past: bench.past,
      clock: vendorClock(bench.clock),
    })
    const failure = await (await wrong.viewAt()).quote('ZZZ').catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'unavailable' })
    expect(inspect([failure, wrong.sourceHealth()], { depth: 9 })).not.toContain('CANARY')
    expect(wrong.sourceHealth().state).toBe('down')
    await wrong[Symbol.asyncDispose]()
  })

  it('knows no symbol that the vendor does not', async () => {
    const view = await source.viewAt()
    await expect(view.quote('NONE')).rejects.toMatchObject({ code: 'not_found' })
    await expect(view.chain('NONE')).rejects.toMatchObject({ code: 'not_found' })
    expect(await keepAll()).toEqual([])
  })
})
