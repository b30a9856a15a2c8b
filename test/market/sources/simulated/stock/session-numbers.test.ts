import { expect, it } from 'vitest'
import { SessionNumbers } from '../../../../../src/market/sources/simulated/stock/session-numbers.ts'

it('writes the numbers of each session once and keeps them as later sessions are added', () => {
  const numbers = new SessionNumbers(2)
  const written: number[] = []
  const of = (index: number) => [
    ...numbers.of(index, (own) => {
      written.push(index)
      own.set([index, -index])
    }),
  ]

  const first = [of(0), of(3), of(1_200)]
  const again = [of(0), of(3), of(1_200), of(1_201), of(5_000)]

  expect(first).toEqual([
    [0, -0],
    [3, -3],
    [1_200, -1_200],
  ])
  expect(again).toEqual([...first, [1_201, -1_201], [5_000, -5_000]])
  expect(written).toEqual([0, 3, 1_200, 1_201, 5_000])
})
