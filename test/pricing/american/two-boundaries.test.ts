import { describe, expect, it } from 'vitest'
import {
  type ExerciseTables,
  evaluateAmericanGreeks,
  invertAmericanVolatilities,
} from '../../../src/pricing/american/american-columns.ts'
import { exerciseTable } from '../../../src/pricing/american/exercise-table.ts'
import { type ContractRows, greekColumns } from '../../../src/pricing/contract-columns.ts'
import { evaluateGreeks } from '../../../src/pricing/european/greek-columns.ts'
import { IV_STATUSES } from '../../../src/pricing/european/implied-volatility.ts'
import { americanDividendPrice } from '../../oracles/american-dividend-pde.ts'
import { expirationTerms } from '../../oracles/expiration-terms.ts'
import { miss, misses } from '../../support/market/vectors.ts'
import { sample } from '../../support/sample.ts'

const SPOT = 100
/** Rates of the wrong sign: exercise of the put pays between r/q of the strike and the strike, of the call mirrored. */
const RATES = [
  { isCall: false, rate: -0.01, dividendYield: -0.04 },
  { isCall: false, rate: -0.004, dividendYield: -0.1 },
  { isCall: true, rate: -0.04, dividendYield: -0.01 },
  { isCall: true, rate: -0.06, dividendYield: -0.03 },
] as const
const YEARS = [0.05, 0.5, 2]
const VOLATILITIES = [0.06, 0.2, 0.55]
const PLACES = [-2.5, -1, -0.25, 0.25, 1]
const ORACLE_GRID = { spaceSteps: 900, timeSteps: 3000 }

const cases = RATES.flatMap((rates) =>
  YEARS.map((years) => {
    const { isCall, rate, dividendYield } = rates
    const terms = expirationTerms(
      SPOT,
      Float64Array.of(SPOT * Math.exp((rate - dividendYield) * years)),
      Float64Array.of(rate),
      Float64Array.of(years),
    )
    const table = exerciseTable(isCall, years, rate, dividendYield)
    const tables: ExerciseTables = { calls: [isCall ? table : null], puts: [isCall ? null : table] }
    const contracts = VOLATILITIES.flatMap((volatility) =>
      PLACES.map((place) => ({ volatility, strike: SPOT * Math.exp(-place * volatility * Math.sqrt(years)) })),
    )
    const rows: ContractRows = {
      count: contracts.length,
      expirationIndex: new Uint16Array(contracts.length),
      isCall: new Uint8Array(contracts.length).fill(isCall ? 1 : 0),
      strike: Float64Array.from(contracts, ({ strike }) => strike),
    }
    const volatility = Float64Array.from(contracts, (contract) => contract.volatility)
    return { rates, years, terms, tables, rows, volatility, contracts }
  }),
)

describe('American contracts under rates with two exercise boundaries', () => {
  it.each(sample(cases, 4))('are priced from the table as by finite differences: $rates, $years years', (one) => {
    const out = greekColumns(one.rows.count)
    evaluateAmericanGreeks(one.terms, one.tables, one.rows, one.volatility, out)

    const { isCall, rate, dividendYield } = one.rates
    const lines = one.contracts.flatMap(({ volatility, strike }, i) => {
      const contract = { isCall, spot: SPOT, strike, yearsToExpiry: one.years, volatility, rate, dividendYield }
      const truth = americanDividendPrice(contract, [], 'spot', ORACLE_GRID)
      const scale = Math.max(SPOT, strike)
      return [
        miss(contract, 'price', truth.price, out.price[i] ?? Number.NaN, 6e-5 * scale),
        miss(contract, 'delta', truth.delta, out.delta[i] ?? Number.NaN, 2e-3),
      ]
    })
    expect(misses(lines)).toEqual([])
  })

  it('are worth more than the European ones, and never less than exercise', () => {
    let gained = 0
    for (const { terms, tables, rows, volatility, rates } of cases) {
      const out = greekColumns(rows.count)
      const european = greekColumns(rows.count)
      evaluateAmericanGreeks(terms, tables, rows, volatility, out)
      evaluateGreeks(terms, rows, volatility, european)
      for (let i = 0; i < rows.count; i++) {
        const strike = rows.strike[i] ?? 0
        const intrinsic = rates.isCall ? SPOT - strike : strike - SPOT
        expect(out.price[i]).toBeGreaterThanOrEqual(Math.max(intrinsic, european.price[i] ?? 0) - 1e-9)
        gained = Math.max(gained, ((out.price[i] ?? 0) - (european.price[i] ?? 0)) / strike)
      }
    }
    expect(gained).toBeGreaterThan(0.01)
  })

  it('give back the volatilities of their prices', () => {
    for (const { terms, tables, rows, volatility, rates } of cases) {
      const out = greekColumns(rows.count)
      evaluateAmericanGreeks(terms, tables, rows, volatility, out)
      const found = new Float64Array(rows.count)
      const status = new Uint8Array(rows.count)

      invertAmericanVolatilities(terms, tables, rows, out.price, found, status)

      for (let i = 0; i < rows.count; i++) {
        // A tenth of a cent per point of volatility is not enough to find it.
        if ((out.vega[i] ?? 0) < 1e-3) continue
        expect(IV_STATUSES[status[i] ?? 0], JSON.stringify({ rates, i })).toBe('ok')
        expect(Math.abs((found[i] ?? 0) / (volatility[i] ?? 0) - 1)).toBeLessThan(1e-6)
      }
    }
  })
})
