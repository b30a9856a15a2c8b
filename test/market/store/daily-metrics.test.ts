import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/app/store/open-store.ts'
import type { DailyMetrics } from '../../../src/market/domain/daily-metrics.ts'
import { engines } from '../../support/engines.ts'
import { storeChain } from '../../support/market/stored-chains.ts'
import { syntheticChain } from '../../support/market/synthetic-chain.ts'

const METHOD = 7
const YEAR = { from: '2026-01-01', before: '2027-01-01' }

const FIGURES: DailyMetrics = {
  underlyingPrice: 600.25,
  iv30: 0.1234567890123,
  iv60: 0.2,
  iv90: Number.NaN,
  rr25: -0.0421,
  netGex: -1_234_567_890.5,
  callWall: 610,
  putWall: 590,
  gammaFlip: Number.NaN,
  putCallRatioVolume: 0,
  putCallRatioOpenInterest: 1.5,
  maxPain: 600,
  totalOpenInterest: 9_007_199_254_740_991,
}

const chainAt = (asOf: string, root = 'SPY') =>
  syntheticChain({ root, asOf, strikes: [600], volatility: () => 0.2, dates: ['2027-01-15'] })

describe.each(engines)('daily metrics on %s', (_name, open) => {
  let store: Store
  beforeEach(async () => {
    store = await open()
    await storeChain(store, 'monday', chainAt('2026-11-16T21:00:00Z'))
    await storeChain(store, 'tuesday-morning', chainAt('2026-11-17T15:00:00Z'))
    await storeChain(store, 'tuesday', chainAt('2026-11-17T21:00:00Z'))
    await storeChain(store, 'other', chainAt('2026-11-16T21:00:00Z', 'AAPL'))
  })
  afterEach(() => store[Symbol.asyncDispose]())

  const missing = async (method = METHOD) => (await store.dailyMetrics.missing(method)).map(({ id }) => id)
  const iv30s = async (method = METHOD, range = YEAR) =>
    (await store.dailyMetrics.history('SPY', method, range)).map(({ sessionDate, iv30 }) => [sessionDate, iv30])

  it('come back exactly, with what is unknown still unknown', async () => {
    await store.dailyMetrics.put('monday', METHOD, FIGURES)

    expect((await store.dailyMetrics.history('SPY', METHOD, YEAR))[0]).toEqual({
      sessionDate: '2026-11-16',
      ...FIGURES,
    })
  })

  it('are missing for the last chain of each session until they are put', async () => {
    expect(await missing()).toEqual(['other', 'monday', 'tuesday'])

    await store.dailyMetrics.put('monday', METHOD, FIGURES)

    expect(await missing()).toEqual(['other', 'tuesday'])
    expect((await store.dailyMetrics.missing(METHOD))[1]).toEqual({
      id: 'tuesday',
      symbol: 'SPY',
      name: null,
      sessionDate: '2026-11-17',
      asOf: '2026-11-17T21:00:00.000Z',
    })
  })

  it('belong to the last chain of a session, whatever was put of an earlier one', async () => {
    await store.dailyMetrics.put('tuesday-morning', METHOD, { ...FIGURES, iv30: 9 })
    expect(await iv30s()).toEqual([
      ['2026-11-16', Number.NaN],
      ['2026-11-17', Number.NaN],
    ])

    await store.dailyMetrics.put('tuesday', METHOD, { ...FIGURES, iv30: 0.3 })
    expect(await iv30s()).toEqual([
      ['2026-11-16', Number.NaN],
      ['2026-11-17', 0.3],
    ])
  })

  it('go with their chain when it is replaced, and are missing again', async () => {
    await store.dailyMetrics.put('monday', METHOD, FIGURES)

    await storeChain(store, 'monday-2', chainAt('2026-11-16T21:00:00Z'), 'monday')

    expect((await iv30s())[0]).toEqual(['2026-11-16', Number.NaN])
    expect(await missing()).toContain('monday-2')
  })

  it('of another method are unknown and missing, and yield to the new ones', async () => {
    await store.dailyMetrics.put('monday', METHOD - 1, { ...FIGURES, iv30: 1 })
    expect((await iv30s())[0]).toEqual(['2026-11-16', Number.NaN])
    expect(await missing()).toContain('monday')

    await store.dailyMetrics.put('monday', METHOD, { ...FIGURES, iv30: 2 })
    expect((await iv30s())[0]).toEqual(['2026-11-16', 2])
    expect((await iv30s(METHOD - 1))[0]).toEqual(['2026-11-16', Number.NaN])
  })

  it('are cut to a range whose end is not in it', async () => {
    await store.dailyMetrics.put('monday', METHOD, FIGURES)
    await store.dailyMetrics.put('tuesday', METHOD, FIGURES)

    expect(await iv30s(METHOD, { from: '2026-11-16', before: '2026-11-17' })).toEqual([['2026-11-16', FIGURES.iv30]])
    expect(await iv30s(METHOD, { from: '2026-11-17', before: '2026-11-18' })).toEqual([['2026-11-17', FIGURES.iv30]])
    expect(await store.dailyMetrics.history('NONE', METHOD, YEAR)).toEqual([])
  })
})
