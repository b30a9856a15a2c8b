import { describe, expect, it } from 'vitest'
import { localComputation } from '../../../src/analytics/domain/chain-analysis.ts'
import { chainAnalyses } from '../../../src/analytics/operations/chain-analyses.ts'
import { exposureKeeper } from '../../../src/analytics/workers/exposure-keeper.ts'
import { MINUTE_MS } from '../../../src/lib/time/duration.ts'
import { tradingDayBefore } from '../../../src/market/domain/calendar/trading-calendar.ts'
import type { OptionChain } from '../../../src/market/domain/options/chain.ts'
import { simulatedMarket } from '../../../src/market/sources/simulated/index.ts'
import { migratedStore } from '../../support/migrated-store.ts'

const OPEN = '2026-11-20T18:00:00.000Z'
const TODAY = '2026-11-20'

async function keeping(symbols: readonly string[] = ['F']) {
  let nowMs = Date.parse(OPEN)
  let isOpen = true
  let isRequested = true
  const now = () => new Date(nowMs)
  const store = await migratedStore({ now })
  const market = simulatedMarket({ seed: 7, symbols: ['F'], now })
  const valued = new Set<OptionChain>()
  const forgotten: OptionChain[] = []
  const analyses = chainAnalyses(localComputation)
  const analysisOf = (chain: OptionChain) => {
    valued.add(chain)
    return analyses(chain)
  }
  analysisOf.forget = (chain: OptionChain) => void forgotten.push(chain)
  const symbolsOf = async () => symbols
  const viewAt = () => market.viewAt()
  const state = { isOpen: () => isOpen, isRequested: () => isRequested }
  const parts = { store, viewAt, analysisOf, symbols: symbolsOf, ...state, now }
  const signal = new AbortController().signal
  let keeper = exposureKeeper(parts)
  return {
    store,
    restart: () => {
      keeper = exposureKeeper(parts)
    },
    close: () => {
      isOpen = false
    },
    leave: () => {
      isRequested = false
    },
    /** Chains with an analysis, in the order of their first one, and those whose analysis was forgotten. */
    valued: () => [...valued],
    forgotten: () => [...forgotten],
    /** All that is due after some minutes. */
    async after(minutes: number): Promise<void> {
      nowMs += minutes * MINUTE_MS
      while (await keeper.step(signal)) {
        // Until nothing is due.
      }
    },
    minutes: async () => [...(await store.exposureSnapshots.ofSession('F', TODAY)).minutes],
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
}

describe('the keeper of exposures', () => {
  it('keeps each minute once, goes on after a restart, and skips a symbol without a chain', async () => {
    await using kept = await keeping(['NOPE', 'F'])
    const first = Date.parse(OPEN) / MINUTE_MS

    await kept.after(0)
    await kept.after(0)
    await kept.after(1)
    kept.restart()
    await kept.after(0)
    await kept.after(45)
    kept.close()
    await kept.after(1)

    expect(await kept.minutes()).toEqual([first, first + 1, first + 46])
    expect(await kept.store.exposureSnapshots.sessions('F', 9)).toEqual([TODAY])
    expect(await kept.store.exposureSnapshots.sessions('NOPE', 9)).toEqual([])
  })

  it('leaves the analysis to those who look at the symbol, and forgets it without them', async () => {
    await using kept = await keeping()
    await kept.after(0)
    const requested = kept.valued()
    await kept.after(0)
    expect([kept.valued(), kept.forgotten()]).toEqual([requested, []])

    kept.leave()
    await kept.after(1)

    const [, passing] = kept.valued()
    expect(kept.forgotten()).toEqual([passing])
  })

  it('thins sessions after twenty and deletes them after sixty', async () => {
    await using kept = await keeping()
    await kept.after(0)
    await kept.after(1)
    const minutes = await kept.store.exposureSnapshots.ofSession('F', TODAY)
    const [recent, old, gone] = [20, 21, 61].map((count) => tradingDayBefore(TODAY, count))
    for (const date of [recent, old, gone]) {
      await kept.store.exposureSnapshots.replace('F', date ?? '', 1, minutes)
    }

    await kept.after(0)

    const countOf = async (date = '') => (await kept.store.exposureSnapshots.ofSession('F', date)).minutes.length
    expect([await countOf(recent), await countOf(old), await countOf(gone)]).toEqual([2, 1, 0])
    expect(await kept.store.exposureSnapshots.unthinned(recent ?? '', 5)).toBeUndefined()
  })
})
