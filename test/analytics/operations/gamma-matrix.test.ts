import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gammaExposureOperation } from '../../../src/analytics/operations/gamma-exposure.ts'
import { optionMetricsOperation } from '../../../src/analytics/operations/option-metrics.ts'
import type { Answer } from '../../../src/catalogue/operation.ts'
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
