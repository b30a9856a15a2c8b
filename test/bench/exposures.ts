import { selectedRows } from '../../src/analytics/domain/chain/expiration-filter.ts'
import { exposures, PER_ONE_PERCENT, sharesOf } from '../../src/analytics/domain/exposures/exposures.ts'
import { gammaProfile } from '../../src/analytics/domain/exposures/gamma-profile.ts'
import { exposuresByExpiration, exposuresByStrike } from '../../src/analytics/domain/exposures/grouped-exposures.ts'
import { scenarioFigures } from '../../src/analytics/domain/exposures/scenario.ts'
import { valuedChain } from '../../src/analytics/domain/valuation/chain-valuation.ts'
import { addDays } from '../../src/lib/time/civil-date.ts'
import { syntheticChain } from '../support/market/synthetic-chain.ts'
import type { Figure } from './figure.ts'
import { shortest } from './pricing-figures.ts'

const SPOT = 5000
const NINE_MOVES = {
  pricePct: [-10, -5, -3, -1, 0, 1, 3, 5, 10],
  ivPoints: 2,
  skewPoints: 1,
  termScaling: 'none',
  days: 1,
} as const

/** Exposures and the gamma flip of an index chain of 20,000 contracts whose greeks are known. */
export function exposureFigures(): Figure[] {
  const valued = valuedChain(indexChain())
  const selected = selectedRows(valued, {})
  const grouped = shortest(40, () => {
    const total = exposures(valued, selected)
    const byStrike = exposuresByStrike(valued, selected)
    const byExpiration = exposuresByExpiration(valued, selected, valued.expirations.length)
    return total.netGex + (byStrike.callGex[10] ?? 0) + (byExpiration.putGex[10] ?? 0)
  })
  const summed = shortest(40, () => netGexOf(valued))
  const flip = shortest(15, () => gammaProfile(valued, selected).roots[0] ?? 0)
  const moves = shortest(5, () => scenarioFigures(valued, NINE_MOVES).answer.rows[0]?.net_gex ?? 0)
  return [
    {
      name: `exposures of ${valued.chain.contracts.count} contracts, in all, by strike and by expiration`,
      value: grouped / 1e6,
      unit: 'ms',
      goal: '≤ 2, aim 0.5',
      anchor: { name: 'one plain sum of gamma × open interest', value: summed / 1e6 },
    },
    { name: 'gamma profile and flip of that chain by repricing', value: flip / 1e6, unit: 'ms', goal: '≤ 20, aim 8' },
    {
      name: 'nine scenarios of that chain',
      value: moves / 1e6,
      unit: 'ms',
      goal: '≤ 100',
      anchor: { name: 'its gamma profile and flip', value: flip / 1e6 },
    },
  ]
}

function netGexOf(valued: ReturnType<typeof valuedChain>): number {
  const { contracts } = valued.chain
  let sum = 0
  for (let row = 0; row < contracts.count; row++) {
    const gamma = valued.gamma[row] ?? Number.NaN
    if (valued.counted[row] === 1 && !Number.isNaN(gamma)) {
      sum += (contracts.isCall[row] === 1 ? 1 : -1) * gamma * sharesOf(contracts, row)
    }
  }
  return sum * valued.spot * valued.spot * PER_ONE_PERCENT
}

/** 40 expirations of 250 strikes, calls beside puts. */
function indexChain() {
  const dates = Array.from({ length: 40 }, (_, index) => addDays('2026-11-23', Math.round(index + 0.3 * index * index)))
  const strikes = Array.from({ length: 250 }, (_, index) => 3750 + 10 * index)
  const volatility = (strike: number, years: number) => 0.14 + 0.02 * Math.sqrt(years) - 0.1 * Math.log(strike / SPOT)
  return syntheticChain({ root: 'XSP', spot: SPOT, dates, strikes, volatility, change: withInterest })
}

/** Calls stand above the price and puts below it, so that net gamma changes its sign. */
function withInterest<Row extends { readonly strike: number; readonly optionType: 'call' | 'put' }>(row: Row) {
  const distance = (row.strike - SPOT) / 300 - (row.optionType === 'call' ? 0.5 : -0.5)
  return { ...row, openInterest: Math.round(2000 / (1 + distance * distance)) }
}
