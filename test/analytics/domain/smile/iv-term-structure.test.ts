import { describe, expect, it } from 'vitest'
import { IvTermStructure } from '../../../../src/analytics/contract/iv-term-structure.ts'
import { OptionMetrics } from '../../../../src/analytics/contract/option-metrics.ts'
import { expectedMoveAfter } from '../../../../src/analytics/domain/smile/constant-maturities.ts'
import { stateOf } from '../../../../src/analytics/domain/smile/iv-term-structure.ts'
import { valuedChain } from '../../../../src/analytics/domain/valuation/chain-valuation.ts'
import { constantMaturity } from '../../../../src/pricing/constant-maturity.ts'
import { ivTermStructureOf, optionMetricsOf } from '../../../support/analytics/chain-answers.ts'
import { dailyBars } from '../../../support/factories.ts'
import { STRIKES, syntheticChain } from '../../../support/market/synthetic-chain.ts'

const point = (days: number, volatility: number) => ({
  yearsToExpiry: days / 365,
  variance: (volatility ** 2 * days) / 365,
  expirationDate: `in ${days} days`,
})

describe('constant maturities', () => {
  it('are linear in total variance', () => {
    const { answer } = constantMaturity([point(20, 0.2), point(50, 0.3)], 30)

    const variance = (0.04 * 20 + (0.09 * 50 - 0.04 * 20) / 3) / 365
    expect(answer).toBeCloseTo(Math.sqrt((variance * 365) / 30), 12)
  })

  it('give an expiration on the day itself back', () => {
    expect(constantMaturity([point(20, 0.2), point(30, 0.25), point(50, 0.3)], 30).answer).toBeCloseTo(0.25, 12)
    expect(constantMaturity([point(30, 0.25)], 30).answer).toBeCloseTo(0.25, 12)
  })

  it('are unknown beyond the listed range', () => {
    expect(constantMaturity([point(31, 0.2), point(60, 0.3)], 30).answer).toBeNaN()
    expect(constantMaturity([point(5, 0.2), point(29, 0.3)], 30).answer).toBeNaN()
    expect(constantMaturity([], 30).answer).toBeNaN()
  })

  it('skip expirations of unknown volatility', () => {
    const unknown = { ...point(31, 0.2), variance: Number.NaN }

    expect(constantMaturity([point(20, 0.2), unknown, point(50, 0.2)], 30).answer).toBeCloseTo(0.2, 12)
  })

  it('take falling total variance as flat, and say so', () => {
    const { answer, warnings } = constantMaturity([point(20, 0.4), point(50, 0.2)], 30)

    expect(answer).toBeCloseTo(0.4 * Math.sqrt(20 / 30), 12)
    expect(warnings).toEqual(['Total variance falls from in 20 days to in 50 days; it is held flat in between.'])
  })
})

describe('the term structure', () => {
  const dates = ['2026-11-20', '2026-12-04', '2026-12-18', '2027-01-15', '2027-02-19', '2027-03-19']
  const volatility = (strike: number, years: number) => 0.15 + 0.1 * Math.sqrt(years) - 0.2 * Math.log(strike / 600)
  const chain = syntheticChain({ dates, volatility })
  const bars = dailyBars(Array.from({ length: 70 }, (_, day) => 600 + (day % 2)))

  it('shows what the surface was made of', () => {
    const { answer, warnings } = ivTermStructureOf(chain, { iv30Before: Array(100).fill(0.15), bars })

    expect(IvTermStructure.parse(answer)).toEqual(answer)
    expect(answer.iv30).toBeCloseTo(volatility(602, 30 / 365), 2)
    expect(answer.iv60).toBeGreaterThan(answer.iv30!)
    expect(answer).toMatchObject({ state: 'contango', iv_rank: 100, iv_percentile: 100 })
    expect(answer.iv_minus_rv30).toBeCloseTo(answer.iv30! - answer.rv30!, 12)
    expect(answer.points.map(({ dte }) => dte)).toEqual([0, 14, 28, 56, 91, 119])
    const [, , month] = answer.points
    expect(month!.expected_move).toBeCloseTo(600 * month!.atm_iv! * Math.sqrt((28 * 24 + 1) / (365 * 24)), 6)
    expect(month!.expected_move_pct).toBeCloseTo(month!.expected_move! / 6, 9)
    expect(warnings).toEqual(['iv_rank and iv_percentile use 101 sessions of IV30 instead of 252.'])
  })

  it('leaves the expiration of the day out of the maturities', () => {
    const late = syntheticChain({
      dates,
      volatility: (strike, years) => (years < 0.001 ? 3 : volatility(strike, years)),
    })

    expect(ivTermStructureOf(late, { iv30Before: [], bars }).answer.iv30).toBeCloseTo(
      ivTermStructureOf(chain, { iv30Before: [], bars }).answer.iv30!,
      9,
    )
  })

  it('does not bridge a month from the day itself', () => {
    const sparse = syntheticChain({ dates: ['2026-11-20', '2027-01-15'], volatility })

    expect(ivTermStructureOf(sparse, { iv30Before: [], bars }).answer).toMatchObject({ iv30: null, state: 'unknown' })
  })

  it('is unknown, not zero, without history, quotes or expirations', () => {
    const { answer } = ivTermStructureOf(syntheticChain({ dates: [] }), { iv30Before: [], bars: [] })

    expect(IvTermStructure.parse(answer)).toMatchObject({
      iv30: null,
      iv90: null,
      iv_rank: null,
      rv10: null,
      rv60: null,
      iv_minus_rv30: null,
      state: 'unknown',
      points: [],
    })
  })

  it.each([
    [{ iv30: 0.2, iv60: 0.3, iv90: 0.21 }, 'contango'],
    [{ iv30: 0.2, iv60: 0.3, iv90: 0.195 }, 'backwardation'],
    [{ iv30: 0.2, iv60: 0.3, iv90: 0.203 }, 'flat'],
    [{ iv30: 0.2, iv60: 0.22, iv90: Number.NaN }, 'contango'],
    [{ iv30: Number.NaN, iv60: 0.22, iv90: 0.2 }, 'unknown'],
    [{ iv30: 0.2, iv60: Number.NaN, iv90: Number.NaN }, 'unknown'],
  ] as const)('calls %j %s', (maturities, state) => {
    expect(stateOf(maturities)).toBe(state)
  })
})

describe('the move that is expected around an event', () => {
  const chain = valuedChain(syntheticChain({ dates: ['2026-11-20', '2026-12-18', '2027-01-15'] }))
  const moveTo = (days: number) => 600 * 0.2 * Math.sqrt((days * 24 + 1) / (365 * 24))

  it('is that of the first expiration which settles after it', () => {
    expect(expectedMoveAfter(chain, Date.parse('2026-12-18T20:59:00Z'))).toBeCloseTo(moveTo(28), 1)
    expect(expectedMoveAfter(chain, Date.parse('2026-12-18T21:30:00Z'))).toBeCloseTo(moveTo(56), 1)
  })

  it('is unknown beyond the last expiration', () => {
    expect(expectedMoveAfter(chain, Date.parse('2027-06-01T12:00:00Z'))).toBeNaN()
  })
})

describe('option metrics', () => {
  const volatility = (strike: number) => 0.2 - 0.3 * Math.log(strike / 600)
  const chain = syntheticChain({ volatility, halfSpread: 0.002 })

  it('measure skew at 25 delta: negative where puts cost more', () => {
    const month = optionMetricsOf(chain, { iv30Before: [], expirationDate: '2026-12-18' }).answer

    // At 25 delta the strikes lie 0.674 standard deviations out, so the risk reversal is −0.3 × their distance.
    const s = 0.2 * Math.sqrt(28 / 365)
    expect(month.rr25).toBeCloseTo(-0.3 * 2 * 0.674 * s, 2)
    expect(Math.abs(month.bf25!)).toBeLessThan(2e-3)
    const constant = optionMetricsOf(chain, { iv30Before: [] }).answer
    expect(constant.rr25).toBeCloseTo(month.rr25!, 2)
  })

  it('have no wings where no strike is quoted near 25 delta', () => {
    const narrow = syntheticChain({ volatility, strikes: [598, 600, 602, 604] })

    expect(optionMetricsOf(narrow, { iv30Before: [] }).answer).toMatchObject({ rr25: null, bf25: null })
  })

  it('take the move of the first expiration after today', () => {
    const daily = syntheticChain({ dates: ['2026-11-20', '2026-11-23', '2026-12-18'], volatility })

    const { answer } = optionMetricsOf(daily, { iv30Before: [] })

    const years = (3 * 24 + 1) / (365 * 24)
    expect(answer.atm_iv).toBeCloseTo(0.2, 2)
    expect(answer.expected_move).toBeCloseTo(600 * answer.atm_iv! * Math.sqrt(years), 9)
    expect(optionMetricsOf(daily, { iv30Before: [], dteMax: 0 }).answer.expected_move).toBeLessThan(
      answer.expected_move!,
    )
  })

  it('measure delta without a dealer sign, and vanna and charm with it', () => {
    const calls = syntheticChain({
      volatility,
      halfSpread: 0.002,
      change: (row) => ({ ...row, openInterest: row.optionType === 'call' ? 100 : 0 }),
    })
    const puts = syntheticChain({
      volatility,
      halfSpread: 0.002,
      change: (row) => ({ ...row, openInterest: row.optionType === 'put' ? 100 : 0 }),
    })
    const both = optionMetricsOf(chain, { iv30Before: [] }).answer
    const [callSide, putSide] = [calls, puts].map((side) => optionMetricsOf(side, { iv30Before: [] }).answer)

    expect(callSide!.net_dex).toBeGreaterThan(0)
    expect(putSide!.net_dex).toBeLessThan(0)
    expect(both.net_dex).toBeCloseTo(callSide!.net_dex! + putSide!.net_dex!, 3)
    // Equal open interest on both sides: vanna of call and put are equal, so the signs cancel.
    expect(Math.abs(both.net_vanna_exposure!)).toBeLessThan(1e-6 * Math.abs(callSide!.net_vanna_exposure!))
    expect(OptionMetrics.parse(both)).toEqual(both)
    expect(both).toMatchObject({ total_volume: 6 * 10 * STRIKES.length, max_pain: 600, put_call_ratio_volume: 1 })
  })
})
