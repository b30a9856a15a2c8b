import { describe, expect, it } from 'vitest'
import { type StrategyQuery, strategyFigures } from '../../../../src/analytics/domain/strategies/strategy-figures.ts'
import { areLegs, type TemplateQuery, templateLegs } from '../../../../src/analytics/domain/strategies/template-legs.ts'
import { TEMPLATES } from '../../../../src/analytics/domain/strategies/template-recipes.ts'
import { type ValuedChain, valuedChain } from '../../../../src/analytics/domain/valuation/chain-valuation.ts'
import { realChain, realChainNames } from '../../../support/market/real-chains.ts'
import { sharedDataExists } from '../../../support/market/shared-data.ts'
import { syntheticChain } from '../../../support/market/synthetic-chain.ts'
import { sample } from '../../../support/sample.ts'

const USUAL = { fill: 0, realized: 0.2, priceSteps: 5, dateSteps: 2, ivShifts: [0], cashSecured: false }

function figuresOf(valued: ValuedChain, template: TemplateQuery, query: Partial<StrategyQuery> = {}) {
  const found = templateLegs(valued, template)
  if (!areLegs(found)) return null
  return strategyFigures(valued, { ...USUAL, legs: found.map((leg) => ({ ...leg, price: null })), ...query })
}

const near = (value: number, digits = 6) => expect.closeTo(value, digits)

describe('the figures of a strategy', () => {
  const valued = valuedChain(syntheticChain({ volatility: (strike) => 0.2 - 0.0004 * (strike - 600) }))

  it.each(
    TEMPLATES.filter((each) => !['covered_call', 'protective_put', 'collar'].includes(each)).map((each) => [each]),
  )('are those of the other side with the sign turned: %s', (template) => {
    // By delta, bought and sold legs of one place would differ.
    const [long, short] = [false, true].map((turned) => figuresOf(valued, { template, short: turned, delta: 0.4 })!)

    expect(short!.costs.atMid).toBeCloseTo(-long!.costs.atMid, 8)
    expect(short!.costs.atAsk).toBeCloseTo(-long!.costs.atBid, 8)
    expect(short!.greeks).toEqual(
      Object.fromEntries(Object.entries(long!.greeks).map(([name, value]) => [name, near(-value)])),
    )
    expect(short!.limits.maxLossUnlimited).toBe(long!.limits.maxProfitUnlimited)
    expect(short!.outcomes[0]!.expectedValue).toBeCloseTo(-long!.outcomes[0]!.expectedValue, 4)
    const profit = long!.outcomes[0]!.probabilityOfProfit
    expect(short!.outcomes[0]!.probabilityOfProfit).toBeCloseTo(1 - profit, 6)
  })

  it('cost the same at every fill but for the spread', () => {
    const [mid, ask] = [0, 1].map((fill) => figuresOf(valued, { template: 'iron_condor' }, { fill })!.costs)

    expect(mid!.atPrices).toBeCloseTo(mid!.atMid, 9)
    expect(ask!.atPrices).toBeCloseTo(ask!.atAsk, 9)
    expect(ask!.atAsk - ask!.atBid).toBeCloseTo(4 * 2 * 0.02 * 100, 6)
  })

  it('call a chance that options charge the same at any date of the grid: no move, no time, no profit but the model', () => {
    const { grid } = figuresOf(valued, { template: 'straddle' }, { priceSteps: 5, dateSteps: 3, ivShifts: [-5, 0, 5] })!

    const [low, flat, high] = grid.profit.map((dates) => dates[0]![2]!)
    expect(Math.abs(flat!)).toBeLessThan(5)
    expect(low!).toBeLessThan(-100)
    expect(high!).toBeGreaterThan(100)
    expect(grid.profit[1]!.map((prices) => prices[2]!)).toEqual(
      grid.profit[1]!.map((prices) => prices[2]!).toSorted((a, b) => b - a),
    )
  })
})

describe.skipIf(!sharedDataExists).each(sample(realChainNames, 4))('strategies of %s', (name) => {
  const valued = valuedChain(realChain(name))
  const checked = ['iron_condor', 'butterfly', 'call_vertical'] as const

  it('are worth what they cost, within half the spread, under the distribution that the options imply', () => {
    const found = checked.flatMap((template) =>
      [7, 30, 60].flatMap((dte) => figuresOf(valued, { template, dte }) ?? []),
    )
    const fair = found.filter(({ outcomes, costs }) => {
      const half = 0.5 * (costs.atAsk - costs.atBid)
      return Math.abs(outcomes[0]!.expectedValue) <= half + 1e-9
    })

    expect(found.length).toBeGreaterThan(0)
    // Early exercise, which the distribution at expiration leaves out, moves one.
    expect(found.length - fair.length).toBeLessThanOrEqual(1)
  })

  it('are those of the other side with the sign turned', () => {
    for (const template of ['iron_condor', 'straddle', 'call_vertical'] as const) {
      const legs = templateLegs(valued, { template })
      if (!areLegs(legs)) continue
      const [long, short] = [1, -1].map((sign) =>
        strategyFigures(valued, {
          ...USUAL,
          legs: legs.map((leg) => ({ ...leg, quantity: sign * leg.quantity, price: null })),
        }),
      )

      expect(short!.costs.atMid).toBeCloseTo(-long!.costs.atMid, 8)
      expect(short!.costs.atAsk).toBeCloseTo(-long!.costs.atBid, 8)
      expect(short!.greeks).toEqual(
        Object.fromEntries(Object.entries(long!.greeks).map(([name, value]) => [name, near(-value)])),
      )
      expect(short!.limits.maxLossUnlimited).toBe(long!.limits.maxProfitUnlimited)
      const [own, other] = [long!, short!].map(({ outcomes }) => outcomes[0]!)
      expect(other!.expectedValue).toBeCloseTo(-own!.expectedValue, 4)
      expect(other!.probabilityOfProfit).toBeCloseTo(1 - own!.probabilityOfProfit, 6)
    }
  })

  it('touch a price at least as often as they end beyond it, and never beyond the bound', () => {
    for (const template of ['iron_condor', 'strangle', 'calendar'] as const) {
      for (const { closeBeyond, probability, upperBound } of figuresOf(valued, { template })?.touch ?? []) {
        expect(probability).toBeGreaterThanOrEqual(closeBeyond)
        expect(probability).toBeLessThanOrEqual(upperBound + 1e-12)
        expect(upperBound).toBeLessThanOrEqual(1)
      }
    }
  })
})
