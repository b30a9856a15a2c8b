import { findStrategies } from '../../../src/analytics/domain/strategies/search/find-strategies.ts'
import { SEARCHED_TEMPLATES, type SearchQuery } from '../../../src/analytics/domain/strategies/search/search-query.ts'
import { type ValuedChain, valuedChain } from '../../../src/analytics/domain/valuation/chain-valuation.ts'
import { addDays } from '../../../src/lib/time/civil-date.ts'
import { blackPrice } from '../../../src/pricing/european/black.ts'
import { syntheticChain } from '../../support/market/synthetic-chain.ts'
import type { Figure } from '../figure.ts'
import { shortest } from '../pricing-figures.ts'

const PRICES = 1e5

/** All structures of limited loss of an index chain, ranked for a thesis. */
export function figures(): Figure[] {
  const dates = Array.from({ length: 12 }, (_, index) => addDays('2026-12-18', 7 * index))
  const strikes = Array.from({ length: 160 }, (_, index) => 520 + index)
  const valued = valuedChain(syntheticChain({ dates, strikes, volatility: smile }))
  const query = queryOf(valued)
  const { considered } = findStrategies(valued, query)
  const each = shortest(3, () => findStrategies(valued, query).considered) / considered
  const anchor = { name: '100,000 prices by Black 1976', value: shortest(10, prices) / 1e6 }
  return [
    {
      name: `1,000,000 structures ranked, of ${Math.round(considered / 1e5) / 10} million`,
      value: each,
      unit: 'ms',
      goal: '≤ 1000, aim 300',
      anchor,
    },
  ]
}

function queryOf({ expirations, spot }: ValuedChain): SearchQuery {
  return {
    targetPrice: null,
    direction: 'bullish',
    targetDate: '2026-12-18',
    targetYears: expirations[0]?.yearsToExpiry ?? 0,
    maxLoss: 20 * spot,
    ivPoints: 0,
    templates: SEARCHED_TEMPLATES,
    prefer: 'balanced',
    dteMax: 120,
    minOpenInterest: 10,
    maxSpreadPct: 10,
    limit: 8,
  }
}

function smile(strike: number): number {
  return 0.2 - 0.15 * Math.log(strike / 600)
}

function prices(): number {
  let sum = 0
  for (let index = 0; index < PRICES; index++) sum += blackPrice(true, 600, 500 + 0.002 * index, 0.25, 0.2, 0.99)
  return sum
}
