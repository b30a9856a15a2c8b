import { describe, expect, it } from 'vitest'
import { gammaFigures } from '../../../../src/analytics/domain/exposures/gamma-exposure.ts'
import { gammaRanges } from '../../../../src/analytics/domain/exposures/gamma-ranges.ts'
import { volatilityRanges } from '../../../../src/analytics/domain/smile/volatility-ranges.ts'
import { volatilityWidths } from '../../../../src/analytics/domain/smile/volatility-widths.ts'
import { type ValuedChain, valuedChain } from '../../../../src/analytics/domain/valuation/chain-valuation.ts'
import type { ContractRow } from '../../../../src/market/domain/options/chain-builder.ts'
import { gammaExposureOf, optionMetricsOf } from '../../../support/analytics/chain-answers.ts'
import { syntheticChain } from '../../../support/market/synthetic-chain.ts'

/** Calls above the price and puts below it, so that the net GEX changes its sign near the price. */
const withInterest = (row: ContractRow): ContractRow => ({
  ...row,
  openInterest: Math.round(1000 / (1 + ((row.strike - (row.optionType === 'call' ? 620 : 585)) / 15) ** 2)),
})

const recipe = (halfSpread: number, extra: Parameters<typeof syntheticChain>[0] = {}) => ({
  halfSpread,
  change: withInterest,
  ...extra,
})
const answerOf = (halfSpread: number) => gammaFigures(valuedChain(syntheticChain(recipe(halfSpread))), {}).answer
const widthOf = (range: { low: number; high: number } | null | undefined) => range!.high - range!.low

/** GEX at a price by what each strike has, and how far it can be below and above, from the formulas alone. */
function netGexAt(valued: ValuedChain, price: number, isSelected: (expirationDate: string) => boolean = () => true) {
  const { pairs, chain, expirations, spot, terms } = valued
  const widths = volatilityWidths(valued)
  const sums = { net: 0, below: 0, above: 0 }
  for (const [index, { forward, yearsToExpiry, expirationDate }] of expirations.entries()) {
    if (!isSelected(expirationDate)) continue
    for (let pair = pairs.firstOf[index]!; pair < pairs.firstOf[index + 1]!; pair++) {
      const [call, put] = [pairs.callRow[pair]!, pairs.putRow[pair]!]
      const strike = pairs.strike[pair]!
      const net = 100 * (chain.contracts.openInterest[call]! - chain.contracts.openInterest[put]!)
      const gex = (volatility: number) => {
        const s = volatility * Math.sqrt(yearsToExpiry)
        const d1 = Math.log((forward * price) / spot / strike) / s + s / 2
        const density = Math.exp(-0.5 * d1 * d1) / Math.sqrt(2 * Math.PI)
        return (net * terms.dividendFactor[index]! * density * price * 0.01) / s
      }
      const own = valued.volatility[strike >= forward ? call : put]!
      const ends = [gex(own - widths[pair]!), gex(own + widths[pair]!)]
      sums.net += gex(own)
      sums.below += Math.max(gex(own) - Math.min(...ends), 0)
      sums.above += Math.max(Math.max(...ends) - gex(own), 0)
    }
  }
  return sums
}

describe('the range of net GEX and of its flip', () => {
  // Far more puts below the price than calls above it, so that the range is not the same on both sides.
  const lopsided = (row: ContractRow): ContractRow => {
    const kept = withInterest(row)
    return { ...kept, openInterest: (row.optionType === 'put' ? 1.5 : 1) * kept.openInterest! }
  }
  const valued = valuedChain(syntheticChain({ halfSpread: 0.6, dividendYield: 0.08, change: lopsided }))

  it.each(['2026-12-18', '2027-03-19', undefined])('is what each strike can add or take: %s', (expirationDate) => {
    const { net_gex: netGex, net_gex_range: range } = gammaFigures(valued, { expirationDate }).answer
    const { net, below, above } = netGexAt(valued, valued.spot, (date) => (expirationDate ?? date) === date)

    expect(netGex! / net).toBeCloseTo(1, 9)
    expect((netGex! - range!.low) / below).toBeCloseTo(1, 9)
    expect((range!.high - netGex!) / above).toBeCloseTo(1, 9)
    expect(Math.abs(below / above - 1)).toBeGreaterThan(0.01)
  })

  it('reaches from the flip to the last price at which net GEX can be zero', () => {
    // The flip is a standard deviation from the price, where widths are not those at the price.
    const far = (row: ContractRow): ContractRow => ({
      ...row,
      openInterest: Math.round(1000 / (1 + ((row.strike - (row.optionType === 'call' ? 670 : 600)) / 20) ** 2)),
    })
    const wide = valuedChain(syntheticChain({ halfSpread: 1.2, change: far, dates: ['2026-12-18', '2027-01-15'] }))
    const { answer, profile } = gammaFigures(wide, {})
    const { low, high } = answer.gamma_flip_range!
    const canBeZero = (price: number) => {
      const { net, below, above } = netGexAt(wide, price)
      return net > 0 ? below >= net : above >= -net
    }
    const inside = profile.levels.filter(({ spot }) => spot >= low && spot <= high)
    const below = profile.levels.findLast(({ spot }) => spot < low)!
    const above = profile.levels.find(({ spot }) => spot > high)!

    expect(Math.abs(answer.gamma_flip! / wide.spot - 1)).toBeGreaterThan(0.03)
    expect(inside.length).toBeGreaterThan(2)
    expect(inside.every(({ spot }) => canBeZero(spot))).toBe(true)
    expect([canBeZero(below.spot), canBeZero(above.spot)]).toEqual([false, false])
    for (const end of [low, high]) {
      const { net, below: less, above: more } = netGexAt(wide, end)
      expect(net > 0 ? less / net : more / -net).toBeCloseTo(1, 2)
    }
  })

  /** Net GEX is far from zero everywhere but at the roots. */
  const rangeWithRoots = (...shares: readonly number[]) => {
    const { spot } = valued
    const roots = shares.map((share) => share * spot)
    const levels = Array.from({ length: 401 }, (_, index) => spot * (0.9 + index / 2000)).map((price) => ({
      spot: price,
      netGex: 1e15 * roots.reduce((sign, root) => (root < price ? -sign : sign), 1),
    }))
    const selected = new Uint8Array(valued.chain.contracts.count).fill(1)
    const published = { netGex: 1, profile: { levels, roots }, callWall: Number.NaN, putWall: Number.NaN }
    const { gammaFlip, callWall } = gammaRanges(valued, selected, published)
    expect(callWall).toBeNull()
    return [gammaFlip!.low / spot, gammaFlip!.high / spot] as const
  }

  it.each([
    [[1.0102, 1.0502], 1.0102, 1.0102],
    [[1.0102, 0.9502], 1.0102, 1.0102],
    [[0.9902, 0.9502], 0.9902, 0.9902],
    [[1.0102, 0.9902], 0.9902, 1.0102],
    [[0.9902, 1.0096], 0.9902, 1.0096],
  ])('counts of the zeros %j those that could be the nearest to the price', (roots, low, high) => {
    const [from, to] = rangeWithRoots(...roots)

    expect(from).toBeCloseTo(low, 3)
    expect(to).toBeCloseTo(high, 3)
    expect(from).toBeLessThanOrEqual(low)
    expect(to).toBeGreaterThanOrEqual(high)
  })

  it('names rivals of a wall that one wrong quote could make the largest, also of puts', () => {
    const rivals = (row: ContractRow): ContractRow => {
      const interest = row.strike === 600 ? 1000 : row.strike === 605 ? 985 : 10
      return { ...row, openInterest: row.optionType === 'put' ? interest : 10 * (row.strike === 640 ? 100 : 1) }
    }
    const { answer } = gammaFigures(valuedChain(syntheticChain({ halfSpread: 0.001, change: rivals })), {})

    expect(answer.put_wall_range).toEqual({ low: 600, high: 605 })
    expect(answer.call_wall_range).toEqual({ low: 640, high: 640 })
  })
})

describe('the range of a figure', () => {
  it('holds the figure and grows with the width of the quotes', () => {
    const [narrow, wide] = [answerOf(0.02), answerOf(0.4)]

    for (const figure of ['net_gex', 'gamma_flip'] as const) {
      const range = narrow[`${figure}_range`]!
      expect(range.low).toBeLessThan(narrow[figure]!)
      expect(range.high).toBeGreaterThan(narrow[figure]!)
      expect(widthOf(wide[`${figure}_range`])).toBeGreaterThan(5 * widthOf(range))
    }
  })

  it('holds the figures of any volatilities within the quotes', () => {
    const halfSpread = 0.4
    const published = answerOf(halfSpread)
    // A volatility point is worth 0.65 USD at the money of the first expiration and more in the others.
    for (const volatility of [0.2 - 0.003, 0.2 + 0.003]) {
      const other = gammaFigures(valuedChain(syntheticChain(recipe(0.01, { volatility: () => volatility }))), {}).answer
      for (const figure of ['net_gex', 'gamma_flip', 'call_wall', 'put_wall'] as const) {
        expect(other[figure], figure).toBeGreaterThanOrEqual(published[`${figure}_range`]!.low)
        expect(other[figure], figure).toBeLessThanOrEqual(published[`${figure}_range`]!.high)
      }
    }
  })

  it('names every strike that could be the wall', () => {
    const level = (row: ContractRow): ContractRow => {
      const isRival = row.optionType === 'call' && (row.strike === 600 || row.strike === 605)
      return { ...row, openInterest: isRival ? 1000 : 10 }
    }
    const { call_wall, call_wall_range } = gammaFigures(valuedChain(syntheticChain({ change: level })), {}).answer

    expect([600, 605]).toContain(call_wall)
    expect(call_wall_range).toEqual({ low: 600, high: 605 })
  })

  it('is unknown where the figure is', () => {
    const { answer } = gammaExposureOf(syntheticChain({ change: (row) => ({ ...row, bid: 0, ask: 0 }) }))

    expect(answer).toMatchObject({ net_gex: null, net_gex_range: null, gamma_flip_range: null, call_wall_range: null })
  })

  it('is half the spread of the quotes at the money for a volatility', () => {
    const valued = valuedChain(syntheticChain({ halfSpread: 0.13 }))
    const row = valued.chain.contracts.optionSymbols.indexOf('XSP   261218C00600000')
    const halfWidth = 0.13 / (100 * valued.vega[row]!)

    expect(widthOf(volatilityRanges(valued).atmIv[0]) / 2).toBeCloseTo(halfWidth, 3)
  })

  const decemberOf = (extra: Parameters<typeof syntheticChain>[0]) =>
    valuedChain(syntheticChain({ dates: ['2026-12-18'], ...extra }))
  const halfOf = (valued: ValuedChain) => widthOf(volatilityRanges(valued).atmIv[0]) / 2

  it('is at least one percent of a volatility', () => {
    expect(halfOf(decemberOf({ halfSpread: 0.001 }))).toBeCloseTo(0.01 * 0.2, 6)
  })

  it('is twice as wide for a volatility that nine strikes decide as where ten do', () => {
    const strikes = (count: number) => Array.from({ length: count }, (_, index) => 601 + 4 * (index - (count - 1) / 2))
    const [nine, ten] = [9, 10].map((count) => halfOf(decemberOf({ halfSpread: 0.5, strikes: strikes(count) })))

    expect(nine! / ten!).toBeCloseTo(2, 1)
  })

  it('of a volatility reaches to what the smile is without the three strikes that decide it', () => {
    const valued = decemberOf({ halfSpread: 0.13 })
    const { expirations, volatility, chain } = valued
    const raised = new Set([595, 600, 605])
    const bumped = {
      ...valued,
      volatility: volatility.map((own, row) => (raised.has(chain.contracts.strike[row]!) ? own + 0.02 : own)),
      expirations: expirations.map((expiration) => ({ ...expiration, atmIv: expiration.atmIv + 0.02 })),
    }

    expect(halfOf(bumped) - halfOf(valued)).toBeCloseTo(0.02, 3)
  })

  it('is much wider where too few strikes are quoted to recognise a wrong one', () => {
    const strikes = [580, 590, 600, 610, 620]
    const [range] = volatilityRanges(valuedChain(syntheticChain({ strikes }))).atmIv

    expect(widthOf(range)).toBeCloseTo(2 * 0.3 * 0.2, 2)
    expect(widthOf(range)).toBeGreaterThan(2 * 0.3 * 0.2)
  })

  it('is given with the volatility figures of the metrics', () => {
    const { answer } = optionMetricsOf(syntheticChain(), { iv30Before: [] })

    expect(answer.iv30_range!.low).toBeLessThan(answer.iv30!)
    expect(answer.iv30_range!.high).toBeGreaterThan(answer.iv30!)
    expect(answer.atm_iv_range!.low).toBeLessThan(answer.atm_iv!)
    const share = answer.expected_move! / answer.atm_iv!
    expect(answer.expected_move_range!.high / answer.atm_iv_range!.high).toBeCloseTo(share, 9)
  })
})
