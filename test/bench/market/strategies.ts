import { smoothSmile } from '../../../src/analytics/domain/distribution/smooth-smile.ts'
import { gexParts } from '../../../src/analytics/domain/exposures/gex-parts.ts'
import { legFromRow } from '../../../src/analytics/domain/strategies/leg-from-row.ts'
import { uncoveredRate } from '../../../src/analytics/domain/strategies/margin.ts'
import { type StrategyQuery, strategyFigures } from '../../../src/analytics/domain/strategies/strategy-figures.ts'
import { type ValuedChain, valuedChain } from '../../../src/analytics/domain/valuation/chain-valuation.ts'
import { addDays } from '../../../src/lib/time/civil-date.ts'
import { blackPrice } from '../../../src/pricing/european/black.ts'
import { strategyPicture } from '../../../src/web/symbol/strategy/strategy-picture.ts'
import { syntheticChain } from '../../support/market/synthetic-chain.ts'
import type { Figure } from '../figure.ts'
import { shortest } from '../pricing-figures.ts'

const PRICES = 1e4

/** Strategies of eight legs, and the distribution that a smile implies. */
export function figures(): Figure[] {
  const [european, american] = ['XSP', 'SPY'].map((root) => valuedChain(syntheticChain({ root, volatility })))
  const anchor = { name: '10,000 prices by Black 1976', value: shortest(20, tenThousandPrices) / 1e6 }
  // With tables that no other figure has made yet.
  const cold = shortest(1, () => analysed(american!))
  const warm = shortest(20, () => analysed(american!))
  const drag = shortest(20, dragged(american!))
  const distribution = shortest(40, () => {
    const { slice, forward } = european!.expirations[1]!
    return smoothSmile(slice!, forward)?.distribution.tailMass ?? 0
  })
  const [earlier, later] = ['2026-11-19T20:00:00Z', '2026-11-20T20:00:00Z'].map(tenThousand)
  const parts = shortest(5, () => gexParts(earlier!, later!).price)
  return [
    { name: 'a strategy of 8 American legs, cold tables', value: cold / 1e6, unit: 'ms', goal: '≤ 150', anchor },
    { name: 'the same, warm', value: warm / 1e6, unit: 'ms', goal: '≤ 10', anchor },
    { name: 'the curves and figures of a dragged iron condor', value: drag / 1e6, unit: 'ms', goal: '≤ 16', anchor },
    { name: 'implied distribution of a smile', value: distribution / 1e6, unit: 'ms', goal: '≤ 2', anchor },
    { name: 'parts of a change between chains of 10,000', value: parts / 1e6, unit: 'ms', goal: '≤ 150', anchor },
  ]
}

/** What the builder computes for each strike that a leg passes: here the next one each time. */
function dragged(valued: ValuedChain): () => number {
  const rows = [580, 590, 610, 620].map((strike, index) => rowOf(valued, strike, index < 2 ? 'P' : 'C'))
  const quantities = [1, -1, -1, 1]
  const margin = { spot: valued.spot, rate: uncoveredRate('SPY') }
  const terms = { spot: valued.spot, low: 500, high: 700, years: 0.03, ivPoints: 2, margin, below: null }
  let step = 0
  return () => {
    step += 1
    const moved = rows.map((row, index) => (index === 1 ? rowOf(valued, 560 + 5 * (step % 5), 'P') : row))
    const legs = moved.map((row, index) =>
      legFromRow(valued, { quantity: quantities[index] ?? 1, row, price: null }, 0),
    )
    return strategyPicture(legs, terms).costs.atMid
  }
}

function rowOf({ chain }: ValuedChain, strike: number, right: 'P' | 'C'): number {
  const name = `${right}${String(1000 * strike).padStart(8, '0')}`
  return chain.contracts.optionSymbols.findIndex((symbol) => symbol.endsWith(name))
}

/** Of American contracts. */
function tenThousand(asOf: string): ValuedChain {
  const dates = Array.from({ length: 25 }, (_, index) => addDays('2026-12-04', 7 * index))
  const strikes = Array.from({ length: 200 }, (_, index) => 500 + index)
  return valuedChain(syntheticChain({ root: 'SPY', asOf, dates, strikes, volatility }))
}

function volatility(strike: number, years: number): number {
  return 0.18 + 0.02 * Math.sqrt(years) - 0.15 * Math.log(strike / 600)
}

function tenThousandPrices(): number {
  let sum = 0
  for (let index = 0; index < PRICES; index++) sum += blackPrice(true, 600, 500 + 0.02 * index, 0.25, 0.2, 0.99)
  return sum
}

/** Four calls and four puts of the first two expirations, on a grid of six dates. */
function analysed(valued: ValuedChain): number {
  const { contracts } = valued.chain
  const rows = Array.from({ length: contracts.count }, (_, row) => row).filter(
    (row) => (contracts.expirationIndex[row] ?? 9) < 2 && (contracts.strike[row] ?? 0) % 20 === 0,
  )
  const legs = rows.slice(10, 18).map((row, index) => ({ row, quantity: index % 2 === 0 ? 1 : -1, price: null }))
  const query: StrategyQuery = {
    legs,
    fill: 0,
    realized: 0.2,
    priceSteps: 21,
    dateSteps: 6,
    ivShifts: [0],
    cashSecured: false,
  }
  return strategyFigures(valued, query).costs.atMid
}
