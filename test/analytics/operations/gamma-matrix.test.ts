import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { selectedRows } from '../../../src/analytics/domain/chain/expiration-filter.ts'
import { exposureSnapshot } from '../../../src/analytics/domain/exposures/exposure-snapshot.ts'
import { gammaFigures } from '../../../src/analytics/domain/exposures/gamma-exposure.ts'
import { exposuresByStrike } from '../../../src/analytics/domain/exposures/grouped-exposures.ts'
import { valuedChain } from '../../../src/analytics/domain/valuation/chain-valuation.ts'
import { gammaExposureOperation } from '../../../src/analytics/operations/gamma-exposure.ts'
import { optionMetricsOperation } from '../../../src/analytics/operations/option-metrics.ts'
import type { Answer } from '../../../src/catalogue/operation.ts'
import { syntheticChain } from '../../support/market/synthetic-chain.ts'
import { type McpApp, mcpApp } from '../../support/mcp/mcp.ts'

const GRID = { group_by: 'strike_expiration', strikes_around: 100, expirations: 40 }

let app: McpApp
beforeAll(async () => {
  app = await mcpApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const asked = async (input: Answer) =>
  gammaExposureOperation.output.parse(await app.asOperator(gammaExposureOperation, { symbol: 'SPY', ...input }))

const sum = (values: readonly (readonly (number | null)[])[]) =>
  values.flat().reduce<number>((total, value) => total + (value ?? 0), 0)

describe('gamma exposure by strike and expiration', () => {
  it('adds up to the figures of one expiration, for gamma and for delta', async () => {
    const metrics = await app.asOperator(optionMetricsOperation, { symbol: 'DIA', expiration_date: '2026-12-18' })
    const of = (greek: string) => asked({ symbol: 'DIA', ...GRID, expiration_date: '2026-12-18', greek })
    const [gamma, delta] = [await of('gamma'), await of('delta')]

    expect(gamma.data).toEqual([])
    expect(sum(gamma.matrix!.values) / Number(metrics['net_gex'])).toBeCloseTo(1, 4)
    expect(sum(delta.matrix!.values) / Number(metrics['net_dex'])).toBeCloseTo(1, 4)
  })

  it('has the change of open interest since the session before', async () => {
    const { matrix, warnings } = await asked({ ...GRID, greek: 'open_interest_change' })

    expect(matrix!.values.flat().some((value) => value !== null && value !== 0)).toBe(true)
    expect(warnings.join()).not.toContain('session before')
  })

  it('has the contracts of the day beside it, with dte_max 0 too, and otherwise not', async () => {
    const [grid, today, usual] = [await asked(GRID), await asked({ dte_max: 0 }), await asked({})]

    expect(today.zero_dte).toEqual(grid.zero_dte)
    expect(today.zero_dte!.net_gex).toBe(today.net_gex)
    expect(today.zero_dte!.hours_left!).toBeCloseTo(3, 5)
    expect('zero_dte' in usual || 'matrix' in usual).toBe(false)
  })

  it('costs a model at most 1,500 tokens', async () => {
    const { text, body } = await app.tool('gamma_exposure', { symbol: 'SPY', group_by: 'strike_expiration' })

    expect(body.matrix.values).toHaveLength(21)
    expect(encode(text).length).toBeLessThanOrEqual(1_500)
  })
})

/** Calls and puts of a strike differ, so that net exposures are not zero. */
const valuedAt = (minute: string, spot: number) =>
  valuedChain(
    syntheticChain({
      root: 'XSP',
      asOf: `2026-11-20T${minute}:00Z`,
      spot,
      change: (row) => ({ ...row, openInterest: ((row.optionType === 'call' ? 7919 : 4001) * row.strike) % 5000 }),
    }),
  )

describe('gamma exposure at a kept minute', () => {
  beforeAll(async () => {
    for (const [index, minute] of ['15:00', '15:01', '15:04'].entries()) {
      const valued = valuedAt(minute, 600 + index)
      const snapshot = exposureSnapshot(valued, gammaFigures(valued, {}))
      await app.parts.store.exposureSnapshots.add('SPY', '2026-11-20', snapshot)
    }
  })

  it('has the totals and the strikes around the price of that minute', async () => {
    const valued = valuedAt('15:01', 601)
    const { answer } = gammaFigures(valued, {})
    const found = await asked({ at: '10:01', strikes_around: 100 })
    const delta = await asked({ at: '10:01', greek: 'delta', strikes_around: 5 })

    expect(found).toMatchObject({
      as_of: '2026-11-20T15:01:00.000Z',
      session_date: '2026-11-20',
      data: [],
      profile: [],
    })
    expect(found).toMatchObject({ underlying_price: 601, call_gex: null, gamma_regime: answer.gamma_regime })
    expect(found.net_gex! / answer.net_gex!).toBeCloseTo(1, 3)
    expect(found.call_wall).toBe(answer.call_wall)
    const byStrike = exposuresByStrike(valued, selectedRows(valued, {}))
    const { strikes, values } = found.minute!
    const full = Math.max(...values.map(Math.abs))
    for (const [place, strike] of strikes.entries()) {
      const row = byStrike.strikes.indexOf(strike)
      const net = (byStrike.callGex[row] ?? Number.NaN) + (byStrike.putGex[row] ?? Number.NaN)
      expect(Math.abs((values[place] ?? Number.NaN) - net) / full).toBeLessThan(1 / 4_000)
    }
    expect(strikes.length).toBeGreaterThan(5)
    expect(delta.minute).toMatchObject({ greek: 'delta', unit: 'USD of delta, signed deltas' })
    expect(delta.minute!.strikes.filter((strike) => strike > 601)).toHaveLength(5)
  })

  it('names the nearest minute where one was not kept, and what minutes cannot answer', async () => {
    const refused = async (input: Answer) =>
      await asked(input).then(
        () => 'answered',
        (error) => JSON.stringify(error.details.issues),
      )

    expect(await refused({ at: '10:03' })).toContain('has no snapshot on 2026-11-20; the nearest is of 10:04')
    expect(await refused({ at: '10:01', date: '2026-11-19' })).toContain('There is no snapshot of SPY on 2026-11-19')
    expect(await refused({ at: '10:01', dte_max: 0, group_by: 'expiration' })).toMatch(/dte_max.*group_by/)
    expect(await refused({ at: '10:01', greek: 'open_interest_change' })).toContain('gamma, delta, vanna or charm')
    expect(await refused({ at: '10.01' })).toContain('HH:MM')
  })

  it('costs a model at most 1,500 tokens', async () => {
    const { text, body } = await app.tool('gamma_exposure', { symbol: 'SPY', at: '10:01' })

    expect(body.minute.strikes.length).toBeLessThanOrEqual(20)
    expect(encode(text).length).toBeLessThanOrEqual(1_500)
  })
})
