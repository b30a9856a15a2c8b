import { describe, expect, it } from 'vitest'
import { Instant } from '../../../src/market/contract/instant.ts'

describe('an instant of a question', () => {
  it.each([
    ['2026-11-20T14:30:00Z', '2026-11-20T14:30:00Z'],
    ['2026-11-20T09:30:00-05:00', '2026-11-20T14:30:00.000Z'],
    ['2026-11-20T15:30:00.5+01:00', '2026-11-20T14:30:00.500Z'],
    ['2026-11-20', '2026-11-20T05:00:00.000Z'],
    ['2026-07-01', '2026-07-01T04:00:00.000Z'],
  ])('may be written as %s', (text, instant) => {
    expect(Date.parse(Instant.parse(text))).toBe(Date.parse(instant))
    expect(Instant.parse(text)).toMatch(/Z$/)
  })

  it.each(['', 'yesterday', '2026-02-30', '2026-11-20T25:00:00Z', '2026-11-20T14:30:00', '20261120'])(
    'may not be %j',
    (text) => {
      expect(Instant.safeParse(text).error?.issues).toMatchObject([{ message: expect.stringMatching(/^must be an/) }])
    },
  )
})
