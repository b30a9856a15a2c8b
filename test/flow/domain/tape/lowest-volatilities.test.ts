import { describe, expect, it } from 'vitest'
import { LowestVolatilities } from '../../../../src/flow/domain/tape/lowest-volatilities.ts'
import { mix, uniform } from '../../../../src/lib/math/seeded-random.ts'

const NONE = -1

describe('lowest volatilities of a contract', () => {
  it('have none before the first', () => {
    const lows = new LowestVolatilities()
    expect(lows.lowest(NONE)).toBeNaN()
    expect(lows.dropBefore(5, NONE)).toBe(NONE)
  })

  it('know the lowest since any later minute, as a search of all does, for two contracts at once', () => {
    const lows = new LowestVolatilities()
    const contracts = [1, 2].map((stream) => ({ stream, latest: NONE, all: [] as { minute: number; low: number }[] }))
    for (let minute = 0; minute < 200; minute++) {
      for (const contract of contracts) {
        const low = 0.1 + uniform(mix(contract.stream, minute))
        contract.all.push({ minute, low })
        contract.latest = lows.dropBefore(minute - 9, lows.added(minute, low, contract.latest))
        const recent = contract.all.filter((each) => each.minute >= minute - 9).map((each) => each.low)
        expect(lows.lowest(contract.latest)).toBe(Math.min(...recent))
      }
    }
  })

  it('keep the lower of two in one minute', () => {
    const lows = new LowestVolatilities()
    const higher = lows.added(1, 0.4, lows.added(1, 0.3, NONE))
    expect(lows.lowest(higher)).toBe(0.3)
    expect(lows.lowest(lows.added(1, 0.2, higher))).toBe(0.2)
  })

  it('have none when all are too old', () => {
    const lows = new LowestVolatilities()
    expect(lows.dropBefore(9, lows.added(3, 0.3, lows.added(1, 0.2, NONE)))).toBe(NONE)
  })
})
