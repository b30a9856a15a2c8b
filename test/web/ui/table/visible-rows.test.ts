import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { centred, visibleRows } from '../../../../src/web/ui/table/visible-rows.ts'

const frame = { count: 500, rowHeight: 30, height: 600 }

describe('rows in view', () => {
  it('are few of many, and the rest is room', () => {
    const { first, end, above, below } = visibleRows({ ...frame, scrollTop: 6_000 })

    expect(first).toBeLessThanOrEqual(200)
    expect(end).toBeGreaterThanOrEqual(220)
    expect(end - first).toBeLessThan(60)
    expect(above).toBe(first * 30)
    expect(below).toBe((500 - end) * 30)
  })

  it('stay the same while a frame is pushed by less than a row', () => {
    expect(visibleRows({ ...frame, scrollTop: 6_001 })).toEqual(visibleRows({ ...frame, scrollTop: 6_020 }))
  })

  it('hold every row that is seen, and take the room of all, wherever the frame is', () => {
    fc.assert(
      fc.property(
        fc.nat(2_000),
        fc.integer({ min: 10, max: 80 }),
        fc.integer({ min: 0, max: 3_000 }),
        fc.integer({ min: -50, max: 200_000 }),
        (count, rowHeight, height, scrollTop) => {
          const { first, end, above, below } = visibleRows({ count, rowHeight, height, scrollTop })
          const top = Math.max(0, scrollTop)
          const isSeen = (row: number) => (row + 1) * rowHeight > top && row * rowHeight < top + height

          expect(above + (end - first) * rowHeight + below).toBe(count * rowHeight)
          expect(first).toBeGreaterThanOrEqual(0)
          expect(end).toBeLessThanOrEqual(count)
          for (const row of [0, first - 1, end, count - 1]) {
            if (row >= 0 && row < count && isSeen(row)) expect(row >= first && row < end).toBe(true)
          }
        },
      ),
    )
  })
})

describe('a row in the middle', () => {
  it('stands there where there are rows around it', () => {
    expect(centred(100, frame)).toBe(100 * 30 - 285)
  })

  it('does not push the frame beyond its ends', () => {
    expect(centred(2, frame)).toBe(0)
    expect(centred(499, frame)).toBe(500 * 30 - 600)
    expect(centred(1, { ...frame, count: 3 })).toBe(0)
  })
})
