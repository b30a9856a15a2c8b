import { describe, expect, it } from 'vitest'
import {
  blackPrice,
  type Greeks,
  PER_CALENDAR_DAY,
  PER_RATE_POINT,
  PER_VOLATILITY_POINT,
} from '../../src/pricing/european/black.ts'
import { americanPrice } from '../oracles/american-price.ts'
import { blackGreeks } from '../oracles/black-greeks.ts'
import { sharedDataExists } from '../support/market/shared-data.ts'
import { miss, misses, readVectors } from '../support/market/vectors.ts'

interface Published {
  readonly type: 'call' | 'put'
  readonly S: number
  readonly K: number
  readonly T: number
  readonly r: number
  readonly q: number
  readonly sigma: number
  readonly value: number
  readonly tol?: number
}

interface PublishedGreek extends Published {
  readonly greek: string
}

interface HullCase extends Published {
  readonly source: string
  readonly american?: boolean
  readonly more?: Readonly<Record<string, number>>
}

interface Tables {
  readonly haug_european: readonly Published[]
  readonly haug_greeks: readonly PublishedGreek[]
  readonly hull: readonly HullCase[]
  readonly haug_baw: readonly Published[]
  readonly ju1999_exhibits_3_6: readonly Published[]
}

function greeksOf(row: Published): Greeks {
  return blackGreeks(
    row.type === 'call',
    row.S,
    row.S * Math.exp((row.r - row.q) * row.T),
    row.K,
    row.T,
    row.sigma,
    row.r,
  )
}

function american(row: Published): number {
  return americanPrice(row.type === 'call', row.S, row.K, row.T, row.sigma, row.r, row.q)
}

/** Half a unit of the last printed digit. */
function printed(value: number): number {
  const digits = String(value).split('.')[1]?.length ?? 0
  return 0.5 * 10 ** -digits * (1 + 1e-9)
}

describe.skipIf(!sharedDataExists)('published tables', () => {
  it('prices of Haug 1998', () => {
    const { haug_european: rows } = readVectors<Tables>('f_published.json')

    const lines = rows.map((row) => {
      const forward = row.S * Math.exp((row.r - row.q) * row.T)
      const price = blackPrice(row.type === 'call', forward, row.K, row.T, row.sigma, Math.exp(-row.r * row.T))
      return miss(row, 'price', row.value, price, row.tol ?? printed(row.value))
    })

    expect(rows).toHaveLength(43)
    expect(misses(lines)).toEqual([])
  })

  it('greeks of Haug 1998, per unit and year as printed', () => {
    const { haug_greeks: rows } = readVectors<Tables>('f_published.json')
    const units: Readonly<Record<string, (greeks: Greeks, row: Published) => number>> = {
      delta: ({ delta }) => delta,
      gamma: ({ gamma }) => gamma,
      'vegaPer1.00': ({ vega }) => vega / PER_VOLATILITY_POINT,
      thetaPerYear: ({ theta }) => theta / PER_CALENDAR_DAY,
      thetaPerDay365: ({ theta }) => theta,
      'rhoPer1.00': ({ rho }) => rho / PER_RATE_POINT,
      elasticity: ({ delta, price }, row) => (delta * row.S) / price,
    }

    const known = rows.filter((row) => units[row.greek] !== undefined)
    const lines = known.map((row) =>
      miss(
        row,
        row.greek,
        row.value,
        units[row.greek]?.(greeksOf(row), row) ?? Number.NaN,
        row.tol ?? printed(row.value),
      ),
    )

    expect(known).toHaveLength(10)
    expect(misses(lines)).toEqual([])
  })

  it('worked examples of Hull', () => {
    const { hull: rows } = readVectors<Tables>('f_published.json')

    const lines = rows.map((row) =>
      miss(
        row,
        'price',
        row.value,
        row.american === true ? american(row) : greeksOf(row).price,
        row.tol ?? printed(row.value),
      ),
    )

    expect(rows).toHaveLength(3)
    expect(misses(lines)).toEqual([])
  })

  it('the approximations of Barone-Adesi-Whaley and of Ju lie near the American price, as they should', () => {
    const tables = readVectors<Tables>('f_published.json')
    const farthest = (rows: readonly Published[]) =>
      Math.max(...rows.map((row) => Math.abs(american(row) - row.value) / row.K))

    expect(farthest(tables.haug_baw)).toBeLessThan(2e-3)
    expect(farthest(tables.ju1999_exhibits_3_6)).toBeLessThan(1.5e-3)
  })
})
