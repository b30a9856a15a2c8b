import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readinessChecks } from '../../../src/app/http/readiness.ts'
import { clockOf } from '../../../src/app/live/live-parts.ts'
import { liveIn } from '../../../src/app/live/live-ports.ts'
import { liveWorker } from '../../../src/app/live/live-worker.ts'
import { storedPast } from '../../../src/app/live/stored-past.ts'
import { notificationsOf } from '../../../src/app/notifications.ts'
import { operations } from '../../../src/app/operations.ts'
import { contextOf, OPERATOR } from '../../../src/app/parts.ts'
import { invoke } from '../../../src/catalogue/invoke.ts'
import type { Operation } from '../../../src/catalogue/operation.ts'
import { METRICS_METHOD } from '../../../src/market/domain/daily-metrics.ts'
import { streamUrlOf } from '../../../src/market/sources/alpaca/stream/stream-url.ts'
import { cboeMarket } from '../../../src/market/sources/cboe/index.ts'
import { vendorClock } from '../../support/alpaca/vendor-clock.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { type CboeServer, cboeServer } from '../../support/cboe/cboe-server.ts'
import { status } from '../../support/http/fault-server.ts'

const KEYS = { ALPACA_API_KEY: 'CANARY-alpaca-key', ALPACA_API_SECRET: 'CANARY-alpaca-secret' }

describe('a service with a live source', () => {
  it.each([
    ['cboe', {}, 'Cboe has not been requested yet.'],
    ['alpaca', KEYS, 'Alpaca has not been requested yet.'],
  ])('starts with %s without asking it, and says so', async (source, settings, sentence) => {
    await using app = await testApp({ MARKET_SOURCE: source, MARKET_SYMBOLS: 'SPY,BRK.B', ...settings })
    for (const secret of Object.values(KEYS)) app.guard(secret)
    const ready = await app.get('/health/ready')
    expect(ready.json()).toMatchObject({ status: 'ready' })
    expect(ready.body).toContain(`The source ${source} has 2 symbols. ${sentence}`)
    const { key } = await app.account('vega')
    const { data } = (await app.get('/api/v1/stocks', key)).json()
    expect(data.map(({ symbol }: { symbol: string }) => symbol)).toEqual(['BRK.B', 'SPY'])
  })
})

describe('a live source in service', () => {
  let app: TestApp
  let server: CboeServer

  beforeEach(async () => {
    app = await testApp()
    app.clock.set('2026-11-20T21:40:00.000Z')
    server = await cboeServer(app.clock)
  })

  afterEach(async () => {
    await server[Symbol.asyncDispose]()
    await app[Symbol.asyncDispose]()
  })

  function cboe() {
    const past = storedPast(app.parts.store)
    return cboeMarket({
      baseUrl: server.url,
      symbols: ['ZZZ', 'SPX'],
      past,
      clock: vendorClock(app.clock),
      timeoutMs: 2000,
    })
  }

  it('keeps the session that has ended, by itself', async () => {
    await using market = cboe()
    const worker = liveWorker({ ...app.parts, market })
    expect.assert(worker)
    worker.start()
    await expect.poll(async () => (await app.parts.store.chains.coverage()).length, { timeout: 10_000 }).toBe(2)
    await worker.stop()
    expect(worker.health().failures).toBe(0)
    const history = await app.parts.store.dailyMetrics.history('ZZZ', METRICS_METHOD, {
      from: '2026-01-01',
      before: '2027-01-01',
    })
    expect(history.map(({ sessionDate }) => sessionDate)).toEqual(['2026-11-20'])
    expect(history[0]?.iv30).toBeGreaterThan(0.1)
  })

  it('is not ready while it never had an answer, and ready with its last good data', async () => {
    await using market = cboe()
    const check = readinessChecks({ ...app.parts, market }).find(({ name }) => name === 'market')
    const run = () => check?.run(AbortSignal.timeout(1000))
    const view = await market.viewAt()
    server.fail('/', status(500))
    await expect(view.chain('ZZZ')).rejects.toMatchObject({ code: 'unavailable' })
    expect(await run()).toEqual({
      ok: false,
      detail: 'The source cboe has 2 symbols. Cboe fails (HTTP 500). It has never answered since the start.',
    })
    server.fail('/', null)
    app.clock.advance(60_000)
    await view.chain('ZZZ')
    expect(await run()).toMatchObject({ ok: true, detail: 'The source cboe has 2 symbols. Cboe answers.' })
    server.fail('/', status(503))
    app.clock.advance(7 * 3_600_000)
    await view.chain('ZZZ')
    expect(await run()).toMatchObject({ ok: true, detail: expect.stringMatching(/The last good answer came at 2026/) })
  })

  it('tells its accounts of an outage that lasts', async () => {
    await using market = cboe()
    await app.account('gamma')
    server.fail('/', status(503))
    await expect((await market.viewAt()).chain('ZZZ')).rejects.toMatchObject({ code: 'unavailable' })
    app.clock.advance(5 * 60_000)
    await using notifications = notificationsOf({ ...app.parts, market })
    await notifications.start()

    const [owner] = await app.parts.store.accounts.list({ afterId: '', limit: 1 })
    const titles = async () => {
      const rows = await app.parts.store.notifications.list(owner?.id ?? '', {}, { limit: 10 })
      return rows.map(({ title }) => title)
    }
    await expect.poll(titles, { timeout: 10_000 }).toContain('Market data of cboe cannot be had')
  })

  it('makes partitions of flow where the tapes of the source are stored', async () => {
    const { market } = app.parts
    const keeping = { ...market, capabilities: { ...market.capabilities, keepsTape: true } }
    await using without = notificationsOf(app.parts)
    await using withTapes = notificationsOf({ ...app.parts, market: keeping })

    const names = [without, withTapes].map(({ workers }) => workers.map(({ name }) => name))
    expect(names[1]?.filter((name) => !names[0]?.includes(name))).toEqual(['flow partitions'])
  })

  it('answers the overview of the market, without the symbols that the vendor does not have', async () => {
    const past = storedPast(app.parts.store)
    const options = { baseUrl: server.url, past, clock: vendorClock(app.clock), timeoutMs: 2000 }
    await using market = cboeMarket({ ...options, symbols: ['ZZZ', 'ZZZZ', 'SPX', 'BRK.B'] })
    await (await market.viewAt()).chain('ZZZ')
    const operation: Operation | undefined = operations.find(({ name }) => name === 'market_overview')
    expect.assert(operation)
    const answer = await invoke(
      operation,
      {},
      contextOf({ ...app.parts, market, viewAt: (date) => market.viewAt(date) }, { caller: OPERATOR }),
    )
    const leaders = answer['volume_leaders'] as { symbol: string }[]
    expect(leaders.map(({ symbol }) => symbol).sort()).toEqual(['BRK.B', 'SPX', 'ZZZ'])
  })

  it('needs no looking after when it is simulated', () => {
    expect(liveIn(app.parts.market)).toBeNull()
    expect(liveWorker(app.parts)).toBeNull()
  })
})

describe('the address of the streams', () => {
  it.each([
    [undefined, undefined],
    ['https://data.alpaca.markets', 'wss://stream.data.alpaca.markets'],
    ['https://data.sandbox.alpaca.markets', 'wss://stream.data.sandbox.alpaca.markets'],
    ['http://127.0.0.1:8080', 'ws://127.0.0.1:8080'],
    ['https://proxy.example.test/alpaca', 'wss://proxy.example.test'],
  ])('beside %s is %s', (dataUrl, expected) => {
    expect(streamUrlOf(dataUrl)).toBe(expected)
  })
})

describe('the clock of vendors', () => {
  it('gives chance from 0 to 1, and ends a pause with the reason of a signal', async () => {
    const clock = clockOf({ now: () => new Date(0), monotonicMs: () => 0, randomBytes })
    const values = Array.from({ length: 100 }, () => clock.random())
    expect(values.every((value) => value >= 0 && value < 1)).toBe(true)
    const controller = new AbortController()
    const pause = clock.sleep(60_000, controller.signal)
    controller.abort(new Error('enough'))
    await expect(pause).rejects.toThrow('enough')
  })
})
