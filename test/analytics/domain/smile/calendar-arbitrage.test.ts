import { describe, expect, it } from 'vitest'
import { calendarCrossings, calendarWarnings } from '../../../../src/analytics/domain/smile/calendar-arbitrage.ts'
import { varianceAt } from '../../../../src/analytics/domain/smile/volatility-slice.ts'
import { volatilityWidths } from '../../../../src/analytics/domain/smile/volatility-widths.ts'
import { type ValuedChain, valuedChain } from '../../../../src/analytics/domain/valuation/chain-valuation.ts'
import { ivTermStructureOf } from '../../../support/analytics/chain-answers.ts'
import { spxChainAt } from '../../../support/market/lean-minutes.ts'
import { realChain, realChainNames } from '../../../support/market/real-chains.ts'
import { sharedDataExists } from '../../../support/market/shared-data.ts'
import { syntheticChain } from '../../../support/market/synthetic-chain.ts'
import { sample } from '../../../support/sample.ts'

const DATES = ['2026-12-18', '2027-01-15', '2027-03-19']

describe('calendar arbitrage', () => {
  it('is not seen in a flat surface', () => {
    expect(calendarCrossings(valuedChain(syntheticChain({ dates: DATES })))).toEqual([])
  })

  it('is seen where a wing of the earlier smile holds more variance than the later one', () => {
    const steep = (strike: number, years: number) =>
      years < 0.1 ? 0.2 + 1.5 * Math.max(Math.log(560 / strike), 0) : 0.2
    const valued = valuedChain(syntheticChain({ dates: DATES, volatility: steep }))

    const crossings = calendarCrossings(valued)

    expect(crossings.map((pair) => pair.map(({ expirationDate }) => expirationDate))).toEqual([
      ['2026-12-18', '2027-01-15'],
    ])
  })

  it('is told with the term structure, by its dates', () => {
    const falling = (_strike: number, years: number) => (years < 0.1 ? 0.4 : 0.15)
    const chain = syntheticChain({ dates: DATES, volatility: falling })

    const { warnings } = ivTermStructureOf(chain, { iv30Before: [], bars: [] })

    expect(warnings).toContainEqual(expect.stringContaining('Smiles cross'))
    expect(warnings).toContainEqual(expect.stringContaining('from 2026-12-18 to 2027-01-15'))
  })

  it('names three pairs and counts the others', () => {
    const dates = ['2026-12-04', '2026-12-11', '2026-12-18', '2026-12-24', '2027-01-15']
    const falling = (_strike: number, years: number) => 0.05 / Math.max(years, 0.03)
    const valued = valuedChain(syntheticChain({ dates, volatility: falling }))

    const [warning] = calendarWarnings(valued)

    expect(warning).toMatch(/2026-12-04 to 2026-12-11, .* and 1 more/)
  })
})

/** Points compared between the quoted strikes that two expirations share. */
const POINTS = 21

/** Half the width of the quotes of the strike nearest to k, as a volatility. */
function widthAt({ pairs, expirations }: ValuedChain, widths: Float64Array, index: number, k: number): number {
  const { forward } = expirations[index]!
  const listed = Array.from(
    { length: pairs.firstOf[index + 1]! - pairs.firstOf[index]! },
    (_, place) => pairs.firstOf[index]! + place,
  )
  const distance = (pair: number) => Math.abs(Math.log(pairs.strike[pair]! / forward) - k)
  const known = listed.filter((pair) => widths[pair]! >= 0)
  return widths[known.reduce((best, pair) => (distance(pair) < distance(best) ? pair : best))]!
}

/** By how much the least total variance of each expiration exceeds the greatest of the next one, at each point. */
function decreases(valued: ValuedChain): number[] {
  const widths = volatilityWidths(valued)
  const smiles = valued.expirations.flatMap(({ expired, dte, slice, expirationDate, yearsToExpiry }, index) =>
    expired || dte < 1 || !slice ? [] : [{ slice, index, expirationDate, years: yearsToExpiry }],
  )
  return smiles.flatMap((near, place) => {
    const far = smiles[place + 1]
    if (!far || far.expirationDate === near.expirationDate) return []
    const low = Math.max(near.slice.lowestK, far.slice.lowestK)
    const high = Math.min(near.slice.highestK, far.slice.highestK)
    if (!(high > low)) return []
    return Array.from({ length: POINTS }, (_, point) => {
      const k = low + ((high - low) * point) / (POINTS - 1)
      const varianceOf = ({ slice, index, years }: typeof near, side: 1 | -1) =>
        Math.max(Math.sqrt(varianceAt(slice, k) / years) + side * widthAt(valued, widths, index, k), 0) ** 2 * years
      return varianceOf(near, -1) / varianceOf(far, 1) - 1
    })
  })
}

describe('total variance of a European chain', () => {
  it('does not fall with time by more than the quotes allow, however the mids lie in them', () => {
    const skewed = (strike: number, years: number) =>
      0.18 - 0.3 * Math.log(strike / 600) * Math.min(1, 0.3 / Math.sqrt(years))
    let draw = 1
    const noise = () => {
      draw = (draw * 48_271) % 2_147_483_647
      return draw / 2_147_483_647 - 0.5
    }
    const chain = syntheticChain({
      dates: ['2026-11-27', '2026-12-04', ...DATES],
      volatility: skewed,
      halfSpread: 0.1,
      change: (row) => {
        const shift = 0.1 * noise()
        return { ...row, bid: Math.max(row.bid! + shift, 0), ask: row.ask! + shift }
      },
    })

    const found = decreases(valuedChain(chain))

    expect(found.length).toBe(4 * POINTS)
    expect(Math.max(...found)).toBeLessThanOrEqual(0)
  })
})

describe.skipIf(!sharedDataExists).each(sample(realChainNames, 8))('total variance in %s', (name) => {
  it('does not fall with time at a moneyness by more than the quotes allow, or a warning says so', () => {
    const valued = valuedChain(realChain(name))
    const found = decreases(valued)
    const falling = found.filter((decrease) => decrease > 0)

    expect(found.length).toBeGreaterThan(80)
    // GOOGL of 2026-08-22 was stored with stale quotes in its wings: 6 of 399 points.
    expect(falling.length / found.length).toBeLessThan(0.016)
    if (falling.length > 0) expect(calendarCrossings(valued)).not.toEqual([])
  })
})

/** Of two strikes around the money, the only stored quotes of SPX. */
describe.skipIf(!sharedDataExists)('total variance of SPX', () => {
  it.each([
    ['2021-01-04', 1],
    ['2021-01-06', 2],
    ['2021-01-08', 2],
  ])(
    'does not fall with time by more than the quotes of %s allow, over %i pairs of expirations',
    async (date, pairs) => {
      for (const hour of [10, 12, 15]) {
        const valued = valuedChain(await spxChainAt(date, hour, null))
        const found = decreases(valued)

        expect(valued.expirations.every(({ style }) => style === 'european')).toBe(true)
        expect(found).toHaveLength(pairs * POINTS)
        expect(Math.max(...found)).toBeLessThanOrEqual(0)
        expect(calendarCrossings(valued)).toEqual([])
      }
    },
  )
})
