import { describe, expect, it } from 'vitest'
import { Memo } from '../../../src/market/sources/memo.ts'

describe('the memo of a source', () => {
  it('makes a value once, keeps what was used last and forgets the oldest', () => {
    const memo = new Memo<{ readonly made: number }>(2)
    let made = 0
    const get = (key: string) => memo.get(key, () => ({ made: ++made })).made

    const values = [get('a'), get('a'), get('b'), get('a'), get('c'), get('a'), get('b')]

    expect(values).toEqual([1, 1, 2, 1, 3, 1, 4])
  })

  it('forgets what nobody asked for between two looks, and looks no more when nothing is left', () => {
    const scheduled: (() => void)[] = []
    const rest = { afterMs: 1_000, later: (work: () => void) => void scheduled.push(work) }
    const memo = new Memo<{ readonly made: number }>(4, rest)
    let made = 0
    const get = (key: string) => memo.get(key, () => ({ made: ++made })).made
    const look = () => scheduled.shift()?.()

    const before = [get('a'), get('b')]
    look()
    const between = [get('a')]
    look()
    const after = [get('a'), get('b')]
    for (let looks = 0; looks < 2; looks++) look()

    expect({ before, between, after }).toEqual({ before: [1, 2], between: [1], after: [1, 3] })
    expect(scheduled).toEqual([])
  })
})
