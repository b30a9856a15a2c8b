import { expect, it } from 'vitest'
import { firstNotBefore } from '../../../src/lib/math/first-not-before.ts'

it('finds the first of some numbers in order that is not below another', () => {
  for (let count = 0; count <= 9; count++) {
    // Each number twice.
    const numbers = Array.from({ length: count }, (_, place) => place >> 1)
    for (let value = -0.5; value <= 6; value += 0.5) {
      const found = numbers.findIndex((each) => each >= value)

      expect(firstNotBefore(count, (place) => (numbers[place] ?? 0) < value)).toBe(found < 0 ? count : found)
    }
  }
})

it('asks for the place of a million in twenty questions', () => {
  let asked = 0
  const place = firstNotBefore(1_000_000, (each) => {
    asked++
    return each < 654_321
  })

  expect(place).toBe(654_321)
  expect(asked).toBeLessThanOrEqual(20)
})
