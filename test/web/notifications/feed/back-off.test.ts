import { describe, expect, it } from 'vitest'
import { backOffMs } from '../../../../src/web/notifications/feed/back-off.ts'

describe('the wait before the next try', () => {
  it('lies anywhere between nothing and the whole, so that browsers come back spread', () => {
    expect([0, 0.25, 0.5, 0.999].map((random) => backOffMs(3, random))).toEqual([0, 1_000, 2_000, 3_996])
  })

  it('never exceeds half a minute', () => {
    expect(backOffMs(50, 1)).toBe(30_000)
  })
})
