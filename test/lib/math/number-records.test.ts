import { describe, expect, it } from 'vitest'
import { NumberRecords } from '../../../src/lib/math/number-records.ts'

describe('records of numbers', () => {
  it('keep what was set, while their number grows', () => {
    const records = new NumberRecords(2, 1)
    const places = Array.from({ length: 1_000 }, (_, each) => {
      const place = records.add()
      records.setReal(place, 0, each / 3)
      records.setReal(place, 1, each % 2 ? Number.NaN : 2 ** 50 + each)
      records.setWhole(place, 0, -each)
      return place
    })

    expect(new Set(places).size).toBe(1_000)
    for (const [each, place] of places.entries()) {
      expect(records.real(place, 0)).toBe(each / 3)
      expect(records.real(place, 1)).toBe(each % 2 ? Number.NaN : 2 ** 50 + each)
      expect(records.whole(place, 0)).toBe(0 - each)
    }
  })

  it('keep numbers in single precision, too', () => {
    const records = new NumberRecords(0, 0, 2)
    const places = Array.from({ length: 100 }, () => records.add())
    for (const place of places) {
      records.setSingle(place, 0, place / 3)
      records.setSingle(place, 1, Number.NaN)
    }

    expect(places.map((place) => records.single(place, 0))).toEqual(places.map((place) => Math.fround(place / 3)))
    expect(records.single(99, 1)).toBeNaN()
  })

  it('are 0 at first, and can be added to', () => {
    const records = new NumberRecords(1, 1)
    const place = records.add()
    for (const more of [0.5, 2]) records.addToReal(place, 0, more)
    for (const more of [3, -5]) records.addToWhole(place, 0, more)

    expect([records.real(place, 0), records.whole(place, 0)]).toEqual([2.5, -2])
  })

  it('give the places of removed ones away again', () => {
    const records = new NumberRecords(1, 1)
    const [first, second] = [records.add(), records.add()]
    records.remove(first)

    expect(records.add()).toBe(first)
    expect(records.add()).not.toBe(second)
    expect(records.add()).not.toBe(first)
  })
})
