import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testClock } from '../../support/clock.ts'
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
})

describe('a spin-off', () => {
  it('is named in histories, which are not adjusted for it', async () => {
    const spin_offs = [
      { source_symbol: 'AAPL', new_symbol: 'NEWCO', ex_date: '2026-11-02', source_rate: 1, new_rate: 0.25 },
    ]
    await service({ world: smallWorld({ corporateActions: { spin_offs } }) })
    const [spun, other] = [await ask('/stocks/AAPL/quote'), await ask('/stocks/SPY/quote')]

    expect(spun.body.warnings).toContainEqual(expect.stringMatching(/AAPL gave its holders NEWCO on 2026-11-02/))
    expect(other.body.warnings.join(' ')).not.toMatch(/NEWCO/)
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
