import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeMinutes, mergeTapes, type Rows } from '../../../../src/market/domain/stocks/merge-sessions.ts'

function rowsOf(rows: readonly (readonly [number, number, number])[]): Rows {
  const column = (place: 0 | 1 | 2) => Float64Array.from(rows, (row) => row[place])
  return { count: rows.length, columns: { time: column(0), price: column(1), size: column(2) } }
}

const known = fc.constantFrom(1, 2, 3)
const maybe = fc.constantFrom(1, 2, Number.NaN)
const tape = fc.array(fc.tuple(known, known, known), { maxLength: 8 }).map(rowsOf)
const minutes = fc.uniqueArray(fc.tuple(known, maybe, maybe), { selector: ([time]) => time }).map(rowsOf)

const joinTapes = (a: Rows, b: Rows) => mergeTapes(a, b, ['time', 'price', 'size'])
const joinMinutes = (a: Rows, b: Rows) => mergeMinutes(a, b, 'time', ['size', 'price'])

describe.each([
  ['tapes', joinTapes, tape],
  ['minutes', joinMinutes, minutes],
] as const)('joining %s', (_name, join, some) => {
  it('gives the same in either order', () => {
    fc.assert(
      fc.property(some, some, (a, b) => {
        expect(join(a, b)).toEqual(join(b, a))
      }),
    )
  })

  it('gives the same however three are grouped', () => {
    fc.assert(
      fc.property(some, some, some, (a, b, c) => {
        expect(join(join(a, b), c)).toEqual(join(a, join(b, c)))
      }),
    )
  })

  it('changes nothing when the same is joined again', () => {
    fc.assert(
      fc.property(some, some, (a, b) => {
        expect(join(join(a, b), b)).toEqual(join(a, b))
      }),
    )
  })
})

describe('joining sessions', () => {
  it('keeps two equal trades of one millisecond as two', () => {
    const whole = rowsOf([
      [1, 10, 100],
      [1, 10, 100],
      [2, 11, 50],
    ])
    const part = rowsOf([[1, 10, 100]])

    expect(joinTapes(part, whole)).toEqual(whole)
  })

  it('takes of two bars of one minute the one with more volume, a known volume before an unknown one', () => {
    const joined = joinMinutes(
      rowsOf([
        [1, 10, 500],
        [2, 10, Number.NaN],
      ]),
      rowsOf([
        [1, 11, 400],
        [2, 12, 1],
        [3, 13, 1],
      ]),
    )

    expect(joined).toEqual(
      rowsOf([
        [1, 10, 500],
        [2, 12, 1],
        [3, 13, 1],
      ]),
    )
  })
})
