import { describe, expect, it } from 'vitest'
import { lognormalDistribution } from '../../../../src/analytics/domain/distribution/price-distribution.ts'
import { marginEstimate, uncoveredRate } from '../../../../src/analytics/domain/strategies/margin.ts'
import { profitLimits } from '../../../../src/analytics/domain/strategies/profit-limits.ts'
import {
  fillPrice,
  firstExpiry,
  hasLaterLegs,
  type StrategyLeg,
  strategyCosts,
} from '../../../../src/analytics/domain/strategies/strategy-leg.ts'
import { strategyOutcome } from '../../../../src/analytics/domain/strategies/strategy-outcomes.ts'
import { strategyGreeks, strategyValues } from '../../../../src/analytics/domain/strategies/strategy-value.ts'
import { touchProbability } from '../../../../src/pricing/touch.ts'
import { sharedDataExists } from '../../../support/market/shared-data.ts'
import { miss, misses, readVectors } from '../../../support/market/vectors.ts'

interface VectorLeg {
  readonly type: 'call' | 'put' | 'stock'
  readonly strike: number
  readonly days: number
  readonly sigma: number
  readonly quantity: number
  readonly exercise: 'european' | 'american'
  readonly bid: number
  readonly ask: number
}

interface Case {
  readonly i: number
  readonly structure: string
  readonly market: {
    readonly S: number
    readonly r: number
    readonly q: number
    readonly broad_index: boolean
    readonly fill: number
    readonly distribution_volatility: number
  }
  readonly legs: readonly VectorLeg[]
  readonly expected: {
    readonly cost_bid: number
    readonly cost_mid: number
    readonly cost_ask: number
    readonly cost: number
    readonly max_profit: number | null
    readonly max_loss: number | null
    readonly break_evens: readonly number[]
    readonly greeks: Readonly<Record<'delta' | 'gamma' | 'theta' | 'vega' | 'rho' | 'vanna' | 'charm', number>>
    readonly probability_of_profit: number
    readonly expected_value: number | null
    readonly touch: readonly { readonly price: number; readonly probability: number }[]
    readonly grid: readonly { price_pct: number; days: number; iv_shift_points: number; profit: number }[]
    readonly margin_requirement: number | null
    readonly buying_power: number | null
  }
}

const cases = sharedDataExists ? readVectors<{ strategies: readonly Case[] }>('strategies.json').strategies : []

function legsOf({ market: { S, r, q, fill }, legs }: Case): StrategyLeg[] {
  return legs.map(({ type, strike, days, sigma, quantity, exercise, bid, ask }) => {
    const price = fillPrice(quantity, bid, ask, fill)
    if (type === 'stock') return { quantity, multiplier: 1, option: null, bid, ask, price }
    const yearsToExpiry = days / 365
    const option = {
      isCall: type === 'call',
      strike,
      isAmerican: exercise === 'american',
      yearsToExpiry,
      volatility: sigma,
      atmIv: sigma,
      forward: S * Math.exp((r - q) * yearsToExpiry),
      rate: r,
      dividendYield: q,
      dividends: [],
    }
    return { quantity, multiplier: 100, option, bid, ask, price }
  })
}

describe.skipIf(!sharedDataExists)('strategies of the reference vectors', () => {
  const isAmerican = ({ legs }: Case) => legs.some(({ exercise }) => exercise === 'american')

  it.each(cases.map((each) => [`${each.i} ${each.structure}`, each] as const))('%s', (_, each) => {
    const { market, expected } = each
    const { S, r, q } = market
    const legs = legsOf(each)
    const costs = strategyCosts(legs)
    const limits = profitLimits(legs, S, costs.atPrices)
    const isLater = hasLaterLegs(legs)
    const shares = legs.reduce((sum, { quantity, multiplier }) => sum + Math.abs(quantity) * multiplier, 0)
    const check = (what: string, own: number | null, received: number, tolerance: number) =>
      own === null ? null : miss({ i: each.i }, what, own, received, tolerance)
    const close = (own: number | null) => 1e-9 * Math.abs(own ?? 0) + 1e-9
    const limitTolerance = (own: number | null) => (isLater ? 1e-6 * S * 100 : close(own))
    const years = firstExpiry(legs)
    const lognormal = lognormalDistribution(
      S * Math.exp((r - q) * years),
      market.distribution_volatility * Math.sqrt(years),
    )
    const outcome = strategyOutcome(
      { legs, spot: S, cost: costs.atPrices, limits, discountFactor: Math.exp(-r * years) },
      lognormal,
    )
    const greeks = strategyGreeks(legs)
    const [low = Number.NaN, high = Number.NaN] = strategyValues(legs, S, Float64Array.of(S * 0.995, S * 1.005), 0)
    const scales = {
      delta: shares,
      gamma: shares / S,
      theta: (shares * S) / 100,
      vega: (shares * S) / 100,
      rho: (shares * S) / 100,
      vanna: shares / 100,
      charm: shares / 100,
    }
    const margin = marginEstimate(legs, {
      spot: S,
      rate: uncoveredRate(market.broad_index ? 'SPX' : 'SPY'),
      cashSecured: each.structure === 'cash_secured_put',
    })
    const found = [
      check('cost_bid', expected.cost_bid, costs.atBid, close(expected.cost_bid)),
      check('cost_mid', expected.cost_mid, costs.atMid, close(expected.cost_mid)),
      check('cost_ask', expected.cost_ask, costs.atAsk, close(expected.cost_ask)),
      check('cost', expected.cost, costs.atPrices, close(expected.cost)),
      check('max_profit', expected.max_profit, limits.maxProfit, limitTolerance(expected.max_profit)),
      check('max_loss', expected.max_loss, limits.maxLoss, limitTolerance(expected.max_loss)),
      ...expected.break_evens.map((own, index) =>
        check('break_even', own, limits.breakEvens[index] ?? Number.NaN, (isLater ? 1e-7 : 1e-9) * S),
      ),
      ...(isAmerican(each)
        ? [check('delta', expected.greeks.delta, (high - low) / (0.01 * S), 1e-4 * shares)]
        : (Object.keys(scales) as (keyof typeof scales)[]).map((name) =>
            check(name, expected.greeks[name], greeks[name], 1e-11 * scales[name]),
          )),
      check('probability_of_profit', expected.probability_of_profit, outcome.probabilityOfProfit, 1e-10),
      check('expected_value', expected.expected_value, outcome.expectedValue, 1e-9 * S * 100),
      ...expected.touch.map(({ price, probability }) =>
        check(
          'touch',
          probability,
          touchProbability({ spot: S, level: price, years, volatility: market.distribution_volatility, drift: r - q }),
          1e-10,
        ),
      ),
      ...expected.grid.map(({ price_pct, days, iv_shift_points, profit }) => {
        const [value = Number.NaN] = strategyValues(legs, S, Float64Array.of(S * (1 + price_pct / 100)), days / 365, {
          points: iv_shift_points,
        })
        const tolerance = isAmerican(each) ? 5e-6 * S * shares : 1e-9 * S * 100
        return check(`grid ${price_pct} ${days} ${iv_shift_points}`, profit, value - costs.atPrices, tolerance)
      }),
      check('margin', expected.margin_requirement, margin.requirement, close(expected.margin_requirement)),
      check('buying_power', expected.buying_power, margin.buyingPower, close(expected.buying_power)),
    ]

    expect(misses(found)).toEqual([])
    expect(limits.breakEvens).toHaveLength(expected.break_evens.length)
    expect(limits.maxProfitUnlimited).toBe(expected.max_profit === null)
    expect(limits.maxLossUnlimited).toBe(expected.max_loss === null)
  })
})
