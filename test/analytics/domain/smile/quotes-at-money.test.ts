import { describe, expect, it } from 'vitest'
import { isThinlyQuoted, quotedAtMoney } from '../../../../src/analytics/domain/smile/quotes-at-money.ts'
import { volatilityRanges } from '../../../../src/analytics/domain/smile/volatility-ranges.ts'
import { valuedChain } from '../../../../src/analytics/domain/valuation/chain-valuation.ts'
import { withWrongQuotes } from '../../../support/analytics/wrong-quotes.ts'
import { syntheticChain } from '../../../support/market/synthetic-chain.ts'

/** The forward is 601.2, and one standard deviation from it are 569.0 and 635.2. */
const december = (recipe: Parameters<typeof syntheticChain>[0]) =>
  valuedChain(syntheticChain({ dates: ['2026-12-18'], ...recipe }))
const evenly = (count: number) => Array.from({ length: count }, (_, index) => 601 + 5 * (index - (count - 1) / 2))

describe('the quotes at the money', () => {
  it('are the pairs within one standard deviation with quotes on both sides, the nearest to the forward first', () => {
    const valued = december({
      strikes: [550, 565, 570, 590, 600, 605, 630, 640],
      change: (row) => (row.strike === 590 && row.optionType === 'put' ? { ...row, bid: 0 } : row),
    })

    expect(quotedAtMoney(valued, 0).map((pair) => valued.pairs.strike[pair])).toEqual([600, 605, 630, 570])
  })

  it('are none where the volatility at the money is unknown', () => {
    expect(quotedAtMoney(december({ change: (row) => ({ ...row, bid: 0, ask: 0 }) }), 0)).toEqual([])
  })

  it.each([
    [7, true],
    [8, false],
  ])('of %i strikes show which one is wrong: not %s', (count, isThin) => {
    expect(isThinlyQuoted(december({ strikes: evenly(count) }), 0)).toBe(isThin)
  })

  // GOOGL of 2026-08-22 (five strikes) and SPYM of that day (one to three) left ranges of 15 %.
  it.each([1, 2, 3, 5, 7, 8, 12])('keep atm_iv of %i strikes in its range when three of them are wrong', (count) => {
    const valued = december({ strikes: evenly(count) })
    const range = volatilityRanges(valued).atmIv[0]!

    for (const factors of [[1.25], [0.75], [1.25, 0.75], [0.75, 1.25], [1.25, 1.25, 1.25], [0.75, 0.75, 0.75]]) {
      const { atmIv } = valuedChain(withWrongQuotes(valued, [0], factors)).expirations[0]!
      expect(atmIv, `${factors}`).toBeGreaterThan(range.low)
      expect(atmIv, `${factors}`).toBeLessThan(range.high)
    }
  })
})
