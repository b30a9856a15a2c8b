import { describe, expect, it } from 'vitest'
import { ALL_ACCOUNTS } from '../../../src/alerts/domain/shard.ts'
import { type LevelWatchParts, levelMemory, notifyOfLevels } from '../../../src/alerts/workers/level-watch.ts'
import { contextOf, OPERATOR } from '../../../src/app/parts.ts'
import { sixDigits } from '../../../src/lib/math/six-digits.ts'
import { MINUTE_MS } from '../../../src/lib/time/duration.ts'
import type { EarningsReport } from '../../../src/market/domain/earnings-report.ts'
import { type TestAccount, type TestApp, testApp } from '../../support/app.ts'

const SETTINGS = { MARKET_SYMBOLS: 'F,KO' }
/** Five days after the session of the test. */
const REPORT: EarningsReport = {
  symbol: 'F',
  reportDate: '2026-11-25',
  timing: 'after_close',
  fiscalPeriod: '2026-Q4',
  epsEstimate: 0.4,
  epsActual: Number.NaN,
  status: 'estimated',
  knownAt: '2026-11-01T00:00:00.000Z',
}
const { signal } = new AbortController()

/** A process that looks at the market, whose price of F the test sets. */
function watching(app: TestApp) {
  const context = contextOf(app.parts, { caller: OPERATOR })
  const price = { value: 0 }
  const viewAt: LevelWatchParts['viewAt'] = async (date) => {
    const view = await context.viewAt(date)
    const earnings = async () => ({ data: [REPORT], warnings: [] })
    return { ...view, earnings, quote: async (symbol) => ({ ...(await view.quote(symbol)), price: price.value }) }
  }
  const start = (): LevelWatchParts => ({
    ...context,
    viewAt,
    publicUrl: 'https://options.example',
    shard: ALL_ACCOUNTS,
    memory: levelMemory(),
  })
  let parts = start()
  return {
    async at(value: number) {
      price.value = value
      app.clock.advance(MINUTE_MS)
      await notifyOfLevels(parts, signal)
    },
    restart: () => {
      parts = start()
    },
    failNext() {
      const { store } = parts
      const broken: LevelWatchParts['store'] = {
        ...store,
        transaction: async () => {
          parts = { ...parts, store }
          throw new Error('the disk is full')
        },
      }
      parts = { ...parts, store: broken }
    },
  }
}

async function rule(app: TestApp, { key }: TestAccount, criteria: object): Promise<string> {
  const payload = {
    name: 'Watched',
    source: 'market_level',
    criteria: { symbols: ['F'], ...criteria },
    cooldown_minutes: 0,
  }
  const made = await app.request({ method: 'POST', url: '/api/v1/alerts', headers: key, payload })
  expect(made.statusCode).toBe(201)
  return made.json().id
}

async function titles(app: TestApp, { key }: TestAccount): Promise<string[]> {
  const page = (await app.get('/api/v1/notifications?limit=100', key)).json()
  return page.data.map(({ title }: { title: string }) => title).reverse()
}

describe('the watch of levels', () => {
  it('notifies once of a crossing, in words, and again after the re-arm distance', async () => {
    await using app = await testApp(SETTINGS)
    const account = await app.account('vega')
    const market = watching(app)
    await rule(app, account, { level: 'price', value: 12 })

    for (const price of [11.99, 12.01, 11.99, 12.01, 12.5, 11.99]) await market.at(price)

    expect(await titles(app, account)).toEqual(['Watched: F crossed above 12', 'Watched: F crossed below 12'])
  })

  it('knows after a restart on which side the price was, and whether it is armed', async () => {
    await using app = await testApp(SETTINGS)
    const account = await app.account('vega')
    const market = watching(app)
    await rule(app, account, { level: 'price', value: 12 })

    await market.at(11.9)
    market.restart()
    await market.at(12.01)
    market.restart()
    await market.at(11.99)
    market.restart()
    await market.at(12.01)

    expect(await titles(app, account)).toEqual(['Watched: F crossed above 12'])
  })

  it('finds a crossing at the next poll where it could not be stored', async () => {
    await using app = await testApp(SETTINGS)
    const account = await app.account('vega')
    const market = watching(app)
    await rule(app, account, { level: 'price', value: 12 })
    await market.at(11.9)

    market.failNext()
    await expect(market.at(12.1)).rejects.toThrow('the disk is full')
    await market.at(12.2)

    expect(await titles(app, account)).toEqual(['Watched: F crossed above 12'])
  })

  it('rings only to the side of the rule, and begins anew when the rule changes or is switched on', async () => {
    await using app = await testApp(SETTINGS)
    const account = await app.account('vega')
    const market = watching(app)
    const id = await rule(app, account, { level: 'price', value: 12, direction: 'below' })
    const change = (payload: object) =>
      app.request({ method: 'PATCH', url: `/api/v1/alerts/${id}`, headers: account.key, payload })

    await market.at(11.5)
    await market.at(12.5)
    await change({ enabled: false })
    await market.at(11.5)
    await change({ enabled: true })
    await market.at(11.4)
    expect(await titles(app, account)).toEqual([])
    await market.at(12.5)
    await market.at(11.5)

    expect(await titles(app, account)).toEqual(['Watched: F crossed below 12'])
  })

  it('compares with the levels, the IV rank and the calendar that the other questions answer', async () => {
    await using app = await testApp(SETTINGS)
    const account = await app.account('vega')
    const market = watching(app)
    const metrics = (await app.get('/api/v1/stocks/F/metrics', account.key)).json()
    const wall: number = metrics.call_wall
    for (const criteria of [
      { level: 'call_wall' },
      { level: 'resistance' },
      { level: 'iv_rank', value: 50 },
      { level: 'net_gex' },
      { level: 'earnings_days', value: 5 },
    ])
      await rule(app, account, criteria)

    await market.at(metrics.underlying_price)
    const { iv_rank: rank } = (await app.get('/api/v1/stocks/F/metrics', account.key)).json()
    const states = await app.parts.store.levelStates.of(ALL_ACCOUNTS)
    await market.at(Math.max(wall, metrics.underlying_price) * 1.1)

    const found = await titles(app, account)
    expect(found).toContain(`Watched: F crossed above the call wall ${wall}`)
    expect(found.some((title) => title.startsWith('Watched: F crossed above resistance'))).toBe(true)
    expect(states.map(({ value }) => sixDigits(value))).toContain(rank)
    expect(states).toContainEqual(expect.objectContaining({ level: 5.5, value: 5, side: 'below' }))
    expect(states).toHaveLength(5)
  })
})
