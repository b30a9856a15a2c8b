/**
 * Full closures and early closes of the New York Stock Exchange from 1990 on, by rule where there is one and by table
 * for days of mourning, storms and one-off half days. Source: NYSE holiday releases.
 */
import { civilDate, dateOfDay, dayNumber, weekdayOfDay } from '../../../lib/time/civil-date.ts'

export interface TradingYear {
  /** Date to the name of the holiday; null for a closure that was not planned. */
  readonly closures: ReadonlyMap<string, string | null>
  /** Date to the minute of day (New York) at which the shortened session ends. */
  readonly earlyCloses: ReadonlyMap<string, number>
}

const SUNDAY = 0
const MONDAY = 1
const WEDNESDAY = 3
const THURSDAY = 4
const FRIDAY = 5
const SATURDAY = 6

const ONE_PM = 13 * 60
const TWO_PM = 14 * 60

const SPECIAL_CLOSURES: readonly string[] = [
  '1994-04-27', // mourning: President Nixon
  '2001-09-11',
  '2001-09-12',
  '2001-09-13',
  '2001-09-14',
  '2004-06-11', // mourning: President Reagan
  '2007-01-02', // mourning: President Ford
  '2012-10-29', // hurricane Sandy
  '2012-10-30',
  '2018-12-05', // mourning: President G. H. W. Bush
  '2025-01-09', // mourning: President Carter
]

const SPECIAL_EARLY_CLOSES: readonly string[] = ['1997-12-26', '1999-12-31', '2003-12-26']

/** First observed in this year; made public in the autumn before. */
export const JUNETEENTH_FROM = 2022

const years = new Map<number, TradingYear>()

export function tradingYear(year: number): TradingYear {
  const known = years.get(year)
  if (known) return known
  const closures = closuresOf(year)
  const made = { closures, earlyCloses: earlyClosesOf(year, closures) }
  years.set(year, made)
  return made
}

function closuresOf(year: number): Map<string, string | null> {
  const closures = new Map<string, string | null>([
    [nthWeekday(year, 2, MONDAY, 3), 'Washington’s Birthday'],
    [dateOfDay(easterDay(year) - 2), 'Good Friday'],
    [lastMondayOfMay(year), 'Memorial Day'],
    [observed(year, 7, 4), 'Independence Day'],
    [nthWeekday(year, 9, MONDAY, 1), 'Labor Day'],
    [nthWeekday(year, 11, THURSDAY, 4), 'Thanksgiving Day'],
    [observed(year, 12, 25), 'Christmas Day'],
  ])
  for (const date of SPECIAL_CLOSURES) if (date.startsWith(`${year}-`)) closures.set(date, null)
  const newYear = civilDate(year, 1, 1)
  // A New Year on Saturday is not made up for: 31 December is the end of the accounting year.
  if (weekday(newYear) !== SATURDAY) closures.set(observed(year, 1, 1), 'New Year’s Day')
  if (year >= 1998) closures.set(nthWeekday(year, 1, MONDAY, 3), 'Martin Luther King Jr. Day')
  if (year >= JUNETEENTH_FROM) closures.set(observed(year, 6, 19), 'Juneteenth')
  return closures
}

function earlyClosesOf(year: number, closures: ReadonlyMap<string, unknown>): Map<string, number> {
  const endsAt = year < 1993 ? TWO_PM : ONE_PM
  const early = new Map<string, number>()
  const christmasEve = civilDate(year, 12, 24)
  if (isMondayToThursday(christmasEve)) early.set(christmasEve, endsAt)
  if (year >= 1992) early.set(dateOfDay(dayNumber(nthWeekday(year, 11, THURSDAY, 4)) + 1), endsAt)
  const besideIndependenceDay = earlyCloseBesideIndependenceDay(year)
  if (besideIndependenceDay) early.set(besideIndependenceDay, endsAt)
  for (const date of SPECIAL_EARLY_CLOSES) if (date.startsWith(`${year}-`)) early.set(date, ONE_PM)
  for (const date of closures.keys()) early.delete(date)
  return early
}

/** 3 July from Monday to Thursday; until 2012 the Friday after, when the 4th was a Thursday. Practised since 1995. */
function earlyCloseBesideIndependenceDay(year: number): string | undefined {
  const third = civilDate(year, 7, 3)
  if (year < 1995 || !isMondayToThursday(third)) return undefined
  return weekday(third) === WEDNESDAY && year < 2013 ? civilDate(year, 7, 5) : third
}

/** A holiday of fixed date: Saturday moves to Friday, Sunday to Monday. */
function observed(year: number, month: number, day: number): string {
  const date = civilDate(year, month, day)
  if (weekday(date) === SATURDAY) return dateOfDay(dayNumber(date) - 1)
  if (weekday(date) === SUNDAY) return dateOfDay(dayNumber(date) + 1)
  return date
}

export function nthWeekday(year: number, month: number, dayOfWeek: number, nth: number): string {
  const first = dayNumber(civilDate(year, month, 1))
  return dateOfDay(first + ((dayOfWeek - weekdayOfDay(first) + 7) % 7) + 7 * (nth - 1))
}

function lastMondayOfMay(year: number): string {
  const last = dayNumber(civilDate(year, 5, 31))
  return dateOfDay(last - ((weekdayOfDay(last) - MONDAY + 7) % 7))
}

/** Easter Sunday of the Gregorian calendar as a day number (Meeus, Jones, Butcher). */
function easterDay(year: number): number {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return dayNumber(civilDate(year, Math.floor(n / 31), (n % 31) + 1))
}

function isMondayToThursday(date: string): boolean {
  const day = weekday(date)
  return day >= MONDAY && day < FRIDAY
}

function weekday(date: string): number {
  return weekdayOfDay(dayNumber(date))
}
