import { describe, expect, it } from 'vitest'
import { isDue } from '../../../../src/market/sources/cboe/schedule.ts'
import { describedMs, stampMs, tradeMs } from '../../../../src/market/sources/cboe/stamp.ts'

const at = (text: string) => Date.parse(text)
const NOW = at('2026-11-20T20:00:00Z')

describe('the stamp of a document', () => {
  it.each([
    ['UTC with a date', '2026-11-20 19:59:30', '2026-11-20T14:44:59', '2026-11-20T19:59:30Z'],
    ['UTC with a T', '2026-11-20T19:59:30', '2026-11-20T14:44:59', '2026-11-20T19:59:30Z'],
    [
      'New York time, told by trades that would be later',
      '2026-11-20 14:59:30',
      '2026-11-20T14:44:59',
      '2026-11-20T19:59:30Z',
    ],
    ['a time without a date', '19:59:30', '2026-11-20T14:44:59', '2026-11-20T19:59:30Z'],
    ['no trade at all', '2026-11-20 19:59:30', '', '2026-11-20T19:59:30Z'],
    ['a time after midnight UTC without a date', '00:10:00', '2026-11-19T19:00:00', '2026-11-20T00:10:00Z'],
  ])('%s', (_what, stamp, trade, expected) => {
    expect(new Date(stampMs(stamp, tradeMs(trade), NOW)).toISOString()).toBe(new Date(expected).toISOString())
  })

  it.each(['', 'now', '2026-13-01 10:00:00', '2026-02-30 10:00:00', '25:00:00'])('%j cannot be read', (stamp) => {
    expect(() => stampMs(stamp, Number.NaN, NOW)).toThrow('the field timestamp cannot be read')
  })

  it('describes 15 minutes before, or the last trade in it', () => {
    expect(describedMs(NOW, at('2026-11-20T19:00:00Z'))).toBe(at('2026-11-20T19:45:00Z'))
    expect(describedMs(NOW, at('2026-11-20T19:50:00Z'))).toBe(at('2026-11-20T19:50:00Z'))
    expect(describedMs(NOW, at('2026-11-20T20:10:00Z'))).toBe(at('2026-11-20T19:45:00Z'))
    expect(describedMs(NOW, Number.NaN)).toBe(at('2026-11-20T19:45:00Z'))
  })

  it('reads trades in New York time, in summer and in winter', () => {
    expect(tradeMs('2026-07-01T15:59:59.123')).toBe(at('2026-07-01T19:59:59Z'))
    expect(tradeMs('2026-11-20T15:59:59')).toBe(at('2026-11-20T20:59:59Z'))
    for (const none of [null, undefined, '', '15:59:59', 'x']) expect(tradeMs(none)).toBeNaN()
  })
})

describe('the schedule', () => {
  const due = (checked: string, now: string) => isDue(at(checked), at(now), 60_000)

  it('follows the delayed session', () => {
    expect(due('2026-11-20T15:00:00Z', '2026-11-20T15:00:59Z')).toBe(false)
    expect(due('2026-11-20T15:00:00Z', '2026-11-20T15:01:00Z')).toBe(true)
    // 09:40 in New York: the delayed session begins at 09:45.
    expect(due('2026-11-20T14:30:00Z', '2026-11-20T14:40:00Z')).toBe(false)
    expect(due('2026-11-20T14:30:00Z', '2026-11-20T14:45:00Z')).toBe(true)
  })

  it('looks once more when the data of the close rest, then every six hours', () => {
    expect(due('2026-11-20T21:20:00Z', '2026-11-20T21:24:00Z')).toBe(true)
    expect(due('2026-11-20T21:20:00Z', '2026-11-20T21:30:00Z')).toBe(true)
    expect(due('2026-11-20T21:30:00Z', '2026-11-21T03:29:00Z')).toBe(false)
    expect(due('2026-11-20T21:30:00Z', '2026-11-21T03:30:00Z')).toBe(true)
  })

  it('follows options that trade until 16:15 to their end', () => {
    const dueOf = (symbol: string) => isDue(at('2026-11-20T21:26:00Z'), at('2026-11-20T21:31:00Z'), 60_000, symbol)
    expect([dueOf('SPX'), dueOf('SPY'), dueOf('AAPL')]).toEqual([true, true, false])
  })
})
