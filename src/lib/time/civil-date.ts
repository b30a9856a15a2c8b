/** Calendar dates written `YYYY-MM-DD`, counted in whole days, so that no time zone can shift them. */
import { DAY_MS } from './duration.ts'

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/

/** Days since 1970-01-01. Throws a RangeError for anything but a date that exists. */
export function dayNumber(date: string): number {
  const parts = DATE.exec(date)
  const year = Number(parts?.[1])
  const month = Number(parts?.[2]) - 1
  const midnight = new Date(Date.UTC(year, month, Number(parts?.[3])))
  // Date.UTC turns 30 February into March and years below 100 into 19xx, which changes the month or the year.
  if (midnight.getUTCMonth() !== month || midnight.getUTCFullYear() !== year) {
    throw new RangeError(`Not a calendar date: ${date.slice(0, 40)}`)
  }
  return midnight.getTime() / DAY_MS
}

export function dateOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

export function isCivilDate(text: string): boolean {
  try {
    dayNumber(text)
    return true
  } catch {
    return false
  }
}

export function addDays(date: string, days: number): string {
  return dateOfDay(dayNumber(date) + days)
}

/** Calendar days from one date to another, negative when `to` is the earlier one. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from)
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(date: string): number {
  return weekdayOfDay(dayNumber(date))
}

/** The same for a day number. 1970-01-01 was a Thursday. */
export function weekdayOfDay(day: number): number {
  return (((day + 4) % 7) + 7) % 7
}

export function civilDate(year: number, month: number, day: number): string {
  return dateOfDay(Date.UTC(year, month - 1, day) / DAY_MS)
}
