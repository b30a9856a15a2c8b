import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { QuietWindow } from '../../../../src/notifications/contract/quiet-hours.ts'
import { coversWholeWeek, isQuiet, quietUntilMs } from '../../../../src/notifications/domain/delivery/quiet-hours.ts'
import { WEEKDAYS } from '../../../../src/notifications/domain/delivery/weekdays.ts'

const NY = 'America/New_York'
const ALL = [...WEEKDAYS]

function window(times: string, days: readonly (typeof WEEKDAYS)[number][] = ALL): QuietWindow {
  const [start = '', end = ''] = times.split('-')
  return { start, end, days: [...days] }
}

const NIGHT = window('22:00-06:00')

describe('quiet hours', () => {
  it.each<[string, QuietWindow[], string, string, string | null]>([
    ['1 inside', [window('12:00-14:00')], NY, '2026-06-10T17:00Z', '2026-06-10T18:00Z'],
    ['2 at the start', [window('12:00-14:00')], NY, '2026-06-10T16:00Z', '2026-06-10T18:00Z'],
    ['3 at the end', [window('12:00-14:00')], NY, '2026-06-10T18:00Z', null],
    ['4 before midnight', [NIGHT], NY, '2026-06-11T03:30Z', '2026-06-11T10:00Z'],
    ['5 after midnight', [NIGHT], NY, '2026-06-11T09:59Z', '2026-06-11T10:00Z'],
    ['6 Friday night, Friday 23:00', [window('22:00-06:00', ['fri'])], NY, '2026-06-13T03:00Z', '2026-06-13T10:00Z'],
    ['7 Friday night, Friday 02:00', [window('22:00-06:00', ['fri'])], NY, '2026-06-12T06:00Z', null],
    ['8 Sunday night, Monday 01:00', [window('22:00-06:00', ['sun'])], NY, '2026-06-15T05:00Z', '2026-06-15T10:00Z'],
    ['9 clock forward inside', [window('02:30-03:30')], NY, '2026-03-08T07:15Z', '2026-03-08T07:30Z'],
    ['10 the night of seven hours', [NIGHT], NY, '2026-03-08T09:59Z', '2026-03-08T10:00Z'],
    ['11 the repeated hour', [window('01:00-02:00')], NY, '2026-11-01T05:30Z', '2026-11-01T07:00Z'],
    ['12 London forward', [window('01:30-02:30')], 'Europe/London', '2026-03-29T01:10Z', '2026-03-29T01:30Z'],
    ['13 Kolkata, a second before', [NIGHT], 'Asia/Kolkata', '2026-06-10T16:29:59Z', null],
    ['14 Chatham', [NIGHT], 'Pacific/Chatham', '2026-06-10T09:15Z', '2026-06-10T17:15Z'],
    ['15 Cairo, midnight skipped', [window('00:00-06:00')], 'Africa/Cairo', '2026-04-23T22:10Z', '2026-04-24T03:00Z'],
    ['16 a whole day', [window('00:00-00:00', ['wed'])], NY, '2026-06-10T17:00Z', '2026-06-11T04:00Z'],
    [
      '17 two that join',
      [window('22:00-02:00', ['fri']), window('02:00-06:00', ['sat'])],
      NY,
      '2026-06-13T03:00Z',
      '2026-06-13T10:00Z',
    ],
    ['18 no days', [window('22:00-06:00', [])], NY, '2026-06-11T03:30Z', null],
  ])('%s', (_name, windows, zone, at, release) => {
    const found = quietUntilMs(windows, zone, Date.parse(at))

    expect(found === null ? null : new Date(found).toISOString()).toBe(release && new Date(release).toISOString())
  })

  it('never end when they cover the whole week, and say so', () => {
    const always = [window('00:00-12:00'), window('12:00-00:00')]

    expect(quietUntilMs(always, NY, Date.parse('2026-06-10T17:00Z'))).toBe(Number.POSITIVE_INFINITY)
    expect(quietUntilMs(always, NY, Date.parse('2026-11-01T03:00Z'))).toBe(Number.POSITIVE_INFINITY)
    expect(coversWholeWeek(always)).toBe(true)
    expect(coversWholeWeek([window('00:00-23:59')])).toBe(false)
    expect(coversWholeWeek([])).toBe(false)
  })

  it('agree with a minute-by-minute look at the wall clock, in many zones and around changes of offset', () => {
    fc.assert(
      fc.property(windowsArbitrary, fc.constantFrom(...ZONES), fc.nat(), fc.boolean(), (windows, zone, seed, near) => {
        const ms = near ? nearChange(zone, seed) : START + (seed % (2 * 365 * 1440)) * 60_000 + (seed % 60_000)

        expect(quietUntilMs(windows, zone, ms)).toBe(bruteForce(windows, zone, ms))
      }),
      { numRuns: 300 },
    )
  }, 120_000)

  it.each(['25:00', '24:00', '9:00', '12:60', '', '12:00:00'])('refuse %s as a time', (start) => {
    expect(QuietWindow.safeParse({ start, end: '06:00', days: ['mon'] }).success).toBe(false)
  })

  it('refuse days twice, unknown days and unknown keys', () => {
    const good = { start: '22:00', end: '06:00', days: ['mon'] }

    expect(QuietWindow.safeParse(good).success).toBe(true)
    expect(QuietWindow.safeParse({ ...good, days: ['mon', 'mon'] }).success).toBe(false)
    expect(QuietWindow.safeParse({ ...good, days: ['monday'] }).success).toBe(false)
    expect(QuietWindow.safeParse({ ...good, zone: 'UTC' }).success).toBe(false)
  })
})

const START = Date.parse('2025-06-01T00:00Z')
const ZONES = [
  NY,
  'Europe/London',
  'Asia/Kolkata',
  'Pacific/Chatham',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Africa/Casablanca',
  'America/Santiago',
  'Pacific/Auckland',
  'Asia/Tokyo',
  'UTC',
] as const

const time = fc.nat({ max: 1439 }).map((minute) => {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
})
const windowsArbitrary = fc.array(
  fc.record({ start: time, end: time, days: fc.subarray([...WEEKDAYS]) }) satisfies fc.Arbitrary<QuietWindow>,
  { maxLength: 3 },
)

const CLOCKS = new Map<string, Intl.DateTimeFormat>()
function shown(zone: string, ms: number): { day: number; minute: number } {
  const clock =
    CLOCKS.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
    })
  CLOCKS.set(zone, clock)
  const part = Object.fromEntries(clock.formatToParts(ms).map(({ type, value }) => [type, value]))
  const day = WEEKDAYS.join().split(',').indexOf(String(part['weekday']).toLowerCase())
  return { day, minute: Number(part['hour']) * 60 + Number(part['minute']) }
}

/** The rule as the design words it, without a common line with the code. */
function quietByClock(windows: readonly QuietWindow[], zone: string, ms: number): boolean {
  const { day, minute } = shown(zone, ms)
  const now = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  const today = WEEKDAYS[day]!
  const yesterday = WEEKDAYS[(day + 6) % 7]!
  return windows.some(({ start, end, days }) => {
    if (end > start) return days.includes(today) && now >= start && now < end
    return (days.includes(today) && now >= start) || (days.includes(yesterday) && now < end)
  })
}

function bruteForce(windows: readonly QuietWindow[], zone: string, ms: number): number | null {
  if (!quietByClock(windows, zone, ms)) return null
  const first = Math.floor(ms / 60_000) * 60_000
  for (let at = first + 60_000; at <= first + 15 * 86_400_000; at += 60_000) {
    if (!quietByClock(windows, zone, at)) return at
  }
  return Number.POSITIVE_INFINITY
}

const CHANGES = new Map<string, readonly number[]>()

/** An instant within a day of one of the changes of a zone's offset, else any. */
function nearChange(zone: string, seed: number): number {
  const changes = CHANGES.get(zone) ?? changesOf(zone)
  CHANGES.set(zone, changes)
  const base = changes[seed % Math.max(1, changes.length)] ?? START
  return base - 43_200_000 + ((seed * 7_919) % (2 * 1440)) * 60_000
}

function changesOf(zone: string): number[] {
  const clock = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  const offset = (ms: number) => clock.format(ms).split(', ')[1]
  const days = Array.from({ length: 730 }, (_, day) => START + day * 86_400_000)
  return days.filter((at) => offset(at) !== offset(at + 86_400_000))
}

describe('isQuiet', () => {
  it('says whether it is quiet', () => {
    expect(isQuiet([NIGHT], NY, Date.parse('2026-06-11T03:30Z'))).toBe(true)
    expect(isQuiet([NIGHT], NY, Date.parse('2026-06-11T13:30Z'))).toBe(false)
  })
})
