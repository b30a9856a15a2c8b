import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  catchUp,
  dailyAfter,
  nextDailyDigest,
  nextDigest,
  nextFullHourMs,
} from '../../../../src/notifications/domain/delivery/digest.ts'

const NY = 'America/New_York'
const owner = { accountId: 'ada', channel: 'email' as const }
const iso = (ms: number) => new Date(ms).toISOString()

describe('the hourly digest', () => {
  it.each([
    [NY, '2026-06-10T17:00:00Z', '2026-06-10T18:00:00.000Z'],
    [NY, '2026-06-10T17:59:59.999Z', '2026-06-10T18:00:00.000Z'],
    ['Asia/Kolkata', '2026-06-10T17:00:00Z', '2026-06-10T17:30:00.000Z'],
    ['Pacific/Chatham', '2026-06-10T17:00:00Z', '2026-06-10T17:15:00.000Z'],
    // The clock goes back half an hour at 15:00Z: 01:59 is followed by 01:30, and 02:00 comes half an hour later.
    ['Australia/Lord_Howe', '2026-04-04T14:40:00Z', '2026-04-04T15:30:00.000Z'],
  ])('goes at the next full hour of %s after %s', (zone, after, due) => {
    expect(iso(nextFullHourMs(zone, Date.parse(after)))).toBe(due)
  })

  it('keeps the two real hours of a repeated local hour apart', () => {
    const settings = { frequency: 'hourly' as const, timeZone: NY, digestTime: '09:00' }
    const first = nextDigest(owner, settings, Date.parse('2026-11-01T04:30Z'))
    const second = nextDigest(owner, settings, Date.parse('2026-11-01T05:30Z'))

    expect([first?.key, second?.key]).toEqual([
      'hourly:ada:email:2026-11-01T05:00:00.000Z',
      'hourly:ada:email:2026-11-01T06:00:00.000Z',
    ])
  })
})

describe('the daily digest', () => {
  it.each([
    ['22 in the hour that is skipped', NY, '02:30', '2026-03-08T05:00Z', '2026-03-08T07:30:00.000Z', '2026-03-08'],
    [
      '23 over a date that does not exist',
      'Pacific/Apia',
      '09:00',
      '2011-12-29T20:00Z',
      '2011-12-30T19:00:00.000Z',
      '2011-12-31',
    ],
    ['24 at a time already past today', NY, '09:00', '2026-06-10T14:00Z', '2026-06-11T13:00:00.000Z', '2026-06-11'],
    ['at the first of two', NY, '01:30', '2026-11-01T04:00Z', '2026-11-01T05:30:00.000Z', '2026-11-01'],
    ['not again at the second of two', NY, '01:30', '2026-11-01T05:30Z', '2026-11-02T06:30:00.000Z', '2026-11-02'],
  ])('%s', (_name, zone, time, after, due, date) => {
    const found = nextDailyDigest(zone, time, Date.parse(after))

    expect({ due: iso(found.dueMs), date: found.date }).toEqual({ due, date })
  })

  it('goes once on each date that exists, in every zone and at every time', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(NY, 'Europe/London', 'Africa/Cairo', 'Pacific/Apia', 'Australia/Lord_Howe', 'America/Havana'),
        fc.nat({ max: 1439 }),
        fc.constantFrom('2011-12-20T00:00Z', '2026-03-01T00:00Z', '2026-10-20T00:00Z'),
        (zone, minute, start) => {
          const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
          let at = Date.parse(start)
          const dates: string[] = []
          const gaps: number[] = []
          for (let count = 0; count < 40; count++) {
            const { dueMs, date } = nextDailyDigest(zone, time, at)
            gaps.push(dueMs - at)
            dates.push(date)
            at = dueMs
          }

          expect(new Set(dates).size).toBe(40)
          expect([...dates].sort()).toEqual(dates)
          expect(gaps.every((gap) => gap > 0 && gap <= 49 * 3_600_000)).toBe(true)
        },
      ),
      { numRuns: 150 },
    )
  })

  it('has a next one for what came after it had gone', () => {
    const settings = { frequency: 'daily' as const, timeZone: NY, digestTime: '09:00' }

    expect(dailyAfter(owner, settings, '2026-06-10')).toEqual({
      kind: 'daily',
      key: 'daily:ada:email:2026-06-11',
      dueMs: Date.parse('2026-06-11T13:00Z'),
    })
  })
})

describe('what waits', () => {
  it('is named by its release when quiet hours hold it', () => {
    expect(catchUp(owner, Date.parse('2026-06-11T10:00Z')).key).toBe('catch_up:ada:email:2026-06-11T10:00:00.000Z')
  })

  it('waits for nothing in real time', () => {
    expect(nextDigest(owner, { frequency: 'realtime', timeZone: NY, digestTime: '09:00' }, 0)).toBeNull()
  })
})
