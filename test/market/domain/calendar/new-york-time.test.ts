import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newYorkDate, newYorkInstant, newYorkTime } from '../../../../src/market/domain/calendar/new-york-time.ts'

describe('New York time', () => {
  it.each([
    ['2026-01-15T14:30:00Z', '2026-01-15', 570],
    ['2026-07-15T13:30:00Z', '2026-07-15', 570],
    ['2026-07-16T03:59:59Z', '2026-07-15', 1439],
    ['2027-01-01T04:30:00Z', '2026-12-31', 1410],
    ['2006-04-02T07:00:00Z', '2006-04-02', 180], // daylight saving began in April until 2006
    ['2007-03-11T06:59:59Z', '2007-03-11', 119],
  ])('reads %s as %s, minute %d', (instant, date, minuteOfDay) => {
    expect(newYorkTime(Date.parse(instant))).toEqual({ date, minuteOfDay })
    expect(newYorkDate(Date.parse(instant))).toBe(date)
  })

  it('takes the first of two equal wall times in autumn, and reads a skipped one with the offset before', () => {
    expect(new Date(newYorkInstant('2026-11-01', 90)).toISOString()).toBe('2026-11-01T05:30:00.000Z')
    expect(new Date(newYorkInstant('2026-03-08', 150)).toISOString()).toBe('2026-03-08T07:30:00.000Z')
  })

  it('gives every wall time its own instant back', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(1985, 0, 1) / 60_000, max: Date.UTC(2037, 0, 1) / 60_000 }), (minute) => {
        const ms = minute * 60_000
        const { date, minuteOfDay } = newYorkTime(ms)

        const back = newYorkInstant(date, minuteOfDay)

        // One hour a year is shown twice; the first showing is the answer for both.
        expect([ms, ms - 3_600_000]).toContain(back)
        expect(newYorkTime(back)).toEqual({ date, minuteOfDay })
      }),
      { numRuns: 2000 },
    )
  })
})
