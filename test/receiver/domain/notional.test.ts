import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cappedNotional, notionalText, roundToCents } from '../../../src/receiver/domain/notional.ts'

describe('an amount in cents', () => {
  it.each([
    [2.675, 2.67],
    [1.005, 1],
    [100.125, 100.12],
    [100.375, 100.38],
    [0.125, 0.12],
    [0.375, 0.38],
    [0.625, 0.62],
    [0.875, 0.88],
    [0.005, 0.01],
    [0.004, 0],
    [0.015, 0.01],
    [249.995, 250],
    [0, 0],
    [1e15 + 0.125, 1e15 + 0.12],
  ])('%d is rounded to %d', (usd, cents) => {
    expect(roundToCents(usd)).toBe(cents)
  })

  it('is the nearest cent of the exact binary value, and the even one of two', () => {
    const eighths = fc.nat(8_000_000).map((count) => count / 8)
    fc.assert(
      fc.property(fc.oneof(fc.double({ min: 0, max: 1e6, noNaN: true }), eighths), (usd) => {
        expect(roundToCents(usd)).toBe(exactCents(usd))
      }),
      { numRuns: 5_000 },
    )
  })

  it.each([
    [500, 250, 250],
    [100, 250, 100],
    [500, 10.006, 10],
    [500, 10.004, 10],
    [10.006, 10.01, 10.01],
    [500, 0.286, 0.28],
    [500, 0.004, 0],
    [500, 0.006, 0],
  ])('%d under a cap of %d is %d', (decided, cap, notional) => {
    expect(cappedNotional(decided, cap)).toBe(notional)
  })

  it('is sent with two decimals', () => {
    expect([notionalText(100), notionalText(0.1), notionalText(99.99)]).toEqual(['100.00', '0.10', '99.99'])
  })
})

/** By whole numbers alone: a double is a whole number times a power of two. */
function exactCents(usd: number): number {
  const scale = 2n ** 1074n
  const exact = scaled(usd) * 100n
  const floor = exact / scale
  const rest = (exact % scale) * 2n
  const up = rest > scale || (rest === scale && floor % 2n === 1n)
  return Number(up ? floor + 1n : floor) / 100
}

/** The value times 2 to the 1074, which is whole for every double. */
function scaled(usd: number): bigint {
  const bits = new BigUint64Array(new Float64Array([usd]).buffer)[0] ?? 0n
  const exponent = Number((bits >> 52n) & 0x7ffn)
  const fraction = bits & 0xfffffffffffffn
  return exponent === 0 ? fraction : (fraction | 0x10000000000000n) << BigInt(exponent - 1)
}
