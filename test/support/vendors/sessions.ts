/** Trading days of the NYSE in the years of the tests. Source: nyse.com/markets/hours-calendars. */
const HOLIDAYS = new Set(
  `2025-01-01 2025-01-09 2025-01-20 2025-02-17 2025-04-18 2025-05-26 2025-06-19 2025-07-04 2025-09-01 2025-11-27 2025-12-25
  2026-01-01 2026-01-19 2026-02-16 2026-04-03 2026-05-25 2026-06-19 2026-07-03 2026-09-07 2026-11-26 2026-12-25
  2027-01-01 2027-01-18 2027-02-15 2027-03-26 2027-05-31 2027-06-18 2027-07-05 2027-09-06 2027-11-25 2027-12-24`.split(
    /\s+/,
  ),
)
const EARLY_CLOSES = new Set('2025-07-03 2025-11-28 2025-12-24 2026-11-27 2026-12-24 2027-11-26'.split(' '))
const DAY_MS = 86_400_000

/** Dates of the sessions from one date to another, both included. */
export function sessionsBetween(from: string, to: string): string[] {
  const dates: string[] = []
  for (let ms = Date.parse(from); ms <= Date.parse(to); ms += DAY_MS) {
    const date = new Date(ms)
    const day = date.toISOString().slice(0, 10)
    if (date.getUTCDay() % 6 !== 0 && !HOLIDAYS.has(day)) dates.push(day)
  }
  return dates
}

export function closeOf(date: string): string {
  return EARLY_CLOSES.has(date) ? '13:00' : '16:00'
}

/** New York's distance from UTC in hours: 4 from the second Sunday of March to the first of November, else 5. */
export function hoursBehindUtc(date: string): number {
  const year = date.slice(0, 4)
  return date >= sunday(`${year}-03-08`) && date < sunday(`${year}-11-01`) ? 4 : 5
}

/** The first Sunday on a date or after it. */
function sunday(date: string): string {
  const ms = Date.parse(date)
  return new Date(ms + ((7 - new Date(ms).getUTCDay()) % 7) * DAY_MS).toISOString().slice(0, 10)
}

export function newYorkDate(now: Date): string {
  const utc = now.toISOString().slice(0, 10)
  return new Date(now.getTime() - hoursBehindUtc(utc) * 3_600_000).toISOString().slice(0, 10)
}

/** When a session begins or ends, in milliseconds. */
export function instantOf(date: string, time: string): number {
  return Date.parse(`${date}T${time}:00Z`) + hoursBehindUtc(date) * 3_600_000
}
