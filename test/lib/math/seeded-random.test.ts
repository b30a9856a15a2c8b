import { describe, expect, it } from 'vitest'
import { mix, mixText, normal, uniform } from '../../../src/lib/math/seeded-random.ts'

const STREAMS = Array.from({ length: 20_000 }, (_, key) => mix(7, key))

describe('seeded random numbers', () => {
  it('gives the same number for the same seed and key, and another for any other', () => {
    expect(mix(7, 3)).toBe(mix(7, 3))
    expect(new Set(STREAMS).size).toBeGreaterThan(19_990)
    expect(mix(7, 3)).not.toBe(mix(3, 7))
    expect(mix(0, 0)).not.toBe(0)
    expect(mixText(7, 'SPY')).not.toBe(mixText(7, 'SPX'))
    expect(mixText(7, 'AB')).not.toBe(mixText(7, 'BA'))
  })

  it('never leaves its values to the platform: known numbers of one stream', () => {
    expect([mix(1, 0), mix(1, 1), mix(2, 0), mixText(1, 'SPY')]).toMatchInlineSnapshot(`
      [
        3017485538,
        94878905,
        3469547300,
        1137627295,
      ]
    `)
  })

  it('keeps uniform numbers strictly inside 0 and 1, with the right mean and spread', () => {
    const values = STREAMS.map(uniform)

    const mean = meanOf(values)
    const variance = meanOf(values.map((value) => (value - mean) ** 2))

    expect(uniform(0)).toBeGreaterThan(0)
    expect(uniform(0xffffffff)).toBeLessThan(1)
    expect(mean).toBeCloseTo(0.5, 2)
    expect(variance).toBeCloseTo(1 / 12, 2)
  })

  it('draws normal numbers with the moments and tails of a normal distribution', () => {
    const values = STREAMS.map(normal)

    expect(meanOf(values)).toBeCloseTo(0, 1)
    expect(meanOf(values.map((value) => value ** 2))).toBeCloseTo(1, 1)
    expect(meanOf(values.map((value) => value ** 4))).toBeGreaterThan(2.8)
    expect(meanOf(values.map((value) => value ** 4))).toBeLessThan(3.2)
    expect(values.filter((value) => value > 1.959964).length / values.length).toBeCloseTo(0.025, 2)
  })

  it('meets exact quantiles in the middle and in both tails', () => {
    const at = (probability: number) => normal(probability * 4_294_967_296 - 0.5)

    expect(at(0.5)).toBeCloseTo(0, 9)
    expect(at(0.975)).toBeCloseTo(1.959963984540054, 7)
    expect(at(0.001)).toBeCloseTo(-3.090232306167813, 7)
    expect(at(0.999)).toBeCloseTo(3.090232306167813, 7)
  })

  it('shows no correlation between neighbouring keys or neighbouring seeds', () => {
    const correlation = (shift: (key: number) => number) =>
      meanOf(STREAMS.map((stream, key) => normal(stream) * normal(shift(key))))

    expect(Math.abs(correlation((key) => mix(7, key + 1)))).toBeLessThan(0.03)
    expect(Math.abs(correlation((key) => mix(8, key)))).toBeLessThan(0.03)
  })
})

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
