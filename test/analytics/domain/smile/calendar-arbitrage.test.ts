import { describe, expect, it } from 'vitest'
import { calendarCrossings, calendarWarnings } from '../../../../src/analytics/domain/smile/calendar-arbitrage.ts'
import { valuedChain } from '../../../../src/analytics/domain/valuation/chain-valuation.ts'
import { ivTermStructureOf } from '../../../support/analytics/chain-answers.ts'
import { syntheticChain } from '../../../support/market/synthetic-chain.ts'

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
