import { describe, expect, it } from 'vitest'
import { inZone, untilWords, wallOf } from '../../../../src/web/notifications/snooze/snooze-words.ts'

const NEW_YORK = 'America/New_York'

describe('the end of a snooze', () => {
  it('is a time today, and a date with a time later', () => {
    const now = Date.parse('2026-11-20T18:00:00.000Z')
    expect(untilWords('2026-11-20T21:00:00.000Z', NEW_YORK, now)).toBe('16:00')
    expect(untilWords('2026-11-23T14:30:00.000Z', NEW_YORK, now)).toBe('Mon, Nov 23, 09:30')
    // The same instant is already tomorrow in Tokyo.
    expect(untilWords('2026-11-20T21:00:00.000Z', 'Asia/Tokyo', now)).toBe('06:00')
    expect(untilWords('2026-11-20T15:30:00.000Z', 'Asia/Tokyo', Date.parse('2026-11-20T14:30:00.000Z'))).toBe(
      'Sat, Nov 21, 00:30',
    )
  })

  it('goes to a field of the zone of the account and back', () => {
    expect(wallOf('2026-11-20T21:00:00.000Z', NEW_YORK)).toBe('2026-11-20T16:00')
    expect(inZone('2026-11-20T16:00', NEW_YORK)).toBe('2026-11-20T21:00:00.000Z')
    // Browsers add the seconds where they are not zero.
    expect(inZone('2026-07-20T16:00:30', NEW_YORK)).toBe('2026-07-20T20:00:00.000Z')
  })
})
