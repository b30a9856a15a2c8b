import { writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dailyMetrics } from '../../../src/analytics/domain/daily-metrics.ts'
import { completeMetrics } from '../../../src/app/import/complete-metrics.ts'
import { openStore, type Store } from '../../../src/app/store/open-store.ts'
import { METRICS_METHOD } from '../../../src/market/domain/daily-metrics.ts'
import type { OptionChain } from '../../../src/market/domain/options/chain.ts'
import { quoteTable } from '../../support/market/imports.ts'
import { storeChain } from '../../support/market/stored-chains.ts'
import { syntheticChain } from '../../support/market/synthetic-chain.ts'
import { migratedStore } from '../../support/migrated-store.ts'
import { run } from '../../support/process/command.ts'
import { tempFolder } from '../../support/process/temp-folder.ts'
import { startService } from '../../support/service.ts'

const now = () => new Date('2026-11-20T15:00:00Z')
const MONDAY = '2026-11-16T21:00:00Z'
const TUESDAY = '2026-11-17T21:00:00Z'

let store: Store

beforeEach(async () => {
  store = await migratedStore({ now })
})

afterEach(() => store[Symbol.asyncDispose]())

const chainOf = (asOf: string, volatility = 0.2) =>
  syntheticChain({ asOf, strikes: [590, 600, 610], volatility: () => volatility })

const failing = (error: unknown) => {
  throw error
}

describe('completing the metrics of a store', () => {
  /** The store, with something happening to a chain when it is read. */
  const reading = (change: (id: string, chain: OptionChain) => Promise<OptionChain>): Store => ({
    ...store,
    chains: {
      ...store.chains,
      async load(id) {
        const chain = await store.chains.load(id)
        return chain && (await change(id, chain))
      },
    },
  })

  it('goes on after a chain that cannot be valued, and says which', async () => {
    await storeChain(store, 'sound', chainOf(TUESDAY))
    await storeChain(store, 'odd', chainOf(MONDAY))
    const failed: string[] = []
    const broken = reading(async (id, chain) => (id === 'odd' ? { ...chain, contracts: null as never } : chain))

    const valued = await completeMetrics(broken, {
      onFailure: (_error, { sessionDate }) => void failed.push(sessionDate),
    })

    expect({ valued, failed }).toEqual({ valued: 1, failed: ['2026-11-16'] })
    expect((await store.dailyMetrics.missing(METRICS_METHOD)).map(({ id }) => id)).toEqual(['odd'])
  })

  it('writes nothing of a chain that is replaced while it is valued', async () => {
    await storeChain(store, 'first', chainOf(TUESDAY))
    const racing = reading(async (_id, chain) => {
      await storeChain(store, 'second', chainOf(TUESDAY, 0.4), 'first')
      return chain
    })

    expect(await completeMetrics(racing, { onFailure: failing })).toBe(0)
    expect((await store.dailyMetrics.missing(METRICS_METHOD)).map(({ id }) => id)).toEqual(['second'])
  })

  it('values a chain with the dividends that were announced before it', async () => {
    const chain = syntheticChain({ root: 'SPY', asOf: TUESDAY, dates: ['2026-12-18'], strikes: [580, 590, 600, 610] })
    const dividend = { symbol: 'SPY', kind: 'dividend', exDate: '2026-12-15', value: 6 } as const
    const metricsWith = async (knownAt: string) => {
      await using own = await migratedStore({ now })
      await storeChain(own, 'a', chain)
      await own.corporateActions.put([{ ...dividend, knownAt }])
      await completeMetrics(own, { onFailure: failing })
      const rows = await own.dailyMetrics.history('SPY', METRICS_METHOD, { from: '2026-11-01', before: '2026-11-20' })
      return rows.map(({ netGex }) => netGex)
    }

    expect(await metricsWith('2026-11-16T00:00:00.000Z')).toEqual([
      dailyMetrics({ ...chain, dividends: [{ exDate: '2026-12-15', amount: 6 }] }).netGex,
    ])
    expect(await metricsWith('2026-11-18T00:00:00.000Z')).toEqual([dailyMetrics(chain).netGex])
  })

  it('replaces figures that an earlier method has stored', async () => {
    const chain = chainOf(MONDAY)
    await storeChain(store, 'a', chain)
    await store.dailyMetrics.put('a', METRICS_METHOD - 1, { ...dailyMetrics(chain), iv30: 9 })
    const history = (method: number) =>
      store.dailyMetrics.history('XSP', method, { from: '2026-11-01', before: '2026-11-20' })
    const iv30Of = async (method: number) => (await history(method)).map(({ iv30 }) => iv30)
    expect(await iv30Of(METRICS_METHOD)).toEqual([Number.NaN])

    expect(await completeMetrics(store, { onFailure: failing })).toBe(1)

    expect(await iv30Of(METRICS_METHOD)).toEqual([dailyMetrics(chain).iv30])
    expect(await iv30Of(METRICS_METHOD - 1)).toEqual([Number.NaN])
  })

  it('tells how far it is', async () => {
    await storeChain(store, 'a', chainOf(MONDAY))
    await storeChain(store, 'b', chainOf(TUESDAY))
    const seen: string[] = []

    await completeMetrics(store, {
      onFailure: failing,
      onProgress: (done, count) => void seen.push(`${done}/${count}`),
    })
    await completeMetrics(store, {
      onFailure: failing,
      onProgress: (done, count) => void seen.push(`${done}/${count}`),
    })

    expect(seen).toEqual(['0/2', '1/2', '2/2'])
  })
})

describe('a store', () => {
  const missing = async (path: string) => {
    await using opened = await openStore({ path, now })
    return (await opened.dailyMetrics.missing(METRICS_METHOD)).length
  }

  it('of an older version is complete when the service listens', async () => {
    using folder = tempFolder()
    const path = folder.file('store.sqlite3')
    {
      await using old = await openStore({ path, now })
      await storeChain(old, 'a', chainOf(MONDAY))
    }
    expect(await missing(path)).toBe(1)

    await using service = await startService({ settings: { MARKET_SOURCE: 'replay', DATABASE_PATH: path } })

    expect(await missing(path)).toBe(0)
    expect(service.output()).toMatch(/"sessions":1.*"daily metrics completed"/)
  })

  it('is complete after an import on the command line', async () => {
    using folder = tempFolder()
    const path = folder.file('store.sqlite3')
    const file = folder.file('quotes.csv')
    writeFileSync(file, quoteTable())
    const env = { MARKET_SOURCE: 'replay', DATABASE_PATH: path }

    const imported = await run('src/cli.ts', ['import', 'chain', file], { cwd: folder.path, env })

    expect(imported, imported.stderr).toMatchObject({ code: 0, stderr: '' })
    await using opened = await openStore({ path, now })
    expect((await opened.chains.latest('SPY'))?.sessionDate).toBe('2026-11-19')
    expect(await opened.dailyMetrics.missing(METRICS_METHOD)).toEqual([])
  })
})
