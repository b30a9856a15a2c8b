import { describe, expect, it } from 'vitest'
import { OrderTallies, OrderTally, type TalliedOrder } from '../../../../src/flow/domain/score/order-tally.ts'

const MINUTE = 60_000
const BUY: TalliedOrder = { aggressor: 1, lean: 0, size: 10, executedAtMs: 0 }
const SELL: TalliedOrder = { ...BUY, aggressor: -1 }
const newTally = (tallies = new OrderTallies()) => new OrderTally(tallies, tallies.add())

describe('final rows of a contract as sums', () => {
  it('are 0 at first, and without an instant', () => {
    const tally = newTally()
    expect(tally).toMatchObject({ buys: 0, sells: 0, netSize: 0, buying: 0, apart: 0, logSizes: 0, faded: null })
    expect([tally.firstBuyingMs, tally.lastBuyingMs]).toEqual([Number.NaN, Number.NaN])
  })

  it('count buying that leans to the ask, and apart from other buying what is later than two minutes', () => {
    const tally = newTally()
    tally.add(BUY, false)
    tally.add({ ...BUY, aggressor: 0, lean: 1, executedAtMs: MINUTE }, false)
    tally.add({ ...SELL, size: 4, executedAtMs: 2 * MINUTE }, false)
    tally.add({ ...BUY, executedAtMs: 4 * MINUTE }, false)

    expect(tally).toMatchObject({ buys: 2, sells: 1, netSize: 16, buying: 3, apart: 2 })
    expect(tally).toMatchObject({ firstBuyingMs: 0, lastBuyingMs: 4 * MINUTE, faded: null })
    expect(tally.logSizes).toBeCloseTo(3 * Math.log(10), 12)
  })

  it('know rows of a similar size by direction, each contract its own', () => {
    const tallies = new OrderTallies()
    const [tally, other] = [newTally(tallies), newTally(tallies)]
    for (const size of [1, 10, 11, 12, 300]) tally.add({ ...BUY, size }, true)
    tally.add({ ...SELL, size: 10 }, true)
    other.add({ ...BUY, size: 10 }, true)

    expect(tally.faded?.similar(1, 10)).toBe(3)
    expect(tally.faded?.similar(-1, 10)).toBe(1)
    expect(tally.faded?.similar(1, 5_000)).toBe(0)
    expect(other.faded?.similar(1, 10)).toBe(1)
    expect(tally.faded).toMatchObject({ rows: 6, balance: 4 })
  })

  it('fade: what is an hour old counts 1/e', () => {
    const tally = newTally()
    tally.add(BUY, true)
    const { faded } = tally
    expect((faded?.factorAt(60 * MINUTE) ?? 0) * (faded?.rows ?? 0)).toBeCloseTo(Math.exp(-1), 12)
  })
})
