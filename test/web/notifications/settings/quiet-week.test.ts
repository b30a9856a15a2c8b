import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { QuietWindow } from '../../../../src/notifications/contract/quiet-hours.ts'
import { isQuiet } from '../../../../src/notifications/domain/delivery/quiet-hours.ts'
import { WEEKDAYS } from '../../../../src/notifications/domain/delivery/weekdays.ts'
import { clockText, placeInWeek, quietWeek, weekText } from '../../../../src/web/notifications/settings/quiet-week.ts'

const HOUR_MS = 3_600_000
const MONDAY_MS = Date.UTC(2026, 5, 8)

function drawn(windows: readonly QuietWindow[]): string[] {
  return quietWeek(windows).flatMap(({ day, quiet }) =>
    quiet.map(({ from, to }) => `${day} ${clockText(from)}-${clockText(to)}`),
  )
}

describe('quiet hours on a week', () => {
  it('are drawn over midnight on the day after', () => {
    expect(drawn([{ start: '22:00', end: '06:00', days: ['fri'] }])).toEqual(['fri 22:00-24:00', 'sat 00:00-06:00'])
    expect(drawn([{ start: '22:00', end: '06:00', days: ['sun'] }])).toEqual(['mon 00:00-06:00', 'sun 22:00-24:00'])
  })

  it('are joined where windows meet', () => {
    const windows: QuietWindow[] = [
      { start: '22:00', end: '02:00', days: ['fri'] },
      { start: '02:00', end: '06:15', days: ['sat'] },
      { start: '12:00', end: '12:00', days: [] },
    ]

    expect(drawn(windows)).toEqual(['fri 22:00-24:00', 'sat 00:00-06:15'])
  })

  it('are told to those who cannot see them', () => {
    expect(weekText(quietWeek([]))).toBe('No quiet hours')
    expect(weekText(quietWeek([{ start: '12:00', end: '13:00', days: ['mon', 'wed'] }]))).toBe(
      'Quiet: Monday 12:00 to 13:00; Wednesday 12:00 to 13:00',
    )
  })

  it('are, minute by minute, those that hold messages back', () => {
    const time = fc.integer({ min: 0, max: 1_439 }).map(clockText)
    const window = fc.record({ start: time, end: time, days: fc.uniqueArray(fc.constantFrom(...WEEKDAYS)) })
    fc.assert(
      fc.property(fc.array(window, { maxLength: 4 }), fc.integer({ min: 0, max: 7 * 1_440 - 1 }), (windows, minute) => {
        const day = quietWeek(windows)[Math.floor(minute / 1_440)]
        const place = minute % 1_440
        const isDrawn = day?.quiet.some(({ from, to }) => from <= place && place < to) ?? false

        expect(isDrawn).toBe(isQuiet(windows, 'UTC', MONDAY_MS + minute * 60_000))
      }),
    )
  })
})

describe('the present on the drawn week', () => {
  it.each([
    ['2026-06-08T00:00:00Z', 0, 'mon', 0],
    ['2026-06-08T00:30:00Z', -4, 'sun', 20.5 * 60],
    ['2026-06-07T20:15:00Z', 5.5, 'mon', 105],
    ['1969-12-31T12:00:00Z', 0, 'wed', 720],
  ] as const)('%s at %d h is %s, minute %d', (iso, offsetHours, day, minute) => {
    expect(placeInWeek(Date.parse(iso), offsetHours * HOUR_MS)).toEqual({ day, minute })
  })
})
