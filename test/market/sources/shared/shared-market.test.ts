import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { storedPast } from '../../../../src/app/live/stored-past.ts'
import { cboeDefinition } from '../../../../src/market/sources/cboe/definition.ts'
import { cboeMarket } from '../../../../src/market/sources/cboe/index.ts'
import { vendorClock } from '../../../support/alpaca/vendor-clock.ts'
import { type CboeServer, cboeServer } from '../../../support/cboe/cboe-server.ts'
import { type TestClock, testClock } from '../../../support/clock.ts'
import { status } from '../../../support/http/fault-server.ts'
import { type SharingProcess, sharingProcess } from '../../../support/market/shared-service.ts'
import { postgresUrl, type TestSchema, testSchema } from '../../../support/postgres.ts'
import { itConformsToMarketSource } from '../source-conformance.ts'

const SYMBOLS = ['ZZZ', 'BRK.B', 'SPX', 'NONE']
const YEAR = { sessions: 252 }
const PATIENCE = { timeout: 30_000, interval: 100 }

let stack: AsyncDisposableStack
let schema: TestSchema
let clock: TestClock
let vendor: CboeServer
let leader: SharingProcess
let follower: SharingProcess

async function member(role: 'api' | 'market', term?: number): Promise<SharingProcess> {
  return stack.use(
    await sharingProcess(schema.url, {
      name: 'cboe',
      capabilities: cboeDefinition.capabilities,
      symbols: SYMBOLS,
      role,
      clock,
      ...(term !== undefined && { term }),
      open: async (store, mayAsk) =>
        cboeMarket({
          baseUrl: vendor.url,
          symbols: SYMBOLS,
          past: storedPast(store),
          clock: { ...vendorClock(clock), mayAsk },
          timeoutMs: 2000,
        }),
    }),
  )
}

async function opened(start: string): Promise<void> {
  stack = new AsyncDisposableStack()
  schema = stack.use(await testSchema())
  clock = testClock(start)
  vendor = stack.use(await cboeServer(clock))
  leader = await member('market', 1)
  follower = await member('api')
}

describe.skipIf(!postgresUrl)('a live source that another process asks', () => {
  beforeAll(() => opened('2026-11-19T21:30:00.000Z'))
  afterAll(() => stack.disposeAsync())

  itConformsToMarketSource(() => ({
    source: follower.market,
    symbol: 'ZZZ',
    others: ['BRK.B', 'SPX'],
    unknownSymbol: 'QQQQ',
    pastDate: null,
    emptyDate: '2026-11-18',
  }))
})

describe.skipIf(!postgresUrl)('a live source that processes share', { timeout: 120_000 }, () => {
  beforeEach(() => opened('2026-11-19T17:00:00.000Z'))
  afterEach(() => stack.disposeAsync())

  it('gives every process what the one that asks the vendor has, bit by bit', async () => {
    const [own, other] = [await leader.market.viewAt(), await follower.market.viewAt()]

    expect(await other.chain('SPX')).toEqual(await own.chain('SPX'))
    expect(await other.quote('ZZZ')).toEqual(await own.quote('ZZZ'))
    expect(await other.dailyBars('ZZZ', { from: '2026-09-01' })).toEqual(
      await own.dailyBars('ZZZ', { from: '2026-09-01' }),
    )
    expect(await other.metricHistory('ZZZ', 'iv30', YEAR)).toEqual(await own.metricHistory('ZZZ', 'iv30', YEAR))
    expect(await follower.market.listings()).toEqual(await leader.market.listings())
    expect(leader.failures).toEqual([])
  })

  it('asks the vendor once for many who ask at once, and once more when the data may have changed', async () => {
    const third = await member('api')
    const views = [await follower.market.viewAt(), await third.market.viewAt()]
    const ask = () => Promise.all([...views, ...views, ...views].map((view) => view.chain('ZZZ')))

    const [first, , second] = await ask()
    const asked = vendor.requests.length
    clock.advance(5_000)
    const [again] = await ask()
    const askedAgain = vendor.requests.length
    vendor.price = 1.1
    clock.advance(120_000)
    // Whoever has an answer of a moment ago is not held up while the vendor is asked.
    await expect.poll(async () => (await ask())[0]?.underlyingPrice, PATIENCE).toBeGreaterThan(100 * 1.1)

    expect(first).toBe(second)
    expect(asked).toBe(1)
    expect(again).toBe(first)
    expect(askedAgain).toBe(1)
    expect(first?.underlyingPrice).toBeLessThan(100 * 1.1)
    expect(vendor.requests.length).toBe(2)
  })

  it('answers with the errors of the source, and with its last good data while it fails', async () => {
    const view = await follower.market.viewAt()
    await expect(view.chain('NONE')).rejects.toMatchObject({ code: expect.stringMatching(/not_found|unavailable/) })
    await view.chain('ZZZ')
    vendor.fail('/', status(503))
    clock.advance(3_600_000)
    await expect(view.chain('SPX')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/503/),
    })
    const { warnings } = await view.chain('ZZZ')

    expect(warnings.join(' ')).toMatch(/HTTP 503.*this answer is at least an hour old/)
  })

  it('goes on with the process that takes over, which alone asks then', async () => {
    const other = await member('market')
    const view = await follower.market.viewAt()
    const before = await view.chain('ZZZ')
    await leader.lead(null)
    vendor.requests.length = 0
    clock.advance(120_000)
    await other.lead(2)
    await expect.poll(async () => (await view.chain('ZZZ')).asOfMs, PATIENCE).toBeGreaterThan(before.asOfMs)
    const own = await (await leader.market.viewAt()).chain('ZZZ')

    expect(own).toEqual(await view.chain('ZZZ'))
    expect(vendor.requests.length).toBe(1)
  })

  it('says what is missing and what to do while no process asks the vendor, and tells the state of the source', async () => {
    const view = await follower.market.viewAt()
    const known = await view.quote('ZZZ')
    await expect.poll(() => follower.market.sourceHealth().state, { timeout: 5_000 }).toBe('fine')
    await leader.lead(null)
    clock.advance(11_000)
    follower.wait(11_000)

    await expect(view.quote('BRK.B')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('start one with ROLES=market'),
      details: { retryAfterS: 5 },
    })
    expect((await view.quote('ZZZ')).price).toBe(known.price)
    expect(follower.market.sourceHealth()).toMatchObject({
      state: 'degraded',
      detail: expect.stringMatching(/ROLES=market/),
    })
  })
})
