import { describe, expect, it } from 'vitest'
import { mergedTape, newRows, sinceOf } from '../../../../src/web/flow/tape/tape-rows.ts'

const row = (id: string, second: number, size = 10) => ({
  id,
  executed_at: `2026-11-20T15:00:${String(second).padStart(2, '0')}.000Z`,
  size,
  unusual_score: 20,
})
const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id).join(' ')

describe('a tape that goes on', () => {
  it('has what arrived on top', () => {
    const tape = mergedTape([row('b', 2), row('a', 1)], [row('d', 4), row('c', 3), row('b', 2)], 10)

    expect(ids(tape)).toBe('d c b a')
  })

  it('puts a late report where its time is', () => {
    expect(ids(mergedTape([row('c', 3), row('a', 1)], [row('c', 3), row('b', 2)], 10))).toBe('c b a')
  })

  it('replaces a sweep that has grown', () => {
    const tape = mergedTape([row('b', 2, 10), row('a', 1)], [row('b', 2, 30)], 10)

    expect(tape.map(({ id, size }) => `${id}${size}`)).toEqual(['b30', 'a10'])
  })

  it('lets the oldest go', () => {
    expect(ids(mergedTape([row('b', 2), row('a', 1)], [row('d', 4), row('c', 3)], 3))).toBe('d c b')
  })

  it('stays the very same when nothing has changed, and keeps rows that did not', () => {
    const kept = [row('b', 2), row('a', 1)]

    expect(mergedTape(kept, [row('b', 2)], 10)).toBe(kept)
    expect(mergedTape(kept, [row('c', 3)], 10)[1]).toBe(kept[0])
  })

  it('keeps the order of the service among prints of one instant', () => {
    expect(ids(mergedTape([row('a', 1)], [row('y', 5), row('x', 5)], 10))).toBe('y x a')
  })
})

describe('asking for more', () => {
  it('goes two seconds back, where sweeps can still grow', () => {
    expect(sinceOf([row('b', 7), row('a', 1)])).toBe('2026-11-20T15:00:05.000Z')
  })

  it('asks for all where there is nothing', () => {
    expect(sinceOf([])).toBeNull()
  })
})

describe('what waits behind a tape that is held', () => {
  it('is counted by rows that are not shown', () => {
    const shown = [row('b', 2), row('a', 1)]

    expect(newRows(shown, [row('d', 4), row('c', 3), ...shown])).toBe(2)
    expect(newRows(shown, shown)).toBe(0)
  })
})
