import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scenarioOperation } from '../../../src/analytics/operations/strategies/scenario.ts'
import type { Answer } from '../../../src/catalogue/operation.ts'
import { type TestApp, testApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ MARKET_SYMBOLS: 'SPY' })
})
afterAll(() => app[Symbol.asyncDispose]())

const asked = async (input: Answer) =>
  scenarioOperation.output.parse(await app.asOperator(scenarioOperation, { symbol: 'SPY', ...input }))

describe('the scenario of a symbol', () => {
  it('is that of moves of 3 % by default, with the figures of now beside it', async () => {
    const { before, rows, warnings } = await asked({})
    const metrics = await app.get('/api/v1/stocks/SPY/metrics', (await app.account('vega')).key)

    const { net_gex, call_wall, put_wall, gamma_flip } = metrics.json()
    expect(rows.map(({ price_pct }) => price_pct)).toEqual([-3, 0, 3])
    expect(before).toMatchObject({ net_gex, call_wall, put_wall, gamma_flip })
    expect(rows[1]).toMatchObject(before)
    expect(warnings.join()).toContain('Open interest is held')
  })

  it('sees a past session as it was', async () => {
    const past = await asked({ date: '2026-11-10', price_pct: [5] })

    expect(past).toMatchObject({ session_date: '2026-11-10' })
    expect(past.rows[0]!.underlying_price! / past.before.underlying_price!).toBeCloseTo(1.05, 5)
  })

  it('refuses moves that no price makes, and more than nine', async () => {
    await expect(asked({ price_pct: [-95] })).rejects.toMatchObject({ code: 'invalid' })
    await expect(asked({ price_pct: Array.from({ length: 10 }, (_, index) => index) })).rejects.toMatchObject({
      code: 'invalid',
    })
  })
})
