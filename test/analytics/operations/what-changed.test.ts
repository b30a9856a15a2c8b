import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exposureSnapshot } from '../../../src/analytics/domain/exposures/exposure-snapshot.ts'
import { gammaFigures } from '../../../src/analytics/domain/exposures/gamma-exposure.ts'
import { valuedChain } from '../../../src/analytics/domain/valuation/chain-valuation.ts'
import { whatChangedOperation } from '../../../src/analytics/operations/strategies/what-changed.ts'
import type { Answer } from '../../../src/catalogue/operation.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { syntheticChain } from '../../support/market/synthetic-chain.ts'

const STRIKES = Array.from({ length: 41 }, (_, index) => 380 + 5 * index)

let app: TestApp
beforeAll(async () => {
  app = await testApp({ MARKET_SYMBOLS: 'AAPL,DIA' })
})
afterAll(() => app[Symbol.asyncDispose]())

const asked = async (input: Answer) =>
  whatChangedOperation.output.parse(await app.asOperator(whatChangedOperation, { symbol: 'DIA', ...input }))

describe('what changed', () => {
  it('up to an earlier session, as with its date', async () => {
    const { warnings: _, ...dated } = await asked({ since: '2026-11-12', date: '2026-11-18' })
    const { warnings: __, ...until } = await asked({ since: '2026-11-12', until: '2026-11-18' })

    expect(until).toEqual(dated)
    expect(until.flow.largest).toHaveLength(5)
  })

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

describe('what changed between kept minutes', () => {
  const at = (time: string) => `2026-11-20T${time}:00.000Z`
  beforeAll(async () => {
    for (const [time, spot] of [
      ['15:00', 480],
      ['15:01', 481],
      ['15:04', 484],
    ] as const) {
      const valued = valuedChain(syntheticChain({ root: 'XSP', asOf: at(time), spot, strikes: STRIKES }))
      const snapshot = exposureSnapshot(valued, gammaFigures(valued, {}))
      await app.parts.store.exposureSnapshots.add('DIA', '2026-11-20', snapshot)
    }
  })

  it('takes price, walls, flip and exposure by strike from the minutes, and says what they lack', async () => {
    const changed = await asked({ since: '2026-11-20T10:00:00-05:00', until: at('15:04') })
    const minutes = await app.parts.store.exposureSnapshots.ofSession('DIA', '2026-11-20')

    expect(changed).toMatchObject({ since: at('15:00'), as_of: at('15:04'), price: { from: 480, to: 484 } })
    expect(changed.net_gex).toMatchObject({ from: minutes.totals.netGex[0], to: minutes.totals.netGex[2] })
    expect(Object.values(changed.net_gex.parts)).toEqual([null, null, null, null, null])
    expect(changed.iv_parts).toEqual({ along_smile: null, smile_moved: null })
    const [first] = changed.strikes
    const place = minutes.strikes.indexOf(first!.strike)
    const [before, after] = [0, 2].map((row) => minutes.byStrike.gamma[row * minutes.strikes.length + place]!)
    expect(first).toEqual({ strike: first!.strike, net_gex_change: after! - before!, open_interest_change: null })
    expect(changed.warnings.join(' ')).toContain('Kept minutes hold no chain')
    expect(changed.summary.join(' ')).toMatch(/^The price rose 0.8 % to 484.00/)
  })

  it('compares a minute with the chain of the session before', async () => {
    const changed = await asked({ since: '2026-11-19', until: at('15:01') })
    const before = await asked({ since: '2026-11-18', until: '2026-11-19' })

    expect(changed.price).toMatchObject({ from: before.price.to, to: 481 })
    expect(changed.max_pain).toEqual({ from: before.max_pain.to, to: null })
    expect(changed.strikes.length).toBeGreaterThan(0)
  })

  it('lists the largest trades between the two instants', async () => {
    const { flow } = await asked({ since: at('15:00'), until: at('15:04') })
    const { key } = await app.account('vega')
    const query = `symbol=DIA&sort=premium&limit=5&since=${at('15:00')}&until=${at('15:04')}`
    const { data } = (await app.get(`/api/v1/flow?${query}`, key)).json()

    const fields = ['executed_at', 'option_symbol', 'size', 'premium', 'sentiment'] as const
    expect(flow.largest).toHaveLength(5)
    expect(flow.largest).toEqual(data.map((row: Answer) => Object.fromEntries(fields.map((name) => [name, row[name]]))))
  })

  it('names the nearest minutes where that of the instant was not kept', async () => {
    const refusal = (path: string, message: string) => ({
      details: { issues: [{ path, message: expect.stringContaining(message) }] },
    })
    await expect(asked({ since: at('15:02') })).rejects.toMatchObject(
      refusal('since', `the nearest are of ${at('15:01')} and ${at('15:04')}`),
    )
    await expect(asked({ since: '2026-11-18T15:00:00Z' })).rejects.toMatchObject(
      refusal('since', `the nearest is of ${at('15:00')}`),
    )
    await expect(asked({ until: at('15:02'), date: '2026-11-19' })).rejects.toMatchObject(
      refusal('until', 'must be at most 2026-11-19'),
    )
    await expect(asked({ symbol: 'AAPL', since: at('15:00') })).rejects.toMatchObject(
      refusal('since', 'There is no snapshot of AAPL'),
    )
    await expect(asked({ since: at('15:04'), until: at('15:01') })).rejects.toMatchObject(
      refusal('since', `must be before ${at('15:01')}`),
    )
    await expect(asked({ since: 'yesterday' })).rejects.toMatchObject(refusal('since', 'must be a date or an instant'))
  })
})
