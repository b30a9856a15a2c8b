import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { earningsOperation } from '../../../../src/analytics/operations/earnings.ts'
import { ivTermStructureOperation } from '../../../../src/analytics/operations/iv-term-structure.ts'
import { volatilitySurfaceOperation } from '../../../../src/analytics/operations/surface/volatility-surface.ts'
import type { Answer } from '../../../../src/catalogue/operation.ts'
import { type TestApp, testApp } from '../../../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ MARKET_SYMBOLS: 'SPY,AAPL' })
})
afterAll(() => app[Symbol.asyncDispose]())

const surfaceOf = async (input: Answer) =>
  volatilitySurfaceOperation.output.parse(await app.asOperator(volatilitySurfaceOperation, { symbol: 'SPY', ...input }))

describe('the surface of a symbol', () => {
  it('has a row for each tenor that is asked for, and a change against an earlier session', async () => {
    const { grid, tenors, change, against, slices } = await surfaceOf({ tenors: [14, 45], against: '2026-11-10' })
    const past = await surfaceOf({ tenors: [14, 45], date: '2026-11-10' })

    expect([tenors, against, change!.length]).toEqual([[14, 45], '2026-11-10', 2])
    expect(change![0]![2]).toBeCloseTo(100 * (grid[0]![2]! - past.grid[0]![2]!), 3)
    expect(slices.length).toBeGreaterThan(5)
  })

  it('is the one that the term structure adds for a model', async () => {
    const input = { symbol: 'SPY', surface: true }
    const term = ivTermStructureOperation.output.parse(await app.asOperator(ivTermStructureOperation, input))
    const { grid, forward_iv } = await surfaceOf({})

    expect(term.surface).toMatchObject({ grid, forward_iv, change: null })
  })

  it('refuses tenors that do not ascend, and a session that is not before', async () => {
    for (const wrong of [{ tenors: [30, 7] }, { against: '2026-11-18', date: '2026-11-18' }]) {
      await expect(surfaceOf(wrong)).rejects.toMatchObject({ code: 'invalid' })
    }
  })
})

describe('the reports of a symbol', () => {
  it('have the move of the report alone, and how volatility fell after it', async () => {
    const input = earningsOperation.input.parse({ symbol: 'AAPL', from: '2026-06-01' })
    const { data, medians } = earningsOperation.output.parse(await app.asOperator(earningsOperation, input))
    const out = data.filter(({ actual_move_pct }) => actual_move_pct !== null)

    expect(out.length).toBeGreaterThan(0)
    expect(medians).toMatchObject({ reports: out.length })
    for (const { near_iv_before: before, near_iv_after: after, crush_pct } of out) {
      expect(crush_pct).toBeCloseTo(100 * (after! / before! - 1), 2)
    }
  })
})
