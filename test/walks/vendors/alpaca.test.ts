import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dailyMetrics } from '../../../src/analytics/domain/daily-metrics.ts'
import { METRICS_METHOD } from '../../../src/market/domain/daily-metrics.ts'
import { testClock } from '../../support/clock.ts'
import { storeChain } from '../../support/market/stored-chains.ts'
import { syntheticChain } from '../../support/market/synthetic-chain.ts'
import { BASIC_PLAN, PAID_PLAN } from '../../support/vendors/alpaca/grants.ts'
import { LIVE_KEYS, PAPER_KEYS } from '../../support/vendors/alpaca/hosts.ts'
import type { AlpacaVendor } from '../../support/vendors/alpaca/server.ts'
import {
  type AlpacaService,
  alpacaService,
  faultsIn,
  type ServiceSetup,
  smallWorld,
} from '../../support/vendors/alpaca/service.ts'
import type { RootSpec } from '../../support/vendors/listed-contracts.ts'

const world = smallWorld()
let resources: AsyncDisposableStack
let vendor: AlpacaVendor
let ask: AlpacaService['ask']

beforeEach(() => {
  resources = new AsyncDisposableStack()
})
afterEach(() => resources.disposeAsync())

async function service(setup: ServiceSetup = {}): Promise<AlpacaService> {
  const whole = await alpacaService(resources, { world, ...setup })
  ;({ vendor, ask } = whole)
  return whole
}

describe('keys and grants of Alpaca', () => {
  it.each([
    ['paper', PAPER_KEYS],
    ['live', LIVE_KEYS],
  ] as const)('the keys of a %s account read contracts from the host of that account', async (trading, keys) => {
    await service({ keys, trading })
    const answer = await ask('/stocks/SPY/gamma_exposure')

    expect(answer.status).toBe(200)
    expect(faultsIn(answer)).toEqual([])
    expect(vendor[trading].requests).not.toEqual([])
  })

  it('keys of the other kind cost the open interest, and the answer says which key was refused', async () => {
    await service({ keys: LIVE_KEYS, trading: 'paper' })
    const answer = await ask('/stocks/SPY/gamma_exposure')

    expect(answer.status).toBe(200)
    expect(faultsIn(answer)).toEqual([expect.stringMatching(/HTTP 401.*refused a live key.*open interest is unknown/)])
  })

  it('wrong keys are named with the settings to change, and never shown', async () => {
    await service({ keys: { ...PAPER_KEYS, secret: 'canary-wrong-secret' } })
    const { status, body } = await ask('/stocks/SPY/quote')

    expect(status).toBe(503)
    expect(body['detail']).toMatch(/HTTP 401.*ALPACA_API_KEY and ALPACA_API_SECRET/)
    expect(body['detail']).not.toMatch(/Try again later/)
  })

  it('feeds that the plan lacks are refused with the setting to change', async () => {
    await service({ grants: BASIC_PLAN, feeds: 'sip,opra' })
    const [quote, gamma] = [await ask('/stocks/SPY/quote'), await ask('/stocks/SPY/gamma_exposure')]

    expect([quote.status, gamma.status]).toEqual([503, 503])
    expect(quote.body['detail']).toMatch(/HTTP 403.*ALPACA_DATA_FEED/)
    expect(quote.body['detail']).not.toMatch(/Try again later/)
  })

  it('the basic plan answers from its own feeds, and says so', async () => {
    await service({ grants: BASIC_PLAN, feeds: 'iex,indicative' })
    const [quote, gamma] = [await ask('/stocks/SPY/quote'), await ask('/stocks/SPY/gamma_exposure')]

    expect([quote.status, gamma.status]).toEqual([200, 200])
    expect(gamma.body.warnings.join(' ')).toMatch(/feed indicative.*feed iex/)
  })
})

describe('an account with the feed of one exchange', () => {
  const free = { grants: BASIC_PLAN, feeds: 'iex,indicative' }
  /** Of all exchanges a day has about 40 million shares in this market, of IEX one million. */
  const IEX_AT_MOST = 2_000_000
  const history = async () => {
    const { body } = await ask('/stocks/SPY/price_history?days=10')
    const bars = body['data'] as { date: string; volume: number | null }[]
    return { last: bars.at(-1)?.date, partial: bars.filter(({ volume }) => (volume ?? 0) < IEX_AT_MOST), body }
  }

  it('has volumes of all exchanges alone, the running day included', async () => {
    await service(free)
    const [quote, { last, partial }] = [await ask('/stocks/SPY/quote'), await history()]

    expect(quote.body['volume']).toBeGreaterThan(IEX_AT_MOST)
    expect([last, partial]).toEqual(['2026-11-20', []])
  })

  it('has no running day until its bar of all exchanges is published, and says so', async () => {
    const early = '2026-11-20T14:40:00.000Z'
    const { app } = await service({ ...free, world: smallWorld({ now: testClock(early).now }) })
    app.clock.set(early)
    const [quote, { last, partial, body }] = [await ask('/stocks/SPY/quote'), await history()]

    expect(quote.body).toMatchObject({ price: 680, volume: null })
    expect([last, partial]).toEqual(['2026-11-19', []])
    for (const { warnings } of [quote.body, body]) {
      expect(warnings).toContainEqual(expect.stringMatching(/running day is missing.*16 minutes late/))
    }
  })
})

describe('what the list of contracts tells', () => {
  const root = (name: string, more: Partial<RootSpec>): RootSpec => ({
    ...{ root: name, underlying: 'AAPL', spot: 270, expirations: ['2026-12-18'], strikes: [260, 270, 280] },
    ...more,
  })
  const shares = (amount: string, symbol = 'AAPL') => ({ type: 'equity', symbol, amount })

  it('counts a contract only where it delivers shares of the underlying alone, as many as its multiplier', async () => {
    const delivered = [
      [shares('100')],
      [shares('150')],
      [shares('100'), { type: 'cash', symbol: 'USD', amount: '120' }],
      [shares('100', 'NEWCO')],
    ]
    const adjusted = delivered.map((deliverables, place) => root(`AAPL${place + 1}`, { deliverables }))
    await service({ world: smallWorld({ roots: [root('AAPL', {}), ...adjusted] }) })
    const { body } = await ask('/stocks/AAPL/gamma_exposure')

    // Three roots with three strikes, each with a call and a put.
    expect(body.warnings).toContainEqual(expect.stringMatching(/Adjusted contracts of unknown deliverable.*: 18/))
  })

  it('dates the open interest, and warns of an older one than that of the last session', async () => {
    await service({ world: smallWorld({ openInterestDate: '2026-11-18' }) })
    const { body } = await ask('/stocks/SPY/gamma_exposure')
    expect(body.warnings).toContainEqual(expect.stringMatching(/Open interest is that of 2026-11-18.*2026-11-19/))
    expect(body['open_interest_date']).toBe('2026-11-18')
  })

  it('has the open interest of the last evening before the open', async () => {
    const vendorTime = testClock('2026-11-21T03:00:00.000Z')
    const { app } = await service({ world: smallWorld({ now: vendorTime.now }) })
    const dateAt = async (instant: string) => {
      vendorTime.set(instant)
      app.clock.set(instant)
      return (await ask('/stocks/SPY/gamma_exposure')).body['open_interest_date']
    }
    expect(await dateAt('2026-11-21T03:00:00.000Z')).toBe('2026-11-19')
    expect(await dateAt('2026-11-23T13:00:00.000Z')).toBe('2026-11-20')
  })

  it('asks again before the open until the open interest of the last session is published', async () => {
    const monday = '2026-11-23'
    const vendorTime = testClock(`${monday}T11:00:00.000Z`)
    let openInterestDate = '2026-11-19'
    const { app } = await service({
      world: {
        ...smallWorld({ now: vendorTime.now }),
        get openInterestDate() {
          return openInterestDate
        },
      },
    })
    const dateAt = async (time: string) => {
      vendorTime.set(`${monday}T${time}:00.000Z`)
      app.clock.set(`${monday}T${time}:00.000Z`)
      return (await ask('/stocks/SPY/gamma_exposure')).body['open_interest_date']
    }
    expect(await dateAt('11:00')).toBe('2026-11-19')
    openInterestDate = '2026-11-20'
    // Before 08:00 in New York, when quotes rest for hours.
    expect(await dateAt('11:20')).toBe('2026-11-20')
    const asked = vendor.paper.requests.length
    expect(await dateAt('12:20')).toBe('2026-11-20')
    expect(vendor.paper.requests).toHaveLength(asked)
  })
})

describe('a spin-off', () => {
  const spinOff = (ex_date: string, new_symbol: string) => ({
    ...{ source_symbol: 'AAPL', source_rate: 1, new_rate: 0.25 },
    ...{ ex_date, new_symbol },
  })
  const spin_offs = [spinOff('2023-05-15', 'OLDCO'), spinOff('2026-11-02', 'NEWCO')]
  const spun = () => service({ world: smallWorld({ corporateActions: { spin_offs } }) })
  const named = ({ body }: Awaited<ReturnType<typeof ask>>) =>
    ['OLDCO on 2023-05-15', 'NEWCO on 2026-11-02'].filter((it) => body.warnings.join(' ').includes(it))

  const answers = async (paths: readonly string[]) => {
    await spun()
    const found: [path: string, status: number, count: number][] = []
    for (const path of paths) {
      const answer = await ask(path)
      found.push([path, answer.status, named(answer).length])
    }
    return found
  }
  const SPANNING = [
    ['/stocks/AAPL/quote', 1],
    ['/stocks/AAPL/price_history?days=30', 1],
    ['/stocks/AAPL/price_history?from=2023-01-03', 2],
    ['/stocks/AAPL/price_history?from=2026-11-02', 1],
    ['/stocks/SPY/price_history?days=30&against=AAPL', 1],
    ['/stocks/AAPL/iv_term_structure', 1],
    ['/stocks/AAPL/trend', 1],
    ['/stocks/AAPL/levels?lookback_days=60', 1],
    ['/dark_pool_levels?symbol=AAPL&days=30', 1],
    ['/stocks/AAPL/trend?date=2026-11-19', 1],
  ] as const

  it('is named in every answer whose figures reach over it', async () => {
    expect(await answers(SPANNING.map(([path]) => path))).toEqual(SPANNING.map(([path, count]) => [path, 200, count]))
  })

  const OTHERS = [
    '/stocks/SPY/quote',
    '/stocks/AAPL/price_history?days=10',
    '/stocks/AAPL/price_history?from=2024-01-02&to=2026-10-30',
    '/dark_pool_levels?symbol=AAPL&days=5',
    '/stocks/AAPL/trend?date=2026-10-30',
    '/stocks/AAPL/gamma_exposure',
  ]

  it('is named in no other answer', async () => {
    expect(await answers(OTHERS)).toEqual(OTHERS.map((path) => [path, 200, 0]))
  })

  it('is named beside kept levels of before it, which nothing adjusts, and not beside volatilities', async () => {
    const { app } = await spun()
    const { store } = app.parts
    const chain = syntheticChain({
      ...{ root: 'AAPL', asOf: '2026-10-30T20:00:00Z', volatility: () => 0.3 },
      ...{ strikes: [270], dates: ['2026-12-18'] },
    })
    await storeChain(store, 'before', chain)
    await store.dailyMetrics.put('before', METRICS_METHOD, dailyMetrics(chain))

    expect(named(await ask('/stocks/AAPL/metric_history?metric=call_wall'))).toEqual(['NEWCO on 2026-11-02'])
    expect(named(await ask('/stocks/AAPL/metric_history?metric=iv30'))).toEqual([])
  })
})

describe('what one failing part of Alpaca costs', () => {
  it('an index without a grant has the level that its options imply, and the overview answers', async () => {
    await service({ grants: { ...PAID_PLAN, indices: [] } })
    const [index, overview] = [await ask('/stocks/SPX/gamma_exposure'), await ask('/market_overview')]

    expect([index.status, overview.status]).toEqual([200, 200])
    expect(faultsIn(index)).toEqual([expect.stringMatching(/HTTP 403.*level of SPX is implied by the put-call parity/)])
    // Within half a percent: the level of the world is 6800.
    expect(Number(index.body['underlying_price']) / 6800).toBeCloseTo(1, 2)
    expect(overview.body['indices']).toContainEqual(expect.objectContaining({ symbol: 'SPY', price: 680 }))
  })

  it.each(['/stocks/SPY/quote', '/stocks/SPY/price_history', '/market_overview'])(
    'corporate actions that fail cost %s a warning',
    async (path) => {
      await service()
      vendor.data.fail('/v1/corporate-actions', { status: 500 })
      const answer = await ask(path)

      expect(answer.status).toBe(200)
      // The first answer does not wait for the last try.
      const lacking = answer.body.warnings.filter((it) => /(HTTP 500|not answered in time).*before a split/.test(it))
      expect(lacking).toHaveLength(1)
    },
  )

  it('corporate actions that fail are no warning of an answer that needs none', async () => {
    await service()
    vendor.data.fail('/v1/corporate-actions', { status: 500 })
    await ask('/stocks/AAPL/price_history')

    const { body } = await ask('/stocks/SPX/gamma_exposure')
    expect(body.warnings.filter((it) => /split/.test(it))).toEqual([])
  })

  it('a rate limit that is used up costs a quote its 52 weeks, after a second', async () => {
    await service({ grants: { ...PAID_PLAN, ratePerMinute: 1 } })
    const { status, body } = await ask('/stocks/SPY/quote')

    expect([status, body['price'], body['week_52_high']]).toEqual([200, 680, null])
    expect(body.warnings).toContainEqual('The vendor has not answered in time. So the 52 weeks are unknown.')
  })

  it('corporate actions that fail cost a chain nothing else', async () => {
    await service()
    vendor.data.fail('/v1/corporate-actions', { status: 500 })
    const { status, body } = await ask('/stocks/SPY/gamma_exposure')

    expect(status).toBe(200)
    expect(body['net_gex']).toEqual(expect.any(Number))
  })

  it('an index is read by every root of its contracts, though the chain of its name has one', async () => {
    await service()
    const answer = await ask('/stocks/SPX/gamma_exposure')

    expect(answer.status).toBe(200)
    expect(answer.body.warnings.filter((it) => /unknown|No forward/.test(it))).toEqual([])
    expect(vendor.data.requests.some((it) => it.includes('SPXW'))).toBe(true)
  })

  it('a root that is refused costs its own quotes, and every sum says so with the status', async () => {
    const { app } = await service()
    for (const status of [400, 401, 403, 404]) {
      app.clock.advance(60_000)
      vendor.data.fail('/v1beta1/options/snapshots/SPXW', { status })
      const missing = new RegExp(`HTTP ${status}.*quotes of the root SPXW are missing, and sums do not hold`)
      for (const path of ['/stocks/SPX/gamma_exposure', '/stocks/SPX/options', '/flow?symbol=SPX']) {
        const answer = await ask(path)
        expect([answer.status, faultsIn(answer)]).toEqual([200, [expect.stringMatching(missing)]])
      }
    }
  })

  // It waits twenty seconds for each answer: `npm run test:long` runs it.
  it.runIf(process.env['VENDOR_WAITS'] === 'all')('a request limit that is used up is reported', async () => {
    await service({ grants: { ...PAID_PLAN, ratePerMinute: 2 } })
    await ask('/stocks/SPY/quote')
    const { status, body } = await ask('/stocks/AAPL/quote')

    expect(status).toBe(503)
    expect(body['detail']).toMatch(/rate limit allows/)
  })
})
