import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isKnownZone, zoneTime } from '../../../src/lib/time/zone-time.ts'

const HOUR = 3_600_000
const iso = (ms: number) => new Date(ms).toISOString()

describe('the wall clock of a zone', () => {
  it.each([
    ['America/New_York', '2026-03-08T06:59:59.999Z', -5],
    ['America/New_York', '2026-03-08T07:00:00.000Z', -4],
    ['Asia/Kathmandu', '2026-01-01T00:00:00.000Z', 5.75],
    ['Pacific/Apia', '2011-12-30T09:59:59.999Z', -10],
    ['Pacific/Apia', '2011-12-30T10:00:00.000Z', 14],
    ['Mars/Olympus', '2026-01-01T00:00:00.000Z', 0],
  ])('of %s at %s is %d hours ahead of UTC', (zone, at, hours) => {
    expect(zoneTime(zone).offsetMs(Date.parse(at))).toBe(hours * HOUR)
  })

  it('finds the next change of offset, also beyond the end of a year', () => {
    const { changeBetween } = zoneTime('America/New_York')
    const from = Date.parse('2026-11-01T06:00Z')

    expect(iso(changeBetween(from - 1, from + 1) ?? 0)).toBe('2026-11-01T06:00:00.000Z')
    expect(changeBetween(from, from + 30 * 24 * HOUR)).toBeNull()
    expect(iso(changeBetween(from, from + 365 * 24 * HOUR) ?? 0)).toBe('2027-03-14T07:00:00.000Z')
  })

  it('reads a time that is skipped as far behind the gap as it lies inside, and one that comes twice as the first', () => {
    const { instantOf } = zoneTime('America/New_York')
    const skipped = instantOf(Date.parse('2026-03-08T02:30Z'))

    expect(iso(skipped.ms)).toBe('2026-03-08T07:30:00.000Z')
    expect(skipped.gap).toEqual({ fromMs: Date.parse('2026-03-08T02:00Z'), toMs: Date.parse('2026-03-08T03:00Z') })
    expect(instantOf(Date.parse('2026-11-01T01:30Z'))).toEqual({ ms: Date.parse('2026-11-01T05:30Z'), gap: null })
  })

  it('comes back to the same wall time from every time that exists', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('America/New_York', 'Europe/London', 'Australia/Lord_Howe', 'Africa/Cairo', 'Pacific/Apia'),
        fc.integer({ min: Date.parse('2011-01-01T00:00Z'), max: Date.parse('2027-01-01T00:00Z') }),
        (zone, ms) => {
          const { offsetMs, instantOf } = zoneTime(zone)
          const found = instantOf(ms + offsetMs(ms))

          expect(found.gap).toBeNull()
          expect(found.ms).toBeLessThanOrEqual(ms)
          expect(found.ms + offsetMs(found.ms)).toBe(ms + offsetMs(ms))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('says which names it knows', () => {
    expect([isKnownZone('Europe/Berlin'), isKnownZone('Mars/Olympus'), isKnownZone('')]).toEqual([true, false, false])
  })
})
