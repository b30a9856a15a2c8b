import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CodedTexts } from '../../../../src/market/domain/options/coded-texts.ts'
import '../../../support/properties.ts'

const columns = fc.array(fc.constantFrom('SPY   261218P00650000', 'SPY   261218C00650000', 'I', ''), { maxLength: 40 })

describe('coded texts', () => {
  it('say for each print what the column said', () => {
    fc.assert(
      fc.property(columns, (column) => {
        const coded = CodedTexts.of(column)

        expect([...coded]).toEqual(column)
        expect(coded).toHaveLength(column.length)
        expect(column.map((_, row) => coded.at(row))).toEqual(column)
        expect(coded.at(column.length)).toBeUndefined()
      }),
    )
  })

  it('give a part as an array would, over the same memory', () => {
    fc.assert(
      fc.property(columns, fc.nat(40), fc.nat(40), (column, first, end) => {
        const coded = CodedTexts.of(column)
        const part = coded.slice(first, end)

        expect([...part]).toEqual(column.slice(first, end))
        expect(part.codes.buffer).toBe(coded.codes.buffer)
      }),
    )
  })

  it.each([
    [256, Uint8Array],
    [257, Uint16Array],
    [65_537, Uint32Array],
  ])('have a code of the fewest bytes that %d texts need', (count, Kind) => {
    const column = Array.from({ length: count }, (_, place) => `text ${place}`)
    const coded = CodedTexts.of(column)

    expect(coded.codes).toBeInstanceOf(Kind)
    expect(coded.at(count - 1)).toBe(`text ${count - 1}`)
  })
})
