import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overOpenInterest, strongestAccumulation } from '../../../../src/flow/domain/sums/accumulation.ts'
import type { Direction } from '../../../../src/flow/domain/tape/print-side.ts'
import '../../../support/properties.ts'

type Row = Parameters<typeof strongestAccumulation>[0] extends Iterable<infer Each> ? Each : never

function row(change: Partial<Row> = {}): Row {
  return {
    optionSymbol: 'KO    261204C00075000',
    optionType: 'call',
    aggressor: 1,
    delta: 0.2,
    dte: 14,
    size: 50,
    premium: 4_000,
    openInterest: 300,
    ...change,
  }
}

const times = (count: number, change: Partial<Row> = {}) => Array.from({ length: count }, () => row(change))

describe('the strongest accumulation', () => {
  it('is the contract that was bought most persistently, with what came on top', () => {
    const other = { optionSymbol: 'KO    261204P00065000', optionType: 'put', delta: -0.15 } as const
    const found = strongestAccumulation([
      ...times(9),
      ...times(1, { aggressor: -1 as Direction, size: 30, premium: 1_000 }),
      ...times(12, { ...other, size: 10, premium: 500 }),
      ...times(12, { ...other, aggressor: -1 as Direction, size: 9, premium: 400 }),
    ])

    expect(found).toEqual({
      optionSymbol: 'KO    261204C00075000',
      optionType: 'call',
      buys: 9,
      sells: 1,
      netSize: 420,
      netPremium: 35_000,
      openInterest: 300,
      persistence: 8 / Math.sqrt(10),
    })
    expect(found && overOpenInterest(found)).toBe(1.4)
  })

  it.each<[string, Partial<Row>]>([
    ['in the money', { delta: 0.43 }],
    ['of unknown delta', { delta: Number.NaN }],
    ['of today', { dte: 0 }],
    ['of later than 45 days', { dte: 46 }],
    ['of unknown premium', { premium: Number.NaN }],
    ['at the middle', { aggressor: 0 }],
    ['sold', { aggressor: -1 }],
  ])('is none of prints %s', (_name, change) => {
    expect(strongestAccumulation(times(20, change))).toBeNull()
  })

  it('measures new contracts against a hundred', () => {
    const found = strongestAccumulation(times(8, { openInterest: Number.NaN }))

    expect(found).toMatchObject({ openInterest: 0 })
    expect(found && overOpenInterest(found)).toBe(4)
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
