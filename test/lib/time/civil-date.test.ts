import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, dateOfDay, dayNumber, daysBetween, isCivilDate, weekdayOf } from '../../../src/lib/time/civil-date.ts'

describe('civil dates', () => {
  it('counts days from 1970', () => {
    expect(dayNumber('1970-01-01')).toBe(0)
    expect(dayNumber('2000-03-01')).toBe(11017)
    expect(dateOfDay(-1)).toBe('1969-12-31')
  })

  it.each([
    '2026-02-30',
    '2026-02-99',
    '2026-03-00',
    '2026-13-01',
    '2026-00-01',
    '2026-1-1',
    '20260101',
    '',
    '0050-01-01',
    '2026-01-01T00:00:00Z',
  ])('refuses %j, which is not a date', (text) => {
    expect(isCivilDate(text)).toBe(false)
    expect(() => dayNumber(text)).toThrow(RangeError)
  })

  it('goes there and back over leap days and years', () => {
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
    expect(daysBetween('2026-03-01', '2026-02-01')).toBe(-28)
  })

  it('round-trips every day of four centuries', () => {
    fc.assert(
      fc.property(fc.integer({ min: -70_000, max: 80_000 }), (day) => {
        expect(dayNumber(dateOfDay(day))).toBe(day)
      }),
    )
  })

  it('knows the day of the week on both sides of 1970', () => {
    expect(weekdayOf('2026-11-20')).toBe(5)
    expect(weekdayOf('1969-07-20')).toBe(0)
  })
})
