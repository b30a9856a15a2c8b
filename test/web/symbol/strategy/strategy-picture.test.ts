import { describe, expect, it } from 'vitest'
import { listedExpirations, matchingRows, optionRow } from '../../../../src/analytics/domain/chain/option-chain-rows.ts'
import { chainLegs } from '../../../../src/analytics/domain/strategies/chain-legs.ts'
import { uncoveredRate } from '../../../../src/analytics/domain/strategies/margin.ts'
import { strategyFigures } from '../../../../src/analytics/domain/strategies/strategy-figures.ts'
import { type ValuedChain, valuedChain } from '../../../../src/analytics/domain/valuation/chain-valuation.ts'
import { chartSpan, chartView } from '../../../../src/web/symbol/strategy/chart-view.ts'
import { strategyPicture } from '../../../../src/web/symbol/strategy/strategy-picture.ts'
import { readState } from '../../../../src/web/symbol/strategy/strategy-state.ts'
import { builtLeg, type Chain, freeStrikes, movedTo } from '../../../../src/web/symbol/strategy/wire-legs.ts'
import { syntheticChain } from '../../../support/market/synthetic-chain.ts'

const CONDOR = ['1 SPY261218P00560000', '-1 SPY261218P00580000', '-1 SPY261218C00620000', '1 SPY261218C00640000']
const CALENDAR = ['-1 SPY261218C00600000', '1 SPY270115C00600000']
const COVERED = ['100 stock', '-1 SPY261218C00620000 @ 4.5']
const SPOT = 600

const valued = valuedChain(
  syntheticChain({ root: 'SPY', volatility: (strike) => 0.18 - 0.15 * Math.log(strike / SPOT) }),
)
const chains = new Map(['2026-12-18', '2027-01-15'].map((date) => [date, chainOf(valued, date)]))

/** As the service answers it. */
function chainOf(of: ValuedChain, expirationDate: string): Chain {
  const rows = matchingRows(of, { expirationDate })
  return {
    underlying_price: of.spot,
    expirations: listedExpirations(of, rows),
    data: rows.map((row) => optionRow(of, row)),
  }
}

function pictureOf(texts: readonly string[]) {
  const legs = texts.flatMap((text) => builtLeg(text, chains, SPOT).leg ?? [])
  const { years } = chartView(null, texts, legs, '2026-11-20')
  const margin = { spot: SPOT, rate: uncoveredRate('SPY') }
  return strategyPicture(legs, { spot: SPOT, ...chartSpan(legs, SPOT), years, ivPoints: 0, margin, below: null })
}

function answerOf(texts: readonly string[]) {
  const { legs } = chainLegs(valued, texts)
  const grid = { priceSteps: 5, dateSteps: 1, ivShifts: [0] }
  return strategyFigures(valued, { legs, fill: 0, realized: 0.2, cashSecured: false, ...grid })
}

describe('the picture of a strategy in the browser', () => {
  it.each([
    ['an iron condor', CONDOR],
    ['a calendar', CALENDAR],
    ['a covered call at a price of one’s own', COVERED],
  ])('has the figures of the service for %s', (_name, texts) => {
    const { costs, limits, greeks, margin } = pictureOf(texts)
    const expected = answerOf(texts)
    const near = (value: number, other: number) => expect(value).toBeCloseTo(other, 1)

    near(costs.atPrices, expected.costs.atPrices)
    near(limits.maxProfit, expected.limits.maxProfit)
    near(limits.maxLoss, expected.limits.maxLoss)
    expect(limits.breakEvens).toHaveLength(expected.limits.breakEvens.length)
    for (const [index, price] of limits.breakEvens.entries()) near(price, expected.limits.breakEvens[index] ?? 0)
    near(greeks.delta, expected.greeks.delta)
    near(greeks.theta, expected.greeks.theta)
    near(margin.requirement, expected.margin.requirement)
  })

  it('has a price at each strike and break-even, and no profit where profit ends', () => {
    const { prices, atExpiration, limits } = pictureOf(CONDOR)

    for (const strike of [560, 580, 620, 640]) expect(prices).toContain(strike)
    for (const price of limits.breakEvens) {
      expect(atExpiration[prices.indexOf(price)]).toBeCloseTo(0, 6)
    }
    expect(Math.max(...atExpiration)).toBeCloseTo(limits.maxProfit, 6)
  })
})

describe('a leg that moves', () => {
  it('reaches the strikes of its own kind that have a quote and no other leg', () => {
    const [long, short] = CONDOR.map((text) => builtLeg(text, chains, SPOT).parsed)
    const strikes = freeStrikes(long!, [short!], chains)

    expect(strikes).toContain(560)
    expect(strikes).not.toContain(580)
    expect(strikes).toHaveLength(40)
  })

  it('drops a price that belonged to the strike before', () => {
    const leg = builtLeg('-1 SPY261218C00620000 @ 4.5', chains, SPOT).parsed!

    expect(movedTo(leg, 620).price).toBe(4.5)
    expect(movedTo(leg, 625)).toMatchObject({ price: null, contract: { strike: 625 } })
  })

  it('has no value where the chain has no such contract, and none that is no leg', () => {
    expect(builtLeg('1 SPY261218C00621000', chains, SPOT).leg).toBeNull()
    expect(builtLeg('one call', chains, SPOT)).toMatchObject({ parsed: null, leg: null })
  })
})

describe('the strategy of an address', () => {
  it('is its legs, shift and date, without values out of range', () => {
    expect(readState({ legs: `${CONDOR[0]}, ${CONDOR[1]}`, iv: '-5', on: '2026-12-04' })).toEqual({
      legs: CONDOR.slice(0, 2),
      iv: -5,
      on: '2026-12-04',
    })
    expect(readState({ iv: '400', on: 'tomorrow' })).toEqual({ legs: [], iv: 0, on: null })
  })
})
