import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countUpTo, noPrints, type TapePrints, tapeUpTo } from '../../../../src/market/domain/options/option-tape.ts'

function tapeAt(...times: readonly number[]): TapePrints {
  const numbers = Float64Array.from(times)
  const texts = times.map(String)
  return {
    symbol: 'SPY',
    sessionDate: '2026-11-19',
    count: times.length,
    executedAtMs: numbers,
    optionSymbols: texts,
    price: numbers,
    size: numbers,
    bid: numbers,
    ask: numbers,
    underlyingPrice: numbers,
    exchange: texts,
    condition: texts,
    volume: numbers,
    openInterest: numbers,
  }
}

describe('a tape up to an instant', () => {
  it('has the rows up to it, the instant included, in every column', () => {
    expect(tapeUpTo(tapeAt(1, 2, 2, 3), 2)).toEqual(tapeAt(1, 2, 2))
    expect(tapeUpTo(tapeAt(1, 2, 2, 3), 0)).toEqual(noPrints('SPY', '2026-11-19'))
  })

  it('is the same object when it has all rows', () => {
    const whole = tapeAt(1, 2)
    expect(tapeUpTo(whole, 2)).toBe(whole)
    expect(tapeUpTo(whole, 9)).toBe(whole)
  })

  it('has as many rows as a count one by one finds', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 30 })), fc.integer({ min: -1, max: 31 }), (times, ms) => {
        const sorted = Float64Array.from(times).sort()
        expect(countUpTo(sorted, ms)).toBe(sorted.filter((time) => time <= ms).length)
      }),
    )
  })
})
