import { describe, expect, it } from 'vitest'
import { format, rangeWords } from '../../src/web/format.ts'

describe('numbers on the pages', () => {
  it('have a dash where they are unknown, never 0', () => {
    expect([format.price(null), format.decimal(undefined), format.ratio(Number.NaN), format.strike(null)]).toEqual([
      '–',
      '–',
      '–',
      '–',
    ])
  })

  it('have no sign where they round to zero', () => {
    expect([format.ratio(-0.004), format.pct(-0.01), format.decimal(-0.0001), format.greek(-0.00001)]).toEqual([
      '0.00',
      '0.0%',
      '0.0%',
      '0.0000',
    ])
  })

  it('have a true minus', () => {
    expect([format.ratio(-0.25), format.decimal(-0.066), format.price(-1.5)]).toEqual(['−0.25', '−6.6%', '−1.50'])
  })

  it('leave out the decimals of what is over 100%', () => {
    expect([format.decimal(0.999), format.decimal(14.98), format.decimal(-2.345)]).toEqual(['99.9%', '1498%', '−235%'])
  })

  it('write money with three digits', () => {
    expect([format.usd(-10_044_000_000), format.usd(1_254_000), format.signedUsd(999_600), format.usd(12)]).toEqual([
      '−$10B',
      '$1.25M',
      '+$1M',
      '$12',
    ])
  })

  it('write strikes without cents that are none', () => {
    expect([format.strike(670), format.strike(207.5), format.strike(12.125)]).toEqual(['670', '207.5', '12.125'])
  })

  it('write dates of the market whatever the zone of the reader', () => {
    expect(format.shortDate('2026-11-20')).toBe('Nov 20')
  })

  it('write a range only where its ends differ as written', () => {
    expect(rangeWords({ low: 0.1201, high: 0.134 }, format.decimal)).toBe(' (12.0% to 13.4%)')
    expect(rangeWords({ low: 0.1201, high: 0.1202 }, format.decimal)).toBe('')
    expect(rangeWords(null, format.decimal)).toBe('')
    // No line break parts the sign from its amount.
    expect(rangeWords({ low: -8.21e9, high: 6.93e9 }, format.signedUsd)).toBe(' (−\u2060$8.21B to +$6.93B)')
  })
})
