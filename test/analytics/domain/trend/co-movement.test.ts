import { describe, expect, it } from 'vitest'
import { coMovement } from '../../../../src/analytics/domain/trend/co-movement.ts'
import { tradingDaysBetween } from '../../../../src/market/domain/calendar/trading-calendar.ts'

const DAYS = tradingDaysBetween('2026-10-01', '2026-11-20')
const moves = DAYS.map((_date, day) => 0.01 * Math.sin(day * day))
const barsOf = (returns: readonly number[]) => {
  let log = Math.log(100)
  return DAYS.map((date, day) => {
    log += returns[day] ?? 0
    const close = Math.exp(log)
    return { date, open: close, high: close, low: close, close, volume: 1 }
  })
}
const market = barsOf(moves)

describe('the common movement of two symbols', () => {
  it('has the beta of a symbol that moves a multiple of the other', () => {
    const window = { from: '2026-10-15', to: '2026-11-18' }
    const { correlation, beta, ...days } = coMovement(barsOf(moves.map((move) => -2 * move)), market, window)

    expect([correlation, beta]).toEqual([expect.closeTo(-1, 9), expect.closeTo(-2, 9)])
    expect(days).toEqual({ sessions: 25, from: '2026-10-15', to: '2026-11-18' })
  })

  it('agrees with the definition where they move differently', () => {
    const mixed = moves.map((move, day) => move / 2 + 0.004 * Math.cos(3 * day))
    const { correlation, beta } = coMovement(barsOf(mixed), market)
    const [x, y] = [moves.slice(1), mixed.slice(1)]
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    const product = (a: readonly number[], b: readonly number[]) =>
      mean(a.map((value, day) => value * (b[day] ?? Number.NaN))) - mean(a) * mean(b)

    expect(beta).toBeCloseTo(product(x, y) / product(x, x), 9)
    expect(correlation).toBeCloseTo(product(x, y) / Math.sqrt(product(x, x) * product(y, y)), 9)
  })

  it('uses only days that both have, and is unknown with fewer than 20 of them, or without any movement', () => {
    const gaps = market.filter((_bar, day) => day % 5 !== 0)

    expect(coMovement(gaps, market)).toMatchObject({ correlation: expect.closeTo(1, 9), beta: expect.closeTo(1, 9) })
    expect(coMovement(market, market, { from: '2026-11-01' })).toMatchObject({ correlation: null, sessions: 15 })
    expect(coMovement(market, [])).toEqual({ correlation: null, beta: null, sessions: 0, from: null, to: null })
    expect(coMovement(market, barsOf([]))).toMatchObject({ correlation: null, beta: null })
  })
})
