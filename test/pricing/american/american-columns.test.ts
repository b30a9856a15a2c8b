import { describe, expect, it } from 'vitest'
import {
  type ExerciseTables,
  evaluateAmericanGreeks,
  invertAmericanVolatilities,
} from '../../../src/pricing/american/american-columns.ts'
import { exerciseScheme } from '../../../src/pricing/american/exercise-scheme.ts'
import { exerciseTable } from '../../../src/pricing/american/exercise-table.ts'
import { type ContractRows, type ExpirationTerms, greekColumns } from '../../../src/pricing/contract-columns.ts'
import { PER_CALENDAR_DAY, PER_RATE_POINT, PER_VOLATILITY_POINT } from '../../../src/pricing/european/black.ts'
import { evaluateGreeks } from '../../../src/pricing/european/greek-columns.ts'
import { IV_STATUSES } from '../../../src/pricing/european/implied-volatility.ts'
import { americanPrice } from '../../oracles/american-price.ts'
import { exerciseTables } from '../../oracles/exercise-tables.ts'
import { expirationTerms } from '../../oracles/expiration-terms.ts'
import { miss, misses } from '../../support/market/vectors.ts'

const SPOT = 450
const YEARS = [5 / 365, 0.3, 1.5]
const RATE = 0.043
const YIELD = 0.013
const terms = termsAt(SPOT)
const tables = exerciseTables(terms)

function termsAt(spot: number, rate = RATE): ExpirationTerms {
  return expirationTerms(
    spot,
    Float64Array.from(YEARS, (years) => spot * Math.exp((rate - YIELD) * years)),
    new Float64Array(YEARS.length).fill(rate),
    Float64Array.from(YEARS),
  )
}

interface Row {
  readonly e: number
  readonly isCall: boolean
  readonly strike: number
  readonly sigma: number
}

const ladder: readonly Row[] = YEARS.flatMap((years, e) =>
  Array.from({ length: 25 }, (_, k) => (k - 12) / 4).flatMap((distance) => {
    const sigma = 0.19 - 0.02 * distance
    const strike = SPOT * Math.exp(distance * 0.2 * Math.sqrt(years))
    return [true, false].map((isCall) => ({ e, isCall, strike, sigma }))
  }),
)

function columnsOf(rows: readonly Row[]): { rows: ContractRows; volatility: Float64Array } {
  return {
    rows: {
      count: rows.length,
      expirationIndex: Uint16Array.from(rows, ({ e }) => e),
      isCall: Uint8Array.from(rows, ({ isCall }) => (isCall ? 1 : 0)),
      strike: Float64Array.from(rows, ({ strike }) => strike),
    },
    volatility: Float64Array.from(rows, ({ sigma }) => sigma),
  }
}

function evaluate(rows: readonly Row[], at: ExpirationTerms = terms, from: ExerciseTables = tables) {
  const columns = columnsOf(rows)
  const out = greekColumns(rows.length)
  evaluateAmericanGreeks(at, from, columns.rows, columns.volatility, out)
  return out
}

function invert(rows: readonly Row[], price: Float64Array, at: ExpirationTerms = terms, from: ExerciseTables = tables) {
  const volatility = new Float64Array(rows.length)
  const status = new Uint8Array(rows.length)
  invertAmericanVolatilities(at, from, columnsOf(rows).rows, price, volatility, status)
  return { volatility, status: Array.from(status, (code) => IV_STATUSES[code]) }
}

function singleShot({ e, isCall, strike, sigma }: Row, spot = SPOT, years = YEARS[e] ?? 0, rate = RATE): number {
  return americanPrice(isCall, spot, strike, years, sigma, rate, YIELD, FINE)
}

const FINE = exerciseScheme(16, 31, 16, 61)

describe('American pass', () => {
  it('prices a chain from its tables as the single shot does', () => {
    const out = evaluate(ladder)

    const lines = ladder.map((row, i) => miss(row, 'price', singleShot(row), out.price[i] ?? Number.NaN, 1e-6 * SPOT))
    expect(misses(lines)).toEqual([])
  })

  it('never prices below the European pass', () => {
    const out = evaluate(ladder)
    const european = greekColumns(ladder.length)
    const { rows, volatility } = columnsOf(ladder)

    evaluateGreeks(terms, rows, volatility, european)

    for (const i of ladder.keys()) {
      expect(out.price[i]).toBeGreaterThanOrEqual((european.price[i] ?? 0) - 1e-12)
      expect(out.price[i]).toBeGreaterThanOrEqual(
        (ladder[i]?.isCall === true ? 1 : -1) * (SPOT - (ladder[i]?.strike ?? 0)) - 1e-12,
      )
    }
  })

  it('recovers the volatilities that made its prices', () => {
    const out = evaluate(ladder)

    const { volatility, status } = invert(ladder, out.price)

    const lines = ladder.map((row, i) => {
      if (status[i] === 'ok') {
        const tolerance = Math.max(1e-11, (1e-11 * SPOT) / Math.max(out.vega[i] ?? 0, 1e-9))
        return miss(row, 'volatility', row.sigma, volatility[i] ?? Number.NaN, tolerance)
      }
      const exercised = out.price[i] === Math.abs(SPOT - row.strike) && Math.abs(out.delta[i] ?? 0) === 1
      return status[i] === 'at_intrinsic' && exercised ? null : `row ${i} is ${status[i]}`
    })
    expect(misses(lines)).toEqual([])
    expect(status.filter((name) => name === 'ok').length).toBeGreaterThan(120)
    expect(status).toContain('at_intrinsic')
  })

  it('has the greeks of the single shot, by difference', () => {
    const out = evaluate(ladder)

    const lines = ladder.flatMap((row, i) => {
      const years = YEARS[row.e] ?? 0
      const price = singleShot(row)
      if (price - Math.abs(SPOT - row.strike) < 0.02 || Math.abs(out.delta[i] ?? 0) > 0.97) return []
      const h = 0.02 * row.sigma * Math.sqrt(years) * SPOT
      const [up, down] = [singleShot(row, SPOT + h), singleShot(row, SPOT - h)]
      const v = 5e-3 * row.sigma
      const wide = singleShot({ ...row, sigma: row.sigma + v })
      const narrow = singleShot({ ...row, sigma: row.sigma - v })
      const t = 5e-3 * years
      const decay = (singleShot(row, SPOT, years - t) - singleShot(row, SPOT, years + t)) / (2 * t)
      const byRate = (singleShot(row, SPOT, years, RATE + 1e-3) - singleShot(row, SPOT, years, RATE - 1e-3)) / 2e-3
      const check = (name: keyof typeof out, expected: number, tolerance: number) =>
        miss(row, name, expected, out[name][i] ?? Number.NaN, tolerance)
      return [
        check('delta', (up - down) / (2 * h), 3e-4),
        check('gamma', (up - 2 * price + down) / (h * h), 2e-3 / (row.sigma * Math.sqrt(years) * SPOT)),
        check('vega', ((wide - narrow) / (2 * v)) * PER_VOLATILITY_POINT, 1e-3 * Math.sqrt(years)),
        check('theta', decay * PER_CALENDAR_DAY, 2e-3 * Math.abs(decay) * PER_CALENDAR_DAY + 1e-4),
        check('rho', byRate * PER_RATE_POINT, 4e-3 * years),
      ]
    })
    expect(misses(lines)).toEqual([])
    expect(lines.length).toBeGreaterThan(200)
  })

  it('has vanna, charm and volga that are the slopes of its own delta and vega', () => {
    const rows = ladder.filter((row) => row.e === 1)
    const out = evaluate(rows)
    const v = 1e-4
    const wide = evaluate(rows.map((row) => ({ ...row, sigma: row.sigma + v })))
    const narrow = evaluate(rows.map((row) => ({ ...row, sigma: row.sigma - v })))
    const years = YEARS[1] ?? 0
    const later = [-1, 1].map((sign) => {
      const moved = years + sign * 1e-3
      const at = expirationTerms(
        SPOT,
        Float64Array.of(SPOT * Math.exp((RATE - YIELD) * moved)),
        Float64Array.of(RATE),
        Float64Array.of(moved),
      )
      return evaluate(
        rows.map((row) => ({ ...row, e: 0 })),
        at,
        exerciseTables(at, false),
      )
    })

    const lines = rows.flatMap((row, i) => {
      if (Math.abs(out.delta[i] ?? 0) > 0.97) return []
      const slope = (column: 'delta' | 'vega') => ((wide[column][i] ?? 0) - (narrow[column][i] ?? 0)) / (2 * v)
      const charm = ((later[0]?.delta[i] ?? 0) - (later[1]?.delta[i] ?? 0)) / 2e-3
      return [
        miss(row, 'vanna', slope('delta') * PER_VOLATILITY_POINT, out.vanna[i] ?? Number.NaN, 1e-5),
        miss(row, 'volga', slope('vega'), out.volga[i] ?? Number.NaN, 1e-3),
        miss(row, 'charm', charm * PER_CALENDAR_DAY, out.charm[i] ?? Number.NaN, 2e-5),
      ]
    })
    expect(misses(lines)).toEqual([])
    expect(lines.length).toBeGreaterThan(90)
  })
})

describe('American status', () => {
  const call = (strike: number): Row => ({ e: 1, isCall: true, strike, sigma: 0.2 })
  const put = (strike: number): Row => ({ e: 1, isCall: false, strike, sigma: 0.2 })

  it.each([
    ['at_intrinsic', put(600), 150],
    ['at_intrinsic', put(300), 0],
    ['below_intrinsic', put(600), 149.9],
    ['below_intrinsic', call(300), 149.9],
    ['above_max', put(460), 460],
    ['above_max', call(400), 450],
    ['invalid_input', call(400), Number.NaN],
    ['invalid_input', call(-1), 10],
    ['ok', put(470), 26],
  ] as const)('is %s', (expected, row, price) => {
    const { volatility, status } = invert([row], Float64Array.of(price))

    expect(status[0]).toBe(expected)
    expect(Number.isNaN(volatility[0])).toBe(expected !== 'ok')
  })

  it('finds a volatility for a put that is worth more than any European one', () => {
    const { volatility, status } = invert([put(460)], Float64Array.of(459.5))

    expect(status[0]).toBe('ok')
    expect(volatility[0]).toBeGreaterThan(3)
    const repriced = americanPrice(false, SPOT, 460, YEARS[1] ?? 0, volatility[0] ?? 0, RATE, YIELD)
    expect(repriced).toBeCloseTo(459.5, 2)
  })

  it('is expired at expiry', () => {
    const expired = expirationTerms(SPOT, Float64Array.of(SPOT), Float64Array.of(RATE), Float64Array.of(0))
    const row = { ...put(460), e: 0 }

    const { volatility, status } = invert([row], Float64Array.of(12), expired, exerciseTables(expired))
    const out = evaluate([row], expired, exerciseTables(expired))

    expect(status[0]).toBe('expired')
    expect(volatility[0]).toBeNaN()
    for (const column of Object.values(out)) expect(column[0]).toBeNaN()
  })
})

describe('off the table', () => {
  it('prices and inverts volatilities below 5 and above 300 percent', () => {
    const rows: Row[] = [
      { e: 1, isCall: false, strike: 452, sigma: 0.03 },
      { e: 2, isCall: true, strike: 450, sigma: 0.02 },
      { e: 0, isCall: false, strike: 430, sigma: 3.6 },
    ]

    const out = evaluate(rows)
    const { volatility, status } = invert(rows, out.price)

    const lines = rows.flatMap((row, i) => [
      miss(row, 'price', singleShot(row), out.price[i] ?? Number.NaN, 1e-5 * SPOT),
      miss(row, 'volatility', row.sigma, volatility[i] ?? Number.NaN, 1e-4 * row.sigma),
    ])
    expect(misses(lines)).toEqual([])
    expect(status).toEqual(['ok', 'ok', 'ok'])
    for (const column of Object.values(out)) for (const value of column) expect(value).not.toBeNaN()
  })

  it('joins the table without a step', () => {
    const steps = [0.05, 3].map((edge) => {
      const [inside, outside] = [edge * 1.00001, edge / 1.00001].sort((a, b) => Math.abs(a - 1) - Math.abs(b - 1))
      const rows = [inside, outside].map((sigma) => ({ e: 1, isCall: false, strike: 452, sigma: sigma ?? 0 }))
      const { price, delta } = evaluate(rows)
      return [(price[0] ?? 0) - (price[1] ?? 0), (delta[0] ?? 0) - (delta[1] ?? 0)].map(Math.abs)
    })

    expect(Math.max(...steps.map(([price]) => price ?? 1))).toBeLessThan(1e-2)
    expect(Math.max(...steps.map(([, delta]) => delta ?? 1))).toBeLessThan(1e-3)
  })
})

describe('exercise table', () => {
  it('is absent where exercise before expiry is worth nothing', () => {
    expect(exerciseTable(false, 1, 0, 0.02)).toBeNull()
    expect(exerciseTable(false, 1, -0.01, 0.02)).toBeNull()
    expect(exerciseTable(true, 1, 0.05, 0)).toBeNull()
    expect(exerciseTable(true, 0, 0.05, 0.02)).toBeNull()
    expect(exerciseTable(false, Number.NaN, 0.05, 0.02)).toBeNull()
    expect(exerciseTable(false, 1, Number.POSITIVE_INFINITY, 0.02)).toBeNull()
  })

  it('leaves the European rho when it was made without slopes', () => {
    const rows: Row[] = [{ e: 1, isCall: false, strike: 470, sigma: 0.2 }]
    const plain = evaluate(rows, terms, exerciseTables(terms, false))
    const european = greekColumns(1)
    evaluateGreeks(terms, columnsOf(rows).rows, Float64Array.of(0.2), european)

    expect(plain.rho[0]).toBe(european.rho[0])
    expect(plain.price[0]).toBeGreaterThan((european.price[0] ?? 0) + 0.01)
  })

  it('counts a row without a table as European', () => {
    const rows: Row[] = [{ e: 1, isCall: true, strike: 440, sigma: 0.2 }]
    const none = { calls: [null, null, null], puts: [null, null, null] }
    const european = greekColumns(1)
    evaluateGreeks(terms, columnsOf(rows).rows, Float64Array.of(0.2), european)

    const out = evaluate(rows, terms, none)

    expect(out).toEqual(european)
    expect(invert(rows, out.price, terms, none).volatility[0]).toBeCloseTo(0.2, 13)
  })
})
