import { describe, expect, it } from 'vitest'
import { ListedExpiration, OptionRow } from '../../../../src/analytics/contract/option-rows.ts'
import {
  listedExpirations,
  matchingRows,
  optionRow,
  type RowFilter,
} from '../../../../src/analytics/domain/chain/option-chain-rows.ts'
import { valuedChain } from '../../../../src/analytics/domain/valuation/chain-valuation.ts'
import { syntheticChain } from '../../../support/market/synthetic-chain.ts'

const valued = valuedChain(
  syntheticChain({
    dates: ['2026-11-20', '2026-12-18', '2027-01-15'],
    strikes: [560, 580, 600, 620, 640],
    change: (contract) => ({
      ...contract,
      openInterest: contract.strike === 600 ? 500 : contract.strike === 560 ? Number.NaN : 100,
    }),
  }),
)

const symbols = (filter: RowFilter) => matchingRows(valued, filter).map((row) => optionRow(valued, row).option_symbol)

describe('rows of an option chain', () => {
  it('hold every field of the wire, sorted by settlement, strike, call before put', () => {
    const rows = matchingRows(valued, {}).map((row) => optionRow(valued, row))

    expect(rows).toHaveLength(30)
    for (const row of rows) expect(Object.keys(OptionRow.parse(row))).toEqual(Object.keys(OptionRow.shape))
    expect(rows.slice(8, 12).map((row) => row.option_symbol)).toEqual([
      'XSP   261120C00640000',
      'XSP   261120P00640000',
      'XSP   261218C00560000',
      'XSP   261218P00560000',
    ])
  })

  it('say which side pays now, and are null about it without a price', () => {
    const row = matchingRows(valued, { strikeMin: 580, strikeMax: 580, optionType: 'call' })[0]!

    expect(optionRow(valued, row).in_the_money).toBe(true)
    expect(optionRow(valued, row + 1).in_the_money).toBe(false)
    expect(optionRow({ ...valued, spot: Number.NaN }, row).in_the_money).toBeNull()
  })

  it.each<[string, RowFilter, number]>([
    ['nothing', {}, 30],
    ['a date', { expirationDate: '2026-12-18' }, 10],
    ['days to expiration', { dteMin: 1, dteMax: 28 }, 10],
    ['the day itself', { dteMax: 0 }, 10],
    ['calls', { optionType: 'call' }, 15],
    ['strikes, both ends included', { strikeMin: 580, strikeMax: 620 }, 18],
    ['the strike at the money', { strikesAroundAtm: 0 }, 6],
    ['one strike on each side of it', { strikesAroundAtm: 1 }, 18],
    ['more strikes than there are', { strikesAroundAtm: 50 }, 30],
    ['open interest, unknown not passing', { minOpenInterest: 100 }, 24],
    ['large open interest', { minOpenInterest: 101 }, 6],
    ['all of it at once', { expirationDate: '2026-12-18', optionType: 'put', strikeMin: 590, minOpenInterest: 100 }, 3],
    ['a date that is not listed', { expirationDate: '2026-12-19' }, 0],
  ])('can be narrowed by %s', (_name, filter, count) => {
    expect(symbols(filter)).toHaveLength(count)
  })

  it('come with the expirations that they belong to', () => {
    const expirations = listedExpirations(valued, matchingRows(valued, { dteMin: 1 }))

    expect(expirations.map((expiration) => ListedExpiration.parse(expiration))).toEqual([
      {
        expiration_date: '2026-12-18',
        dte: 28,
        settlement: 'pm',
        forward: expect.closeTo(601.2, 0),
        atm_iv: expect.closeTo(0.2, 3),
        terms: {
          style: 'european',
          years_to_expiry: expect.closeTo(28 / 365, 3),
          rate: expect.closeTo(0.04, 3),
          dividend_yield: expect.closeTo(0.013, 3),
          dividends: [],
        },
      },
      {
        expiration_date: '2027-01-15',
        dte: 56,
        settlement: 'pm',
        forward: expect.closeTo(602.5, 0),
        atm_iv: expect.closeTo(0.2, 3),
        terms: expect.objectContaining({ years_to_expiry: expect.closeTo(56 / 365, 3) }),
      },
    ])
  })
})
