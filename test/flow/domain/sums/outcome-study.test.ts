import { describe, expect, it } from 'vitest'
import type { FlowRow } from '../../../../src/flow/domain/flow-row.ts'
import {
  type LaterClose,
  mergeOutcomes,
  OutcomeSum,
  outcomeKey,
  outcomeSums,
  outcomesOf,
  outcomesText,
  studiedRows,
} from '../../../../src/flow/domain/sums/outcome-study.ts'
import { rowOf } from '../../../support/market/flow-tape.ts'

const usual = rowOf({})
let count = 0
const row = (change: Partial<FlowRow>): FlowRow => ({
  ...usual,
  sequence: ++count,
  unusualScore: 92,
  price: 1,
  underlyingPrice: 500,
  ...change,
})
const common = row({ unusualScore: 10, price: 4 })
const later: LaterClose = { mid: () => 2, underlying: 510, openInterest: () => 10_006 }
const all = { score: 90, type: 'all', matched: false } as const

describe('the outcomes of the prints of a session', () => {
  it('count sweeps of calls and of puts apart', () => {
    const rows = [row({ tradeType: 'sweep' }), row({ tradeType: 'sweep', optionType: 'put' }), row({})]
    const sums = outcomeSums(studiedRows(rows), 1, later)
    const counted = (type: 'all' | 'call_sweep' | 'put_sweep') =>
      sums.get(outcomeKey({ ...all, type, measure: 'option' }))?.count

    expect([counted('all'), counted('call_sweep'), counted('put_sweep')]).toEqual([3, 1, 1])
  })

  it('count moves with the aggressor, and openings that open interest confirms', () => {
    const bought = row({ alertTypes: ['whale_trade'] })
    const sold = row({ aggressor: -1, sentiment: 'bearish', size: 20 })
    const sums = outcomeSums(studiedRows([common, bought, sold]), 1, later)
    const [option, underlying, interest] = (['option', 'underlying', 'open_interest'] as const).map((measure) =>
      sums.get(outcomeKey({ ...all, measure })),
    )

    // The buyer gained 100 %, the seller lost as much.
    expect([option?.count, option?.hits]).toEqual([2, 1])
    expect(Math.abs((option?.quantile(1) ?? Number.NaN) - 100)).toBeLessThan(15)
    expect(Math.abs((option?.quantile(0.01) ?? Number.NaN) + 100)).toBeLessThan(15)
    expect([underlying?.count, underlying?.hits]).toEqual([2, 1])
    expect(underlying?.quantile(1)).toBeCloseTo(2, 0)
    // Six contracts more confirm a print of ten, not one of twenty.
    expect([interest?.count, interest?.hits]).toEqual([2, 1])
    expect(sums.get(outcomeKey({ ...all, type: 'whale_trade', measure: 'option' }))?.count).toBe(1)
    expect(sums.get(outcomeKey({ ...all, score: 70, measure: 'option' }))).toBeUndefined()
  })

  it('compare with common prints of the same kind, always the same ones', () => {
    const bought = row({})
    const put = row({ optionType: 'put' })
    const pairs = studiedRows([common, row({ unusualScore: 60 }), bought, put])
    const sums = outcomeSums(pairs, 5, later)

    expect(pairs.map(({ row: studied, matched }) => [studied, matched])).toEqual([
      [bought, common],
      [put, null],
    ])
    // It cost 4.
    expect(sums.get(outcomeKey({ ...all, measure: 'option', matched: true }))?.hits).toBe(0)
    expect([...sums.keys()].some((key) => key.includes('open_interest'))).toBe(false)
  })

  it('leave out what is unknown: a print without an aggressor, a contract without a quote', () => {
    const none: LaterClose = { mid: () => Number.NaN, underlying: Number.NaN, openInterest: () => Number.NaN }

    expect(outcomeSums(studiedRows([row({})]), 1, none).size).toBe(0)
    expect(outcomeSums(studiedRows([row({ aggressor: 0, sentiment: 'neutral' })]), 5, later).size).toBe(0)
  })

  it('add up over sessions, and come back from the store as they were', () => {
    const one = outcomeSums(studiedRows([row({})]), 5, later)
    const two = outcomesOf(JSON.parse(outcomesText(one)))
    mergeOutcomes(two, one)
    const sum = two.get(outcomeKey({ ...all, measure: 'option' }))

    expect([sum?.count, sum?.hits, sum?.hitRate]).toEqual([2, 2, 1])
    expect(Math.abs((sum?.quantile(0.5) ?? Number.NaN) - 100)).toBeLessThan(15)
    expect(new OutcomeSum().quantile(0.5)).toBeNaN()
    expect(new OutcomeSum().hitRate).toBeNaN()
  })
})
