import { describe, expect, it } from 'vitest'
import { localComputation } from '../../../src/analytics/domain/chain-analysis.ts'
import { chainAnalyses } from '../../../src/analytics/operations/chain-analyses.ts'
import { quantileKeeper } from '../../../src/analytics/workers/quantile-keeper.ts'
import { tradingDayBefore } from '../../../src/market/domain/calendar/trading-calendar.ts'
import { simulatedMarket } from '../../../src/market/sources/simulated/index.ts'
import { migratedStore } from '../../support/migrated-store.ts'

const TODAY = '2026-11-20'
const OF = { market: 'simulated 7', symbol: 'F' }

async function keeping(symbols: readonly string[] = ['F']) {
  const now = () => new Date(`${TODAY}T18:00:00.000Z`)
  const store = await migratedStore({ now })
  const market = simulatedMarket({ seed: 7, symbols: ['F'], now })
  const viewed: string[] = []
  const parts = {
    store,
    market: OF.market,
    viewAt: (date: string) => {
      viewed.push(date)
      return market.viewAt(date)
    },
    analysisOf: chainAnalyses(localComputation),
    symbols: async () => symbols,
    now,
  }
  let keeper = quantileKeeper(parts)
  return {
    store,
    viewed,
    restart: () => {
      keeper = quantileKeeper(parts)
    },
    steps: async (count: number) => {
      for (let step = 0; step < count; step++) expect(await keeper.step()).toBe(true)
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
}

describe('the keeper of past distributions', () => {
  it('keeps each session once, the newest first, and goes on after a restart', async () => {
    await using kept = await keeping()
    const [first, second, third] = [1, 2, 3].map((count) => tradingDayBefore(TODAY, count))

    await kept.steps(2)
    kept.restart()
    await kept.steps(1)

    expect(kept.viewed).toEqual([first, second, third])
    expect((await kept.store.impliedQuantiles.sessionsSince(OF, 7, '2026-01-01')).sort()).toEqual([
      third,
      second,
      first,
    ])
  })

  it('keeps quantiles around the price of expirations near 7, 30 and 60 days', async () => {
    await using kept = await keeping()
    await kept.steps(1)
    const windows = await Promise.all(
      ([7, 30, 60] as const).map((days) => kept.store.impliedQuantiles.endedBefore(OF, days, '2027-12-31')),
    )

    for (const [window] of windows) {
      const [low = 0, high = 0] = [window?.quantiles[0], window?.quantiles.at(-1)]
      expect(window?.quantiles).toEqual(window?.quantiles.toSorted((a, b) => a - b))
      expect(window?.price).toBeGreaterThan(low)
      expect(window?.price).toBeLessThan(high)
    }
    const widths = windows.map(([window]) => window?.deviation ?? 0)
    expect(widths).toEqual(widths.toSorted((a, b) => a - b))
    expect(await kept.store.impliedQuantiles.endedBefore({ ...OF, market: 'simulated 8' }, 7, '2027-12-31')).toEqual([])
  })

  it('passes over a symbol without a chain, and has the sessions of the next one', async () => {
    await using kept = await keeping(['NOPE', 'F'])

    await kept.steps(1)

    expect(await kept.store.impliedQuantiles.sessionsSince({ ...OF, symbol: 'NOPE' }, 7, '2020-01-01')).toEqual([])
  })
})
