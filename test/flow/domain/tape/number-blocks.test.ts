import { describe, expect, it } from 'vitest'
import { NumberBlocks } from '../../../../src/flow/domain/tape/number-blocks.ts'
import { mix, uniform } from '../../../../src/lib/math/seeded-random.ts'

const ROWS = 500

/** What is read back of rows of one number. */
function readBack(numbers: readonly number[]): number[] {
  const blocks = new NumberBlocks(1)
  const places = numbers.map((number) =>
    blocks.add((into, first) => {
      into[first] = number
    }),
  )
  return places.map(({ block, row }) => block.at(row, 0))
}

/** Evenly from 0 to 1. */
const share = (row: number) => uniform(mix(7, row))
const columns: Record<string, (row: number) => number> = {
  'one number': () => 0.1,
  'no number': () => Number.NaN,
  'a number once': (row) => (row === 77 ? 3 : 0),
  'numbers up to 254': (row) => row % 255,
  'numbers up to 255': (row) => row % 256,
  'numbers up to 65,534': (row) => (row % 2 ? 65_534 : 0),
  'numbers up to 65,535': (row) => (row % 2 ? 65_535 : 0),
  'numbers up to 4,294,967,294': (row) => (row % 2 ? 4_294_967_294 : 0),
  'numbers up to 4,294,967,295': (row) => (row % 2 ? 4_294_967_295 : 0),
  'numbers beyond those that are exact': (row) => 2 ** 53 + 2 * row,
  'instants in order': (row) => Date.parse('2026-11-20T14:30:00.000Z') + 137 * row,
  signs: (row) => (row % 3) - 1,
  'zeros of both signs': (row) => (row % 2 ? 0 : -0),
  'prices in cents, some unknown': (row) => (row % 9 ? Math.round(100 * (690 + share(row))) / 100 : Number.NaN),
  'prices in hundredths of a cent': (row) => Math.round(10_000 * share(row)) / 10_000,
  'prices finer than that': (row) => 1.00005 + row,
  'numbers of single precision': (row) => Math.fround(share(row)),
  'numbers of double precision': (row) => share(row) - 0.5,
  'endless numbers': (row) => [1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN][row % 4] ?? 0,
  'sums with a fraction': (row) => 123_450_000.5 + row,
}

describe.each(Object.entries(columns))('a column of %s', (_name, numberOf) => {
  it('is read as it was written, to the last bit', () => {
    const numbers = Array.from({ length: ROWS }, (_, row) => numberOf(row))

    const found = readBack(numbers)

    expect(found.map((number, row) => Object.is(number, numbers[row]))).toEqual(numbers.map(() => true))
  })
})

it('keeps columns and rows apart, over blocks that are full and one that is not', () => {
  const blocks = new NumberBlocks(3)
  const places = Array.from({ length: ROWS }, (_, row) =>
    blocks.add((numbers, first) => numbers.set([row, row / 7, -row], first)),
  )

  const found = places.map(({ block, row }) => [0, 1, 2].map((column) => block.at(row, column)))

  expect(found).toEqual(Array.from({ length: ROWS }, (_, row) => [row, row / 7, -row]))
})
