import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../../../src/lib/time/duration.ts'
import { type Slice, sliceOf, totalVariance } from '../../../../../src/market/sources/simulated/chain/surface.ts'
import { UNIVERSE } from '../../../../../src/market/sources/simulated/universe.ts'
import { World } from '../../../../../src/market/sources/simulated/world.ts'
import { blackPrice } from '../../../../../src/pricing/european/black.ts'

const DATES = ['2023-01-04', '2024-08-05', '2025-04-07', '2026-01-28', '2026-11-20']
const DAYS = [0.02, 0.3, 1, 2, 4, 7, 11, 16, 25, 30, 45, 60, 75, 91, 120, 150, 182, 240, 300, 365, 500, 730, 1000]

function surfaceOf(world: World, symbol: string, date: string, share = 1) {
  const path = world.path(symbol)
  const index = world.sessions.indexOf(date) ?? -1
  const state = world.stateAt(path, world.within(index, share))
  return {
    state,
    at: (days: number): Slice => sliceOf(path.profile, state, state.asOfMs + days * DAY_MS),
  }
}

function atTheMoney(slice: Slice): number {
  return Math.sqrt(totalVariance(slice, 0) / slice.years)
}

describe('the simulated volatility surface', () => {
  it('has no butterfly arbitrage: calls fall and are convex in the strike, on every symbol and date', () => {
    const world = new World(1, 1)
    for (const symbol of UNIVERSE) {
      for (const date of DATES) {
        const surface = surfaceOf(world, symbol, date, date === '2026-11-20' ? 0.37 : 1)
        for (const days of DAYS) expectConvexCalls(surface.at(days), `${symbol} ${date} ${days} days`)
      }
    }
  })

  it('has no calendar arbitrage: total variance never falls with time at any moneyness', () => {
    const world = new World(2, 1)
    for (const symbol of UNIVERSE) {
      for (const date of DATES) {
        const surface = surfaceOf(world, symbol, date)
        const slices = DAYS.map((days) => surface.at(days))
        for (let moneyness = -1.5; moneyness <= 1.5; moneyness += 0.05) {
          for (let index = 1; index < slices.length; index++) {
            const before = totalVariance(slices[index - 1]!, moneyness)
            const after = totalVariance(slices[index]!, moneyness)
            if (!(after >= before * (1 - 1e-12))) {
              expect.fail(`${symbol} ${date}: ${before} at ${DAYS[index - 1]} days, ${after} at ${DAYS[index]} days`)
            }
          }
        }
      }
    }
  })

  it('is skewed: puts cost more volatility than calls on indexes, less so on wild stocks', () => {
    const world = new World(1, 1)
    const slope = (symbol: string) => {
      const slice = surfaceOf(world, symbol, '2026-11-20').at(30)
      const deviation = Math.sqrt(slice.theta)
      return (totalVariance(slice, -deviation) - totalVariance(slice, deviation)) / slice.theta
    }

    expect(slope('SPX')).toBeGreaterThan(slope('AAPL'))
    expect(slope('AAPL')).toBeGreaterThan(slope('COIN'))
    expect(slope('COIN')).toBeGreaterThan(0)
  })

  it('follows the state of volatility: after large moves short expirations rise, and more than long ones', () => {
    const world = new World(1, 1)
    const path = world.path('SPY')
    const last = world.sessions.indexOf('2026-11-20') ?? -1
    const rows = Array.from({ length: last - 300 }, (_, offset) => {
      const index = 300 + offset
      const state = world.stateAt(path, world.within(index, 1))
      const at = (days: number) => atTheMoney(sliceOf(path.profile, state, state.asOfMs + days * DAY_MS))
      return { month: at(30), year: at(365), variance: path.factors.market.variance(index + 1) }
    })

    const calm = rows.toSorted((a, b) => a.variance - b.variance).slice(0, 50)
    const wild = rows.toSorted((a, b) => b.variance - a.variance).slice(0, 50)

    expect(calm.every((row) => row.month < row.year)).toBe(true)
    expect(wild.every((row) => row.month > row.year)).toBe(true)
    const spread = (name: 'month' | 'year') =>
      Math.max(...rows.map((row) => row[name])) - Math.min(...rows.map((row) => row[name]))
    expect(spread('month')).toBeGreaterThan(2 * spread('year'))
  })

  it('lifts the expirations after an earnings report, and falls back when the report is out', () => {
    const world = new World(1, 1)
    for (const symbol of ['AAPL', 'NVDA', 'JPM', 'DIS']) {
      const path = world.path(symbol)
      const [reactionMs = Number.NaN] = world.earnings(symbol).reactionsAfter(Date.parse('2026-09-01T12:00:00Z'))
      const index = world.momentAt(reactionMs)?.index ?? -1
      const before = world.stateAt(path, world.within(index - 1, 1))
      const after = world.stateAt(path, world.within(index, 0.001))
      const level = (state: typeof before, ms: number) => atTheMoney(sliceOf(path.profile, state, ms))
      const justBefore = reactionMs - 60_000
      const nextDay = reactionMs + 2 * DAY_MS

      expect(level(before, nextDay), symbol).toBeGreaterThan(1.5 * level(before, justBefore))
      expect(level(after, nextDay), symbol).toBeLessThan(0.75 * level(before, nextDay))
      expect(level(before, reactionMs + 4 * DAY_MS)).toBeGreaterThan(level(before, reactionMs + 60 * DAY_MS))
    }
  })

  it('moves prices on earnings by about what it expected', () => {
    const ratios: number[] = []
    for (const seed of [1, 2, 3]) {
      const world = new World(seed, 1)
      const path = world.path('META')
      for (let index = 252; index < 1200; index++) {
        if (!world.earnings('META').isReaction(world.sessions.dateAt(index))) continue
        ratios.push(Math.log(path.bar(index).open / path.bar(index - 1).close) / path.profile.earningsMove)
      }
    }

    const meanSquare = ratios.reduce((sum, ratio) => sum + ratio ** 2, 0) / ratios.length
    expect(ratios.length).toBeGreaterThan(40)
    expect(meanSquare).toBeGreaterThan(0.6)
    expect(meanSquare).toBeLessThan(1.8)
  })

  it('comes to the variance of the next day as a session ends, on every day and for every factor', () => {
    const world = new World(1, 1)
    const { factors } = world.path('AAPL')
    for (const factor of [factors.market, factors.sector!, factors.own]) {
      for (let index = 0; index < 1200; index += 7) {
        const atClose = factor.varianceWithin(index, 1, factor.move(index))
        const before = factor.varianceWithin(index, 1 - 1e-9, factor.move(index))
        expect(Math.abs(before / atClose - 1)).toBeLessThan(1e-6)
        expect(atClose).toBe(factor.variance(index + 1))
      }
    }
  })

  it('passes a session and the close without a jump of volatility', () => {
    const world = new World(1, 1)
    const path = world.path('AAPL')
    const index = world.sessions.indexOf('2026-11-18') ?? -1
    const settlesAtMs = Date.parse('2026-12-18T21:00:00Z')
    const levels = Array.from({ length: 101 }, (_, step) =>
      atTheMoney(sliceOf(path.profile, world.stateAt(path, world.within(index, step / 100)), settlesAtMs)),
    )
    const { asOfMs } = world.within(index, 1)
    const night = atTheMoney(sliceOf(path.profile, world.stateAt(path, world.momentAt(asOfMs + 1000)!), settlesAtMs))

    for (let step = 1; step < levels.length; step++) {
      expect(Math.abs(levels[step]! / levels[step - 1]! - 1)).toBeLessThan(0.03)
    }
    expect(Math.abs(night / levels.at(-1)! - 1)).toBeLessThan(0.001)
  })
})

/** Undiscounted calls over the forward, strikes from 8 deviations below to 8 above. */
function expectConvexCalls(slice: Slice, what: string): void {
  const width = 8 * Math.sqrt(slice.theta)
  const points: { strike: number; price: number }[] = []
  for (let step = -60; step <= 60; step++) {
    const moneyness = (width * step) / 60
    const volatility = Math.sqrt(totalVariance(slice, moneyness) / slice.years)
    const strike = Math.exp(moneyness)
    points.push({ strike, price: blackPrice(true, 1, strike, slice.years, volatility, 1) })
  }
  for (let index = 1; index < points.length; index++) {
    const [before, here, after] = [points[index - 1]!, points[index]!, points[index + 1]]
    const slope = (here.price - before.price) / (here.strike - before.strike)
    if (slope > 1e-9 || slope < -1 - 1e-9) expect.fail(`${what}: slope ${slope} at ${here.strike}`)
    if (!after) continue
    const next = (after.price - here.price) / (after.strike - here.strike)
    if (next < slope - 1e-9) expect.fail(`${what}: not convex at ${here.strike}: ${slope} then ${next}`)
  }
}
