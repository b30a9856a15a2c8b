import { describe, expect, it } from 'vitest'
import { selectedRows } from '../../../../src/analytics/domain/chain/expiration-filter.ts'
import { exposures } from '../../../../src/analytics/domain/exposures/exposures.ts'
import { gammaFigures } from '../../../../src/analytics/domain/exposures/gamma-exposure.ts'
import { scenarioFigures } from '../../../../src/analytics/domain/exposures/scenario.ts'
import { type ValuedChain, valuedChain } from '../../../../src/analytics/domain/valuation/chain-valuation.ts'
import { movedChain } from '../../../../src/analytics/domain/valuation/moved-chain.ts'
import { addDays } from '../../../../src/lib/time/civil-date.ts'
import { ChainBuilder } from '../../../../src/market/domain/options/chain-builder.ts'
import { blackPrice } from '../../../../src/pricing/european/black.ts'
import { realChain, realChainNames } from '../../../support/market/real-chains.ts'
import { sharedDataExists } from '../../../support/market/shared-data.ts'
import { syntheticChain } from '../../../support/market/synthetic-chain.ts'
import { miss, misses, readVectors } from '../../../support/market/vectors.ts'
import { sample } from '../../../support/sample.ts'

const NO_MOVE = { pricePct: 0, ivPoints: 0, skewPoints: 0, termScaling: 'none', days: 0 } as const
const STILL = { ...NO_MOVE, pricePct: [0] }

interface Exposed {
  readonly net_gex: number
  readonly call_gex: number
  readonly put_gex: number
  readonly net_dex: number
  readonly net_vanna_exposure: number
  readonly net_charm_exposure: number
}

interface Case {
  readonly i: number
  readonly S: number
  readonly r: number
  readonly q: number
  readonly contracts: readonly {
    readonly type: 'call' | 'put'
    readonly strike: number
    readonly days: number
    readonly sigma: number
    readonly open_interest: number
  }[]
  readonly move: { readonly price_pct: number; readonly iv_shift_points: number; readonly days: number }
  readonly expected: { readonly before: Exposed; readonly after: Exposed }
}

const cases = sharedDataExists ? readVectors<{ scenario: readonly Case[] }>('strategies.json').scenario : []
/** A close after which 2, 16 and 45 calendar days later are sessions of the same length and offset. */
const SESSION = '2026-01-05'
const AS_OF = Date.parse(`${SESSION}T21:00:00Z`)

/** The contracts of a case with exactly its volatilities and terms. */
function valuedCase({ S, r, q, contracts }: Case): ValuedChain {
  const builder = new ChainBuilder()
  for (const { type, strike, days, sigma, open_interest: openInterest } of contracts) {
    const years = days / 365
    const price = blackPrice(type === 'call', S * Math.exp((r - q) * years), strike, years, sigma, Math.exp(-r * years))
    builder.add({
      root: 'XSP',
      expirationDate: addDays(SESSION, days),
      optionType: type,
      strike,
      bid: price,
      ask: price + 0.01,
      openInterest,
    })
  }
  const valued = valuedChain(builder.build({ symbol: 'XSP', asOfMs: AS_OF, underlyingPrice: S }))
  const { chain, terms, expirations } = valued
  const rate = terms.rate.map(() => r)
  const forward = terms.yearsToExpiry.map((years) => S * Math.exp((r - q) * years))
  const sigmaOf = (row: number) =>
    contracts.find(
      (it) =>
        it.strike === chain.contracts.strike[row] &&
        (it.type === 'call') === (chain.contracts.isCall[row] === 1) &&
        addDays(SESSION, it.days) === expirations[chain.contracts.expirationIndex[row]!]!.expirationDate,
    )!.sigma
  return {
    ...valued,
    volatility: valued.volatility.map((_, row) => sigmaOf(row)),
    expirations: expirations.map((it, index) => ({ ...it, forward: forward[index]! })),
    counted: valued.counted.map(() => 1),
    terms: { ...terms, rate, forward, dividendYield: terms.dividendYield.map(() => q) },
    pricings: valued.pricings.map(
      (pricing, index) =>
        pricing && {
          ...pricing,
          terms: {
            ...pricing.terms,
            spot: S,
            forward: Float64Array.of(forward[index]!),
            rate: Float64Array.of(r),
            dividendYield: Float64Array.of(q),
            discountFactor: Float64Array.of(Math.exp(-r * terms.yearsToExpiry[index]!)),
            dividendFactor: Float64Array.of(Math.exp(-q * terms.yearsToExpiry[index]!)),
          },
        },
    ),
  }
}

describe.skipIf(!sharedDataExists)('scenarios of the reference vectors', () => {
  it.each(cases.map((each) => [each.i, each] as const))('%i', (_, each) => {
    const valued = valuedCase(each)
    const { price_pct: pricePct, iv_shift_points: ivPoints, days } = each.move
    const found = (['before', 'after'] as const).flatMap((moment) => {
      const move = moment === 'before' ? NO_MOVE : { ...NO_MOVE, pricePct, ivPoints, days }
      const moved = movedChain(valued, move)
      const own = exposures(moved, moved.counted)
      const expected = each.expected[moment]
      const gross = 1e-9 * (Math.abs(expected.call_gex) + Math.abs(expected.put_gex))
      const check = (what: string, right: number, received: number, tolerance: number) =>
        miss({ i: each.i, moment }, what, right, received, tolerance)
      return [
        check('net_gex', expected.net_gex, own.netGex, gross),
        check('call_gex', expected.call_gex, own.callGex, gross),
        check('put_gex', expected.put_gex, own.putGex, gross),
        check('net_dex', expected.net_dex, own.netDex, 1e-11 * Math.abs(expected.net_dex)),
        check('net_vanna', expected.net_vanna_exposure, own.netVanna, gross),
        check('net_charm', expected.net_charm_exposure, own.netCharm, gross),
      ]
    })

    expect(misses(found)).toEqual([])
  })
})

describe('a scenario', () => {
  const valued = valuedChain(syntheticChain({ root: 'SPY' }))

  it('leaves out what has expired by then, and counts it', () => {
    const { rows } = scenarioFigures(valued, { ...STILL, pricePct: [-5, 0], days: 30 }).answer

    expect(rows.map((row) => row.expired_contracts)).toEqual([82, 82])
  })

  it('makes dealers buy into a fall where gamma is positive, and sell where it is negative', () => {
    const only = (right: 'call' | 'put') =>
      valuedChain(syntheticChain({ change: (row) => (row.optionType === right ? row : { ...row, openInterest: 0 }) }))
    const [calls, puts] = [only('call'), only('put')].map(
      (each) => scenarioFigures(each, { ...STILL, pricePct: [-2] }).answer,
    )

    expect(calls!.before.net_gex!).toBeGreaterThan(0)
    expect(calls!.rows[0]!.hedge_usd!).toBeGreaterThan(0)
    expect(puts!.before.net_gex!).toBeLessThan(0)
    expect(puts!.rows[0]!.hedge_usd!).toBeLessThan(0)
    // Gamma says how much: 2 % of the price are twice the exposure of 1 %.
    expect(calls!.rows[0]!.hedge_usd! / calls!.before.net_gex!).toBeCloseTo(2, 0)
  })

  it('has the flip where the sign of its own rows changes', () => {
    const { before } = scenarioFigures(valued, STILL).answer
    const moves = [-1, 1].map(
      (side) => 100 * ((before.gamma_flip! * (1 + 0.001 * side)) / before.underlying_price! - 1),
    )
    const { rows } = scenarioFigures(valued, { ...STILL, pricePct: moves }).answer

    expect(Math.sign(rows[0]!.net_gex!)).toBe(-Math.sign(rows[1]!.net_gex!))
  })

  it('lets no volatility fall below 5 %, where the exercise tables end, and keeps one that is lower now', () => {
    const own = valued.volatility.map((volatility, row) => (row === 0 ? 0.03 : volatility))
    const crushed = movedChain({ ...valued, volatility: own }, { ...NO_MOVE, ivPoints: -50 })

    const known = [...crushed.volatility].filter((volatility) => volatility > 0)
    expect(known.filter((volatility) => volatility === 0.03)).toHaveLength(1)
    expect(new Set(known)).toEqual(new Set([0.03, 0.05]))
  })

  it('moves the skew by its points, and near expirations more with root_time', () => {
    const skewed = movedChain(valued, { ...NO_MOVE, skewPoints: 2, ivPoints: 1, termScaling: 'root_time' })
    const shifts = valued.volatility.map((own, row) => skewed.volatility[row]! - own)
    const { strike, expirationIndex } = valued.chain.contracts
    const shiftAt = (wanted: number, expiration: number) =>
      shifts.find((_, row) => strike[row] === wanted && expirationIndex[row] === expiration)!

    expect(shiftAt(550, 0)).toBeGreaterThan(shiftAt(600, 0))
    expect(shiftAt(650, 0)).toBeLessThan(shiftAt(600, 0))
    expect(shiftAt(600, 0)).toBeGreaterThan(shiftAt(600, 2))
  })
})

describe.skipIf(!sharedDataExists).each(sample(realChainNames, 4))('an empty scenario of %s', (name) => {
  const valued = valuedChain(realChain(name))

  it('is the chain as it is', () => {
    const { before, rows } = scenarioFigures(valued, STILL).answer
    const now = exposures(valued, selectedRows(valued, {}))
    const { gamma_flip, call_wall, put_wall } = gammaFigures(valued, {}).answer
    const gross = now.callGex - now.putGex

    expect(rows[0]).toMatchObject(before)
    expect(Math.abs(before.net_gex! - now.netGex) / gross).toBeLessThan(1e-9)
    expect(before.net_dex! / now.netDex).toBeCloseTo(1, 9)
    expect(before).toMatchObject({ call_wall, put_wall })
    expect((before.gamma_flip ?? 0) - (gamma_flip ?? 0)).toBeCloseTo(0, 4)
  })
})
