import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { probabilityOperation } from '../../../src/analytics/operations/strategies/probability.ts'
import type { Answer } from '../../../src/catalogue/operation.ts'
import { type TestApp, testApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ MARKET_SYMBOLS: 'SPY' })
})
afterAll(() => app[Symbol.asyncDispose]())

const asked = async (input: Answer) => {
  const answer = await app.asOperator(probabilityOperation, { symbol: 'SPY', ...input })
  return probabilityOperation.output.parse(answer)
}

describe('the probability of a price', () => {
  it('is by default of the next monthly expiration, from 1 % to 99 %', async () => {
    const { target_date, expiration_date, interpolated, quantiles, density, forward, event } = await asked({})

    expect([target_date, expiration_date, interpolated, event]).toEqual(['2026-12-18', '2026-12-18', false, null])
    expect(quantiles.map(({ q }) => q)).toEqual([0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99])
    expect(quantiles.map(({ price }) => price)).toEqual(quantiles.map(({ price }) => price).toSorted((a, b) => a - b))
    expect(density).toHaveLength(101)
    expect(density.every((row) => row.density >= 0)).toBe(true)
    expect(Math.abs(quantiles[4]!.price / forward! - 1)).toBeLessThan(0.02)
  })

  it('above, below, between and outside add up', async () => {
    const [low, high] = [650, 700]
    const above = await asked({ above: high })
    const below = await asked({ below: low })
    const between = await asked({ above: low, below: high })
    const outside = await asked({ above: high, below: low })

    expect(below.probability! + between.probability! + above.probability!).toBeCloseTo(1, 5)
    expect(outside.probability!).toBeCloseTo(1 - between.probability!, 5)
    expect(outside.event).toBe('ends below 650 or above 700 on 2026-12-18')
    // Puts of an index fund are dearer than one volatility says.
    expect((await asked({ below: 600 })).probability!).toBeGreaterThan(
      (await asked({ below: 600 })).probability_lognormal!,
    )
  })

  it('to touch is at least that to end beyond, within its bound', async () => {
    const { touch } = await asked({ touch: 700 })

    expect(touch!.probability!).toBeGreaterThan(touch!.close_beyond!)
    expect(touch!.upper_bound!).toBeGreaterThan(touch!.probability!)
  })

  it('is interpolated between expirations, and says so', async () => {
    const { interpolated, expiration_date, quantiles, warnings, mass_beyond_quotes } = await asked({
      target_date: '2026-12-27',
    })
    const width = (rows: typeof quantiles) => rows[6]!.price - rows[2]!.price
    const [before, after] = [await asked({ target_date: '2026-12-24' }), await asked({ target_date: expiration_date! })]

    expect([interpolated, mass_beyond_quotes]).toEqual([true, null])
    expect(warnings.join()).toContain('No contract expires on that date: interpolated between')
    expect(width(quantiles)).toBeGreaterThan(width(before.quantiles))
    expect(width(quantiles)).toBeLessThan(width(after.quantiles))
  })

  it('is null after the last expiration, with the last one that there is', async () => {
    const late = await asked({ target_date: '2035-01-05', above: 700 })

    expect(late).toMatchObject({ probability: null, quantiles: [], density: [], forward: null, expiration_date: null })
    expect(late.warnings.join()).toContain('No expiration with a smile is on or after 2035-01-05; the last one is 20')
  })

  it('sees a past session as it was, and refuses a date whose session is over', async () => {
    const past = await asked({ date: '2026-11-10', target_date: '2026-11-20', above: 650 })

    expect(past).toMatchObject({ session_date: '2026-11-10', expiration_date: '2026-11-20' })
    await expect(asked({ target_date: '2026-11-19' })).rejects.toMatchObject({
      code: 'invalid',
      details: { issues: [{ path: 'target_date', message: expect.stringContaining('must be after 2026-11-20T') }] },
    })
  })

  it('says how often such probabilities came true before the session, and nothing later', async () => {
    const { impliedQuantiles } = app.parts.store
    const of = { market: 'simulated 1', symbol: 'SPY' }
    const view = await app.parts.market.viewAt('2026-11-19')
    const bars = await view.dailyBars('SPY', { from: '2025-10-01' })
    for (let place = 0; place + 5 < bars.length; place += 5) {
      const [then, came] = [bars[place]!, bars[place + 5]!]
      // The first 20 closes are inside the 80 % range, the others above all quantiles.
      const centre = place < 100 ? came.close : 0.5 * came.close
      const quantiles = [0.8, 0.9, 0.93, 0.97, 1, 1.03, 1.07, 1.1, 1.2].map((factor) => factor * centre)
      const window = {
        sessionDate: then.date,
        targetDate: came.date,
        price: then.close,
        forward: centre,
        deviation: 0.05,
      }
      await impliedQuantiles.put(of, then.date, 7, { ...window, quantiles })
    }

    const { calibration } = await asked({ target_date: '2026-11-27' })
    const early = await asked({ date: '2026-02-20', target_date: '2026-02-27' })

    expect(calibration).toMatchObject({ days: 7, count: Math.floor((bars.length - 1) / 5) })
    expect(calibration.coverage_80_pct).toBeCloseTo(2_000 / calibration.count, 3)
    expect(calibration.bins[9]).toBe(calibration.count - 20)
    expect(early.calibration).toMatchObject({ coverage_80_pct: null, bins: [] })
    expect(early.calibration.count).toBeLessThan(30)
    expect((await asked({ target_date: '2026-12-18' })).calibration).toMatchObject({ days: 30, count: 0 })
  })

  it('has a cone of the expirations on the way, wider with time', async () => {
    const { cone = [] } = await asked({ target_date: '2027-01-15', cone: true })
    const widths = cone.map(({ quantiles }) => (quantiles[4] ?? 0) - (quantiles[0] ?? 0))

    expect(cone.at(-1)?.expiration_date).toBe('2027-01-15')
    expect(cone.length).toBeGreaterThan(5)
    expect(widths).toEqual(widths.toSorted((a, b) => a - b))
    expect((await asked({})).cone).toBeUndefined()
  })
})
