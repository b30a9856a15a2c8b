import { describe, expect, it } from 'vitest'
import {
  blackPrice,
  type Greeks,
  PER_CALENDAR_DAY,
  PER_RATE_POINT,
  PER_VOLATILITY_POINT,
} from '../../../src/pricing/european/black.ts'
import {
  IV_STATUSES,
  impliedVolatility,
  impliedVolatilityStatus,
} from '../../../src/pricing/european/implied-volatility.ts'
import { blackGreeks } from '../../oracles/black-greeks.ts'
import { sharedDataExists } from '../../support/market/shared-data.ts'
import { miss, misses, readVectors } from '../../support/market/vectors.ts'

interface EuropeanCase {
  readonly i: number
  readonly type: 'call' | 'put'
  readonly S: number
  readonly K: number
  readonly T: number
  readonly r: number
  readonly q: number
  readonly sigma: number
  readonly exact: Readonly<Record<keyof Greeks, number>>
}

interface RecoveryCase {
  readonly i: number
  readonly category: string
  readonly type: 'call' | 'put'
  readonly S: number
  readonly K: number
  readonly T: number
  readonly r: number
  readonly q: number
  readonly price: number
  readonly ivExact: number | null
  readonly attainableAbsError: number
}

interface EdgeCase extends Omit<RecoveryCase, 'price'> {
  readonly note: string
  readonly price: number | null
  readonly expected: { readonly iv_status: readonly string[] }
}

describe.skipIf(!sharedDataExists)('European options against exact values', () => {
  it('reproduces price and greeks of a thousand contracts', () => {
    const { cases } = readVectors<{ cases: EuropeanCase[] }>('a_european.json')

    const lines = cases.flatMap((row) => {
      const forward = row.S * Math.exp((row.r - row.q) * row.T)
      const greeks = blackGreeks(row.type === 'call', row.S, forward, row.K, row.T, row.sigma, row.r)
      const price = blackPrice(row.type === 'call', forward, row.K, row.T, row.sigma, Math.exp(-row.r * row.T))
      const check = (name: keyof Greeks, unit: number, scale: number, tolerance: number) =>
        miss(row, name, row.exact[name], greeks[name] / unit, tolerance * scale)
      return [
        miss(row, 'price from the forward', row.exact.price, price, 1e-12 * row.S),
        check('price', 1, row.S, 1e-13),
        check('delta', 1, 1, 1e-13),
        check('gamma', 1, 1 / row.S, 1e-11),
        check('vega', PER_VOLATILITY_POINT, row.S, 1e-14),
        check('theta', PER_CALENDAR_DAY, row.S / Math.min(1, row.T), 1e-13),
        check('rho', PER_RATE_POINT, row.S, 1e-13),
        check('vanna', PER_VOLATILITY_POINT, 1 / row.sigma, 1e-13),
        check('charm', PER_CALENDAR_DAY, 1 / row.T, 1e-13),
        check('volga', PER_VOLATILITY_POINT, row.S / row.sigma, 1e-13),
      ]
    })

    expect(cases).toHaveLength(1000)
    expect(misses(lines)).toEqual([])
  })

  it('recovers the volatility of five hundred prices as far as a double can hold it', () => {
    const { cases } = readVectors<{ cases: RecoveryCase[] }>('d_iv_recovery.json')

    const lines = cases.map((row) => {
      const isCall = row.type === 'call'
      const forward = row.S * Math.exp((row.r - row.q) * row.T)
      const discountFactor = Math.exp(-row.r * row.T)
      const volatility = impliedVolatility(isCall, row.price, forward, row.K, row.T, discountFactor)
      if (row.ivExact !== null && row.category !== 'itm_ill') {
        const tolerance = Math.max(1e-12 * row.ivExact, 1000 * row.attainableAbsError)
        return miss(row, 'volatility', row.ivExact, volatility, tolerance)
      }
      const status = IV_STATUSES[impliedVolatilityStatus(isCall, row.price, forward, row.K, row.T, discountFactor)]
      if (row.ivExact === null && (status === 'at_intrinsic' || status === 'below_intrinsic')) return null
      const repriced = blackPrice(isCall, forward, row.K, row.T, status === 'ok' ? volatility : 0, discountFactor)
      const unit = 2 ** (Math.floor(Math.log2(row.price)) - 52)
      return miss(row, `${row.category} repriced, ${status}`, row.price, repriced, 4 * unit)
    })

    expect(cases).toHaveLength(500)
    expect(misses(lines)).toEqual([])
  })

  it('names the reason where there is no volatility', () => {
    const { edge } = readVectors<{ edge: EdgeCase[] }>('d_iv_recovery.json')

    for (const row of edge) {
      const isCall = row.type === 'call'
      const forward = row.S * Math.exp((row.r - row.q) * row.T)
      const terms = [forward, row.K, row.T, Math.exp(-row.r * row.T)] as const

      const status = impliedVolatilityStatus(isCall, row.price ?? Number.NaN, ...terms)

      expect(row.expected.iv_status, row.note).toContain(IV_STATUSES[status])
      expect(impliedVolatility(isCall, row.price ?? Number.NaN, ...terms), row.note).toBeNaN()
    }
  })
})
