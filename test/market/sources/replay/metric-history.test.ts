import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { completeMetrics } from '../../../../src/app/import/complete-metrics.ts'
import type { Store } from '../../../../src/app/store/open-store.ts'
import { sessionOn, tradingDaysBetween } from '../../../../src/market/domain/calendar/trading-calendar.ts'
import { METRICS_METHOD } from '../../../../src/market/domain/daily-metrics.ts'
import type { MarketSource } from '../../../../src/market/ports/market-source.ts'
import { replayMarket } from '../../../../src/market/sources/replay/index.ts'
import { storeChain } from '../../../support/market/stored-chains.ts'
import { syntheticChain } from '../../../support/market/synthetic-chain.ts'
import { migratedStore } from '../../../support/migrated-store.ts'

let store: Store
let source: MarketSource

beforeEach(async () => {
  store = await migratedStore({ now: () => new Date('2026-11-20T15:00:00Z') })
  source = replayMarket({ market: store })
})

afterEach(() => store[Symbol.asyncDispose]())

const STRIKES = [560, 580, 590, 600, 610, 620, 640]
const DATES = ['2026-12-04', '2027-01-15']

const closeOf = (date: string) => new Date(sessionOn(date)?.closeMs ?? Number.NaN).toISOString()

/** A chain of XSP whose IV30 is the given volatility. */
const chainOf = (asOf: string, volatility: number, spot = 600) =>
  syntheticChain({ asOf, spot, strikes: STRIKES.map((strike) => (strike * spot) / 600), dates: DATES, volatility: () => volatility }) // biome-ignore format: one chain

async function remember(id: string, asOf: string, volatility: number): Promise<void> {
  await storeChain(store, id, chainOf(asOf, volatility))
  await completed()
}

const failing = (error: unknown) => {
  throw error
}
const completed = () => completeMetrics(store, { onFailure: failing })

const ivHistory = async (date?: string) =>
  (await (await source.viewAt(date)).metricHistory('XSP', 'iv30', { sessions: 252 })).points

const history = async (date?: string) =>
  (await ivHistory(date)).map(({ date: day, value }) => [day, Number(value.toFixed(3))])

describe('the stored history of IV30', () => {
  it('holds the sessions before that of the view, and leaves out days without a chain and holidays', async () => {
    await remember('a', closeOf('2026-11-16'), 0.2)
    await remember('b', closeOf('2026-11-18'), 0.3)
    await remember('c', closeOf('2026-11-19'), 0.4)

    expect(await history()).toEqual([
      ['2026-11-16', 0.2],
      ['2026-11-18', 0.3],
    ])
    expect(await history('2026-11-18')).toEqual([['2026-11-16', 0.2]])
    expect(await history('2026-11-16')).toEqual([])
  })

  it('takes the last chain of each session, in whatever order they came', async () => {
    await remember('close', closeOf('2026-11-18'), 0.3)
    await remember('morning', '2026-11-18T15:00:00Z', 0.5)
    await remember('next', closeOf('2026-11-19'), 0.4)

    expect(await history()).toEqual([['2026-11-18', 0.3]])
  })

  it('says of a session that has no figures yet that they are unknown', async () => {
    await storeChain(store, 'a', chainOf(closeOf('2026-11-18'), 0.3))
    await storeChain(store, 'b', chainOf(closeOf('2026-11-19'), 0.3))
    expect(await history()).toEqual([['2026-11-18', Number.NaN]])

    expect(await completed()).toBe(2)
    expect(await completed()).toBe(0)
    expect(await history()).toEqual([['2026-11-18', 0.3]])
  })

  it('is not moved by a split, whose prices before it stay those of their day', async () => {
    await storeChain(store, 'before', chainOf(closeOf('2026-11-17'), 0.3, 1200))
    await storeChain(store, 'after', chainOf(closeOf('2026-11-18'), 0.3, 600))
    await remember('now', closeOf('2026-11-19'), 0.3)
    await store.corporateActions.put([
      { symbol: 'XSP', kind: 'split', exDate: '2026-11-18', value: 2, knownAt: '2026-10-01T12:00:00.000Z' },
    ])

    expect(await history()).toEqual([
      ['2026-11-17', 0.3],
      ['2026-11-18', 0.3],
    ])
    const rows = await store.dailyMetrics.history('XSP', METRICS_METHOD, { from: '2026-11-17', before: '2026-11-19' })
    expect(rows.map(({ underlyingPrice, callWall }) => [underlyingPrice, callWall])).toEqual([
      [1200, 1200],
      [600, 600],
    ])
  })

  it('reaches 252 sessions back and no further', async () => {
    const days = tradingDaysBetween('2025-01-01', '2026-11-19').slice(-254)
    for (const day of days) await storeChain(store, day, chainOf(closeOf(day), 0.2))

    expect((await history()).map(([day]) => day)).toEqual(days.slice(1, -1))
  })

  it('is the same object until something of it changes', async () => {
    await remember('a', closeOf('2026-11-17'), 0.2)
    await remember('c', closeOf('2026-11-19'), 0.2)
    const first = await ivHistory()
    await remember('later', closeOf('2026-11-20'), 0.2)

    expect(await ivHistory('2026-11-19')).toBe(first)

    await remember('b', closeOf('2026-11-18'), 0.2)
    expect(await ivHistory('2026-11-19')).not.toBe(first)
  })
})
