import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EVIDENCE } from '../../../../src/flow/domain/score/rarity-features.ts'
import { overOpenInterest } from '../../../../src/flow/domain/sums/accumulation.ts'
import { ContractTallies, type TalliedRow } from '../../../../src/flow/domain/sums/contract-tallies.ts'
import type { Direction } from '../../../../src/flow/domain/tape/print-side.ts'
import '../../../support/properties.ts'

function row(change: Partial<TalliedRow> = {}): TalliedRow {
  return {
    optionSymbol: 'KO    261204C00075000',
    optionType: 'call',
    expirationDate: '2026-12-04',
    aggressor: 1,
    delta: 0.2,
    dte: 14,
    size: 50,
    premium: 4_000,
    openInterest: 300,
    evidence: likely(0.5),
    ...change,
  }
}

/** Evidence of a row that belongs to an accumulation with a chance. */
function likely(chance: number): readonly number[] {
  // The odds of the model are four times too high.
  return Array.from({ length: EVIDENCE.count }, () => Math.log((4 * chance) / (1 - chance)))
}

const times = (count: number, change: Partial<TalliedRow> = {}) => Array.from({ length: count }, () => row(change))

const strongestAccumulation = (rows: readonly TalliedRow[]) => ContractTallies.of(rows).strongestAccumulation()

describe('the strongest accumulation', () => {
  it('is the contract with most trades that the model takes for an accumulation, each by its chance', () => {
    const other = { optionSymbol: 'KO    261204P00065000', optionType: 'put', delta: -0.15 } as const
    const found = strongestAccumulation([
      ...times(9, { evidence: likely(0.8) }),
      ...times(1, { aggressor: -1 as Direction, size: 30, premium: 1_000, evidence: [] }),
      ...times(2, { aggressor: 0 as Direction, size: 10, premium: 500, evidence: likely(0.4) }),
      ...times(20, { ...other, size: 100, evidence: likely(0.3) }),
    ])

    expect(found).toEqual({
      optionSymbol: 'KO    261204C00075000',
      optionType: 'call',
      buys: 9,
      sells: 1,
      others: 2,
      expected: 8,
      size: 368,
      premium: 29_200,
      openInterest: 300,
    })
  })

  it.each<[string, Partial<TalliedRow>]>([
    ['in the money', { delta: 0.43 }],
    ['of unknown delta', { delta: Number.NaN }],
    ['of today', { dte: 0 }],
    ['of later than 45 days', { dte: 46 }],
    ['of unknown premium', { premium: Number.NaN }],
    ['about which the model says nothing', { evidence: [] }],
  ])('is none of prints %s', (_name, change) => {
    expect(strongestAccumulation(times(20, change))).toBeNull()
  })

  it('measures new contracts against a hundred', () => {
    expect(strongestAccumulation(times(8, { openInterest: Number.NaN }))).toMatchObject({ openInterest: 0 })
    expect(overOpenInterest(400, 0)).toBe(4)
    expect(overOpenInterest(400, 1_000)).toBe(0.4)
  })

  it('does not depend on the order of the rows', () => {
    const rows = [
      ...times(5),
      ...times(5, { optionSymbol: 'KO    261204C00080000', premium: 3_000 }),
      ...times(2, { aggressor: -1 }),
    ]
    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), (shuffled) => {
        expect(strongestAccumulation(shuffled)).toEqual(strongestAccumulation(rows))
      }),
    )
  })
})

describe('the tallies of contracts', () => {
  const puts = {
    optionSymbol: 'KO    270115P00065000',
    optionType: 'put',
    expirationDate: '2027-01-15',
    dte: 56,
  } as const

  it('sum premium and volume of the contracts that pass', () => {
    const tallies = ContractTallies.of([
      ...times(2, { premium: 0.1 }),
      ...times(3, { ...puts, size: 7 }),
      row({ premium: Number.NaN, size: 5 }),
    ])

    expect(tallies.bySide(() => true)).toEqual({ premium: { call: 0.2, put: 12_000 }, volume: 126 })
    expect(tallies.bySide(({ dte }) => dte < 30)).toEqual({ premium: { call: 0.2, put: 0 }, volume: 105 })
    expect(tallies.bySide(({ expirationDate }) => expirationDate === '2027-01-15')).toMatchObject({ volume: 21 })
  })

  it('are the same after rows were added and taken back', () => {
    const rows = [...times(4), ...times(2, puts), row({ aggressor: -1 }), row({ premium: Number.NaN })]
    const more = fc.array(
      fc.record({
        contract: fc.constantFrom({}, puts),
        premium: fc.double({ min: 0, max: 1e7, noNaN: true }),
        aggressor: fc.constantFrom<Direction>(-1, 0, 1),
        size: fc.nat(5_000),
        evidence: fc.double({ min: 0.001, max: 0.999, noNaN: true }).map(likely),
      }),
    )
    fc.assert(
      fc.property(more, (given) => {
        const tallies = ContractTallies.of(rows)
        const added = given.map(({ contract, ...change }) => row({ ...contract, ...change }))
        for (const each of added) tallies.add(each)
        for (const each of added) tallies.add(each, -1)
        expect(tallies.strongestAccumulation()).toEqual(strongestAccumulation(rows))
        expect(tallies.bySide(() => true)).toEqual(ContractTallies.of(rows).bySide(() => true))
      }),
    )
  })

  it('take the open interest from the first row that knows it', () => {
    expect(strongestAccumulation([row({ openInterest: Number.NaN }), row({ openInterest: 640 })])?.openInterest).toBe(
      640,
    )
  })
})
