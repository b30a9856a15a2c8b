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
})
