import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packColumns, unpackColumns, unpackInTurns } from '../../../src/lib/node/packed-columns.ts'
import { countingTurns } from '../../support/turns.ts'

const doubles = fc.array(fc.oneof(fc.double(), fc.constantFrom(Number.NaN, -0, 0, Number.POSITIVE_INFINITY)))
const texts = fc.array(fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\n') && text.isWellFormed()))

describe('packed columns', () => {
  it('give back every value of every kind of column, NaN and the sign of zero included', () => {
    fc.assert(
      fc.property(doubles, texts, fc.array(fc.nat(65_535)), fc.array(fc.nat(255)), (numbers, words, places, flags) => {
        const columns = {
          numbers: Float64Array.from(numbers),
          words,
          places: Uint16Array.from(places),
          flags: Uint8Array.from(flags),
          masks: Uint32Array.from(flags, (flag) => flag * 16_777_216),
        }

        const unpacked = unpackColumns(packColumns({ meta: { of: 'SPY' }, columns }))

        expect(unpacked.meta).toEqual({ of: 'SPY' })
        expect(unpacked.columns).toEqual(columns)
      }),
    )
  })

  it.each([[Number.NaN], [0], [-0], [100], [Number.NEGATIVE_INFINITY]])(
    'keep a column that is %d throughout',
    (value) => {
      const column = new Float64Array(1000).fill(value)

      const { columns } = unpackColumns(packColumns({ meta: null, columns: { column } }))

      expect(columns['column']).toEqual(column)
    },
  )

  it('take next to no room for a column that is the same throughout', () => {
    const one = packColumns({ meta: null, columns: { a: new Float64Array(1).fill(7) } })
    const many = packColumns({ meta: null, columns: { a: new Float64Array(100_000).fill(7) } })

    expect(many.length - one.length).toBeLessThan(20)
  })

  it('give back the same in pieces, and let others work meanwhile', async () => {
    const words = Array.from({ length: 30_000 }, (_, place) => (place % 3 === 0 ? '' : `SPY   26112${place} ü`))
    const columns = { words, empty: [], last: ['a', ''], numbers: Float64Array.from(words, (_, place) => place) }

    const { result, turns } = await countingTurns(unpackInTurns(packColumns({ meta: null, columns })))

    expect(result.columns).toEqual(columns)
    expect(turns).toBeGreaterThan(5)
  })

  it('refuse a text that holds a line feed, because it would come back as two', () => {
    expect(() => packColumns({ meta: null, columns: { words: ['a\nb', 'c'] } })).toThrow(/column words/)
  })

  it('refuse a text that was damaged or is something else', () => {
    const packed = packColumns({
      meta: null,
      columns: { a: Float64Array.from({ length: 500 }, (_, row) => row * 1.1) },
    })
    const middle = Math.floor(packed.length / 2)
    const damaged = packed.slice(0, middle) + (packed[middle] === 'A' ? 'B' : 'A') + packed.slice(middle + 1)

    expect(() => unpackColumns(damaged)).toThrow()
    expect(() => unpackColumns(packed.slice(0, middle))).toThrow()
    expect(() => unpackColumns('')).toThrow()
  })
})
