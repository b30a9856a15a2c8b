import { expect, it } from 'vitest'
import { roundToSixDigits } from '../../../src/lib/math/six-digits.ts'

it('keeps six digits of every number, cents below a million, units above, and everything that is no number', () => {
  const answer = {
    a: [0.123456789, { b: 1234.56789 }, 0.000_012_345_678],
    c: 1_234_567.891,
    d: -25_300.255,
    e: 123_456_789,
    f: null,
    g: '0.123456789',
    h: [],
  }

  roundToSixDigits(answer)

  expect(answer).toEqual({
    a: [0.123457, { b: 1234.57 }, 0.000_012_345_7],
    c: 1_234_568,
    d: -25_300.25,
    e: 123_456_789,
    f: null,
    g: '0.123456789',
    h: [],
  })
})
