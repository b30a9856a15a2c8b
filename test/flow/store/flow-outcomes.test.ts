import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/app/store/open-store.ts'
import { ALL_SYMBOLS, OutcomeSum, type OutcomeSums, outcomeKey } from '../../../src/flow/domain/sums/outcome-study.ts'
import { engines } from '../../support/engines.ts'

const KEY = { score: 90, measure: 'option', matched: false } as const
const place = { source: 'simulated', sessionDate: '2026-11-19', symbol: 'SPY', horizon: 5 } as const

function sumsOf(moves: readonly number[]): OutcomeSums {
  const sum = new OutcomeSum()
  for (const move of moves) sum.add(move > 0, move)
  return new Map((['all', 'whale_trade'] as const).map((type) => [outcomeKey({ ...KEY, type }), sum]))
}

describe.each(engines)('outcomes of sessions on %s', (_name, open) => {
  let store: Store

  beforeEach(async () => {
    store = await open()
  })
  afterEach(() => store[Symbol.asyncDispose]())

  it('come back by symbol, type and dates, the last version of each', async () => {
    const { flowOutcomes } = store
    await flowOutcomes.put(place, sumsOf([1]))
    await flowOutcomes.put(place, sumsOf([1, -2, 3]))
    await flowOutcomes.put({ ...place, sessionDate: '2026-11-20' }, new Map())
    await flowOutcomes.put({ ...place, symbol: ALL_SYMBOLS, horizon: 1 }, sumsOf([5]))
    const countsOf = async (symbol: string, type: 'all' | 'whale_trade', from: string) =>
      (await flowOutcomes.range({ source: 'simulated', symbol, type }, from, '2026-12-31')).map(
        ({ sessionDate, horizon, sums }) => [sessionDate, horizon, sums.get(outcomeKey({ ...KEY, type }))?.hits],
      )

    expect(await countsOf('SPY', 'all', '2026-01-01')).toEqual([
      ['2026-11-19', 5, 2],
      ['2026-11-20', 5, undefined],
    ])
    expect(await countsOf('SPY', 'whale_trade', '2026-01-01')).toEqual([['2026-11-19', 5, 2]])
    expect(await countsOf('SPY', 'all', '2026-11-21')).toEqual([])
    expect(await countsOf(ALL_SYMBOLS, 'all', '2026-01-01')).toEqual([['2026-11-19', 1, 1]])
    expect(await flowOutcomes.symbols('simulated', '2026-11-19', 5)).toEqual(['SPY'])
    expect(await flowOutcomes.places('simulated', ALL_SYMBOLS, '2026-01-01')).toEqual([
      { sessionDate: '2026-11-19', horizon: 1 },
    ])
    expect((await flowOutcomes.ofSession('simulated', '2026-11-19', 5)).length).toBe(2)
  })

  it('are deleted before a date', async () => {
    await store.flowOutcomes.put(place, sumsOf([1]))

    expect(await store.flowRetention.removeOutcomes('2026-11-19')).toBe(0)
    expect(await store.flowRetention.removeOutcomes('2026-11-20')).toBe(2)
  })
})
