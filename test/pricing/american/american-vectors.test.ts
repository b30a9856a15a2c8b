import { describe, expect, it } from 'vitest'
import { evaluateAmericanGreeks, invertAmericanVolatilities } from '../../../src/pricing/american/american-columns.ts'
import { exerciseScheme } from '../../../src/pricing/american/exercise-scheme.ts'
import { exerciseTable } from '../../../src/pricing/american/exercise-table.ts'
import { greekColumns } from '../../../src/pricing/contract-columns.ts'
import { blackPrice, PER_VOLATILITY_POINT } from '../../../src/pricing/european/black.ts'
import { IV_STATUSES } from '../../../src/pricing/european/implied-volatility.ts'
import { americanDividendPrice } from '../../oracles/american-dividend-pde.ts'
import { americanPrice } from '../../oracles/american-price.ts'
import { expirationTerms } from '../../oracles/expiration-terms.ts'
import { caseOf, type DividendCase } from '../../support/market/dividend-vectors.ts'
import { sharedDataExists } from '../../support/market/shared-data.ts'
import { miss, misses, readVectors } from '../../support/market/vectors.ts'

interface AmericanCase {
  readonly i: number
  readonly type: 'call' | 'put'
  readonly S: number
  readonly K: number
  readonly T: number
  readonly r: number
  readonly q: number
  readonly sigma: number
  readonly price: number
  readonly delta: number
  readonly gamma: number
  readonly vega: number
  readonly inExerciseRegion: boolean
}

interface DividendResult {
  readonly price: number
  readonly delta: number
}

interface ModelCase extends DividendCase {
  readonly spotModel: DividendResult
  readonly europeanEscrowedAnalytic: number
}

interface Premium extends Omit<AmericanCase, 'price'> {
  readonly fp: string
  readonly earlyExercisePremium: number
  readonly tol: number
}

/** Price, greeks and the volatility of the reference price, from the table of the contract's own expiration. */
function fromTable(row: AmericanCase) {
  const isCall = row.type === 'call'
  const forward = row.S * Math.exp((row.r - row.q) * row.T)
  const terms = expirationTerms(row.S, Float64Array.of(forward), Float64Array.of(row.r), Float64Array.of(row.T))
  const rows = {
    count: 1,
    expirationIndex: Uint16Array.of(0),
    isCall: Uint8Array.of(isCall ? 1 : 0),
    strike: Float64Array.of(row.K),
  }
  const table = exerciseTable(isCall, row.T, row.r, row.q, false)
  const tables = { calls: [isCall ? table : null], puts: [isCall ? null : table] }
  const out = greekColumns(1)
  evaluateAmericanGreeks(terms, tables, rows, Float64Array.of(row.sigma), out)
  const volatility = new Float64Array(1)
  const status = new Uint8Array(1)
  const price = row.inExerciseRegion ? Math.abs(row.S - row.K) : row.price
  invertAmericanVolatilities(terms, tables, rows, Float64Array.of(price), volatility, status)
  const value = (column: Float64Array) => column[0] ?? Number.NaN
  return {
    row,
    price: value(out.price),
    delta: value(out.delta),
    gamma: value(out.gamma),
    vega: value(out.vega) / PER_VOLATILITY_POINT,
    volatility: value(volatility),
    status: IV_STATUSES[status[0] ?? 0],
  }
}

/** Within 1e-8 of the strike of exercise at once the reference itself cannot tell which side of the boundary it is on. */
function onTheBoundary(row: AmericanCase): boolean {
  const intrinsic = row.type === 'call' ? row.S - row.K : row.K - row.S
  return !row.inExerciseRegion && intrinsic > 0 && row.price - intrinsic < 1e-8 * row.K
}

describe.skipIf(!sharedDataExists)('American options against the integral equation solved to 1e-8', () => {
  it('prices five hundred contracts within 1e-6 of the strike by the single shot', () => {
    const { cases } = readVectors<{ cases: AmericanCase[] }>('b_american.json')

    const lines = cases.map((row) =>
      miss(
        row,
        'price',
        row.price,
        americanPrice(row.type === 'call', row.S, row.K, row.T, row.sigma, row.r, row.q),
        1e-6 * row.K,
      ),
    )

    expect(cases).toHaveLength(500)
    expect(misses(lines)).toEqual([])
  })

  it('prices them within 1e-6 of the strike from the table, with delta, gamma, vega and volatility', {
    timeout: 120_000,
  }, () => {
    const { cases } = readVectors<{ cases: AmericanCase[] }>('b_american.json')

    const lines = cases.map(fromTable).flatMap(({ row, price, delta, gamma, vega, volatility, status }) => {
      const near = miss(row, 'price', row.price, price, 1e-6 * row.K)
      if (row.inExerciseRegion)
        return [near, status === 'at_intrinsic' ? null : `case ${row.i} to exercise is ${status}`]
      if (onTheBoundary(row)) return [near]
      return [
        near,
        miss(row, 'delta', row.delta, delta, 1e-4),
        miss(row, 'gamma', row.gamma, gamma, 1e-2 * row.gamma),
        miss(row, 'vega', row.vega, vega, 1e-3 * row.vega),
        row.vega < 1e-2 * row.S ? null : miss(row, 'volatility', row.sigma, volatility, (2e-6 * row.K) / row.vega),
      ]
    })

    expect(cases.filter(onTheBoundary).length).toBeLessThanOrEqual(4)
    expect(misses(lines)).toEqual([])
  })

  it('reproduces the published premiums of Andersen, Lake and Offengenden', () => {
    const { andersen_lake_offengenden: published } = readVectors<{ andersen_lake_offengenden: Premium[] }>(
      'f_published.json',
    )
    const scheme = exerciseScheme(32, 101, 60, 301)

    const lines = published.map((row) => {
      const american = americanPrice(row.type === 'call', row.S, row.K, row.T, row.sigma, row.r, row.q, scheme)
      const forward = row.S * Math.exp((row.r - row.q) * row.T)
      const european = blackPrice(row.type === 'call', forward, row.K, row.T, row.sigma, Math.exp(-row.r * row.T))
      return miss(row, 'premium', row.earlyExercisePremium, american - european, row.tol)
    })

    expect(published.length).toBeGreaterThan(0)
    expect(misses(lines)).toEqual([])
  })
})

describe.skipIf(!sharedDataExists)(
  'American options with cash dividends against finite differences on a fine grid',
  () => {
    it.each(['spot', 'escrowed'] as const)('prices the %s model within 1e-4 of the spot', (model) => {
      const { cases } = readVectors<{ cases: ModelCase[] }>('c_american_discrete_dividends.json')

      const lines = cases.flatMap((row) => {
        const expected = model === 'spot' ? row.spotModel : row.escrowedModel
        const { contract, dividends } = caseOf(row)
        const { price, delta } = americanDividendPrice(contract, dividends, model)
        return [
          miss(row, 'price', expected.price, price, 1e-4 * row.S),
          miss(row, 'delta', expected.delta, delta, 1e-3),
          price >= row.europeanEscrowedAnalytic - 1e-4 * row.S || model === 'spot'
            ? null
            : `case ${row.i} below European`,
        ]
      })

      expect(cases).toHaveLength(150)
      expect(misses(lines)).toEqual([])
    })
  },
)
