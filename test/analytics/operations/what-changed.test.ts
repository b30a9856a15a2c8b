import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whatChangedOperation } from '../../../src/analytics/operations/strategies/what-changed.ts'
import type { Answer } from '../../../src/catalogue/operation.ts'
import { type TestApp, testApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ MARKET_SYMBOLS: 'AAPL,DIA' })
})
afterAll(() => app[Symbol.asyncDispose]())

const asked = async (input: Answer) =>
  whatChangedOperation.output.parse(await app.asOperator(whatChangedOperation, { symbol: 'DIA', ...input }))

describe('what changed', () => {
  it('since the session before, by default, with the figures of both ends', async () => {
    const changed = await asked({})
    const { key } = await app.account('vega')
    const metrics = async (query: string) => (await app.get(`/api/v1/stocks/DIA/metrics${query}`, key)).json()
    const [before, after] = [await metrics('?date=2026-11-19'), await metrics('')]

    expect(changed.since.slice(0, 10)).toBe('2026-11-19')
    for (const name of ['iv30', 'rr25', 'max_pain', 'call_wall', 'put_wall', 'gamma_flip'] as const) {
      expect(changed[name], name).toEqual({ from: before[name], to: after[name] })
    }
    expect(changed.price).toMatchObject({ from: before.underlying_price, to: after.underlying_price })
    expect(changed.net_gex).toMatchObject({ from: before.net_gex, to: after.net_gex })
  })

  it('splits net GEX into parts that add up, and strikes that say where', async () => {
    const { net_gex, strikes, summary } = await asked({ since: '2026-11-12' })

    const parts = Object.values(net_gex.parts).reduce<number>((sum, part) => sum + part!, 0)
    expect(parts / (net_gex.to! - net_gex.from!)).toBeCloseTo(1, 3)
    const sizes = strikes.map(({ net_gex_change }) => Math.abs(net_gex_change))
    expect(sizes).toHaveLength(20)
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
    expect(summary.join(' ')).toMatch(/Net GEX went from −?\$[\d.]+[KMB] to −?\$[\d.]+[KMB] per 1 %/)
    expect(summary.length).toBeGreaterThan(2)
    expect(summary.length).toBeLessThanOrEqual(6)
  })

  it('between two past sessions sees nothing later', async () => {
    const past = await asked({ since: '2026-11-09', date: '2026-11-10' })

    expect(past).toMatchObject({ session_date: '2026-11-10', since: '2026-11-09T21:00:00.000Z' })
  })

  it('refuses a session that is not before the later one, and one without data', async () => {
    await expect(asked({ since: '2026-11-20' })).rejects.toMatchObject({
      details: { issues: [{ path: 'since', message: expect.stringContaining('must be before 2026-11-20') }] },
    })
    await expect(asked({ since: '2026-11-15' })).rejects.toMatchObject({ code: 'not_found' })
  })
})
