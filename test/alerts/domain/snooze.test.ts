import { describe, expect, it } from 'vitest'
import { activeSnooze, snoozeEnds } from '../../../src/alerts/domain/snooze.ts'

const ends = (at: string) =>
  Object.fromEntries(
    Object.entries(snoozeEnds(Date.parse(at))).map(([name, ms]) => [
      name,
      ms === null ? null : new Date(ms).toISOString(),
    ]),
  )

describe('the ends of a snooze', () => {
  it('are an hour from now, the close of the session under way, and the open of the next trading day', () => {
    expect(ends('2026-11-20T15:00:00.000Z')).toEqual({
      one_hour: '2026-11-20T16:00:00.000Z',
      rest_of_session: '2026-11-20T21:00:00.000Z',
      next_open: '2026-11-23T14:30:00.000Z',
    })
  })

  it('follow an early close and a holiday', () => {
    // The day after Thanksgiving closes at 13:00; the day before it opens the next time two days later.
    expect(ends('2026-11-27T15:00:00.000Z')).toMatchObject({ rest_of_session: '2026-11-27T18:00:00.000Z' })
    expect(ends('2026-11-25T15:00:00.000Z')).toMatchObject({ next_open: '2026-11-27T14:30:00.000Z' })
  })

  it.each([
    ['before the open', '2026-11-20T14:29:59.999Z', '2026-11-23T14:30:00.000Z'],
    ['at the close', '2026-11-20T21:00:00.000Z', '2026-11-23T14:30:00.000Z'],
    ['on a Sunday', '2026-11-22T15:00:00.000Z', '2026-11-23T14:30:00.000Z'],
    // 23:00 of Sunday in New York is Monday in UTC.
    ['late on a Sunday', '2026-11-23T04:00:00.000Z', '2026-11-23T14:30:00.000Z'],
  ])('have no rest of the session %s', (_when, at, open) => {
    expect(ends(at)).toMatchObject({ rest_of_session: null, next_open: open })
  })
})

describe('a snooze', () => {
  it('is active until its instant and not at it', () => {
    const until = '2026-11-20T16:00:00.000Z'
    expect(activeSnooze(until, new Date('2026-11-20T15:59:59.999Z'))).toBe(until)
    expect(activeSnooze(until, new Date(until))).toBeNull()
    expect(activeSnooze(null, new Date(until))).toBeNull()
  })
})
