import { beforeEach, describe, expect, it } from 'vitest'
import { MomentMemo } from '../../../../../src/market/sources/simulated/chain/moment-memo.ts'

let made: string[]
let get: (name: string, asOfMs: number) => object

beforeEach(() => {
  made = []
  const memo = new MomentMemo<object>(2_000)
  get = (name, asOfMs) =>
    memo.get(name, asOfMs, () => {
      made.push(`${name} ${asOfMs}`)
      return {}
    })
})

describe('the memo of values that change with the instant', () => {
  it('keeps those of the same instant and of instants within its window, for each name', () => {
    const first = get('SPY', 10_000)
    get('QQQ', 10_000)
    get('SPY', 12_000)

    expect(get('SPY', 10_000)).toBe(first)
    expect(made).toEqual(['SPY 10000', 'QQQ 10000', 'SPY 12000'])
  })

  it.each([
    ['later', 12_001],
    ['earlier, as in a replay that begins again', 7_999],
  ])('forgets all of an instant when one beyond the window is requested that is %s', (_, otherMs) => {
    get('SPY', 10_000)
    get('QQQ', 10_000)
    get('KO', otherMs)

    get('SPY', 10_000)
    get('QQQ', 10_000)

    expect(made.filter((each) => each === 'SPY 10000')).toHaveLength(2)
    expect(made.filter((each) => each === 'QQQ 10000')).toHaveLength(2)
  })

  it('forgets all a while after the last request, and not while requests go on', () => {
    const scheduled: (() => void)[] = []
    const later = (work: () => void, ms: number) => {
      expect(ms).toBe(500)
      scheduled.push(work)
    }
    let times = 0
    const memo = new MomentMemo<object>(2_000, { afterMs: 500, later })
    const ask = () => memo.get('SPY', 10_000, () => ({ time: times++ }))
    const pass = () => scheduled.shift()?.()

    const first = ask()
    pass()
    expect(ask()).toBe(first)
    pass()
    expect(ask()).toBe(first)
    pass()
    pass()
    expect(scheduled).toHaveLength(0)

    expect(ask()).not.toBe(first)
    expect(scheduled).toHaveLength(1)
  })
})
