import { describe, expect, it } from 'vitest'
import type { FigureRange } from '../../../../src/analytics/contract/figure-range.ts'
import { gammaFigures } from '../../../../src/analytics/domain/exposures/gamma-exposure.ts'
import { constantMaturities } from '../../../../src/analytics/domain/smile/constant-maturities.ts'
import { isThinlyQuoted, quotedAtMoney } from '../../../../src/analytics/domain/smile/quotes-at-money.ts'
import { volatilityRanges } from '../../../../src/analytics/domain/smile/volatility-ranges.ts'
import { valuedChain } from '../../../../src/analytics/domain/valuation/chain-valuation.ts'
import { blackPrice } from '../../../../src/pricing/european/black.ts'
import { IV_STATUSES } from '../../../../src/pricing/european/implied-volatility.ts'
import { impliedAtMoney } from '../../../support/analytics/implied-at-money.ts'
import { pairsOf } from '../../../support/analytics/pairs.ts'
import { withWrongQuotes } from '../../../support/analytics/wrong-quotes.ts'
import { realChain, realChainNames } from '../../../support/market/real-chains.ts'
import { sharedDataExists } from '../../../support/market/shared-data.ts'
import { sample } from '../../../support/sample.ts'

const VENDOR = IV_STATUSES.indexOf('vendor')
const LARGEST_MOVE = 0.003

function slopesOf(curve: readonly { strike: number; price: number }[]): number[] {
  return curve.slice(1).map(({ strike, price }, place) => {
    const before = curve[place]!
    return (price - before.price) / (strike - before.strike)
  })
}

/** A figure after quotes went wrong, against its range before. Unknown ones have no range. */
function expectWithin(range: FigureRange | null | undefined, value: number | null, figure: string): void {
  if (!range || value === null || Number.isNaN(value)) return
  const rounding = 1e-12 * Math.abs(value)
  if (value < range.low - rounding || value > range.high + rounding) {
    expect.fail(`${figure}: ${value} outside ${range.low} to ${range.high}`)
  }
}

describe.skipIf(!sharedDataExists).each(sample(realChainNames, 8))('the smiles of %s', (name) => {
  const chain = realChain(name)
  const valued = valuedChain(chain)
  const ranges = volatilityRanges(valued)

  it('publish a price within the bid and the ask of every contract', () => {
    const { bid, ask, count, optionSymbols } = chain.contracts
    for (let row = 0; row < count; row++) {
      if (valued.counted[row] !== 1) continue
      const price = valued.theoreticalPrice[row]!
      const isQuoted = ask[row]! > 0 && !(bid[row]! > ask[row]!)
      const isInside = !isQuoted || (price >= (bid[row]! || 0) && price <= ask[row]!)
      if (!(price >= 0 && isInside)) expect.fail(`${optionSymbols[row]}: ${bid[row]} ${price} ${ask[row]}`)
    }
  })

  it('publish monotone and convex prices that do not fall with time, wherever the quotes allow it', () => {
    const slack = 1e-7 * valued.spot
    const earlier = { call: new Map<number, number>(), put: new Map<number, number>() }
    let contradicted = 0
    for (const [index, { expired }] of valued.expirations.entries()) {
      if (expired) continue
      for (const right of ['call', 'put'] as const) {
        const curve: { strike: number; price: number }[] = []
        for (const { strike, [right]: row } of pairsOf(valued, index)) {
          if (!(row >= 0) || valued.counted[row] !== 1) continue
          if (valued.contradicted[row] === 1) contradicted++
          else curve.push({ strike, price: valued.theoreticalPrice[row]! })
        }
        const slopes = slopesOf(curve)
        for (const [place, slope] of slopes.entries()) {
          const width = curve[place + 1]!.strike - curve[place]!.strike
          const falling = right === 'call' ? slope : slope - 1
          if (falling * width > slack || (falling + 1) * width < -slack) {
            expect.fail(`${index} ${right} ${curve[place]!.strike} not monotone: ${slope}`)
          }
          if (place > 0 && (slope - slopes[place - 1]!) * width < -slack) {
            expect.fail(`${index} ${right} ${curve[place]!.strike} not convex`)
          }
        }
        for (const { strike, price } of curve) {
          const before = earlier[right].get(strike) ?? 0
          if (price < before - slack) expect.fail(`${index} ${right} ${strike}: ${price} after ${before}`)
          earlier[right].set(strike, Math.max(before, price))
        }
      }
    }
    // GOOGL, META, QQQM and SOXX were stored with stale quotes far from the money.
    expect(contradicted / valued.counted.length).toBeLessThan(0.07)
  })

  it('have falling, convex call prices', () => {
    for (const [index, { forward, yearsToExpiry, expired }] of valued.expirations.entries()) {
      if (expired) continue
      const curve = pairsOf(valued, index).flatMap(({ strike, call, put }) => {
        const row = call >= 0 ? call : put
        const volatility = valued.volatility[row]!
        if (!(volatility > 0) || valued.ivStatus[row] === VENDOR) return []
        return [{ strike, price: blackPrice(true, forward, strike, yearsToExpiry, volatility, 1) }]
      })
      const slopes = slopesOf(curve)
      for (const [place, slope] of slopes.entries()) {
        expect(slope).toBeLessThan(1e-9)
        expect(slope).toBeGreaterThan(-1 - 1e-9)
        if (place > 0) expect(slope, `${curve[place]!.strike}`).toBeGreaterThan(slopes[place - 1]! - 1e-7)
      }
    }
  })

  it('reprice the straddle at the money inside its quotes', () => {
    const { bid, ask } = chain.contracts
    for (const [index, { dte, expired }] of valued.expirations.entries()) {
      const [nearest] = expired || dte < 1 ? [] : quotedAtMoney(valued, index)
      if (nearest === undefined) continue
      const [call, put] = [valued.pairs.callRow[nearest]!, valued.pairs.putRow[nearest]!]
      const straddle = valued.theoreticalPrice[call]! + valued.theoreticalPrice[put]!
      expect(straddle).toBeGreaterThan(bid[call]! + bid[put]! - 1e-9)
      expect(straddle).toBeLessThan(ask[call]! + ask[put]! + 1e-9)
    }
  })

  it.each([[[1.25]], [[0.75]], [[1.25, 0.75]], [[1.25, 1.25, 1.25]], [[0.75, 0.75, 0.75]]])(
    'hold atm_iv against stale quotes at the money: %j',
    (factors) => {
      const received = valuedChain(withWrongQuotes(valued, [...valued.expirations.keys()], factors))

      for (const [index, { atmIv, expired, expirationDate }] of valued.expirations.entries()) {
        if (expired) continue
        expectWithin(ranges.atmIv[index], received.expirations[index]!.atmIv, `atm_iv ${expirationDate}`)
        if (isThinlyQuoted(valued, index)) continue
        const move = Math.abs(received.expirations[index]!.atmIv - atmIv)
        // Where the quotes at the money are wider than that, the neighbours may say anything within them.
        const allowed = Math.max(LARGEST_MOVE, impliedAtMoney(valued, index).width)
        expect(move, `${expirationDate} ${atmIv}`).toBeLessThan(allowed)
      }
    },
  )

  it('keep every headline figure within its range when three quotes at the money are stale', () => {
    const before = gammaFigures(valued, {}).answer
    const expiration = Math.floor(valued.expirations.length / 3)
    const received = valuedChain(withWrongQuotes(valued, [expiration], [1.25, 1.25, 1.25]))

    const after = gammaFigures(received, {}).answer
    for (const figure of ['net_gex', 'gamma_flip', 'call_wall', 'put_wall'] as const) {
      expectWithin(before[`${figure}_range`], before[figure], figure)
      expectWithin(before[`${figure}_range`], after[figure], figure)
    }
    expectWithin(ranges.iv30, constantMaturities(received).answer.iv30, 'iv30')
  })
})
