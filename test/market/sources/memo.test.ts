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
})
