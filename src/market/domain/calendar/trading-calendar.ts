/**
 * When the New York market trades. Dates are New York trading dates, instants epoch milliseconds. Checked against the
 * exchange's record from 1990 on; future years follow the rules, so an unscheduled closure is unknown until it is added.
 */
import { dateOfDay, dayNumber, weekdayOfDay } from '../../../lib/time/civil-date.ts'
import type { MarketSession } from '../stocks/quote.ts'
import { newYorkInstant, newYorkTime } from './new-york-time.ts'
import { tradingYear } from './nyse-holidays.ts'

export interface TradingSession {
  readonly date: string
  readonly openMs: number
  readonly closeMs: number
  readonly earlyClose: boolean
}

const PRE_MARKET_MINUTE = 4 * 60
const OPEN_MINUTE = 9 * 60 + 30
const CLOSE_MINUTE = 16 * 60
const POST_MARKET_MINUTES = 4 * 60

const sessions = new Map<string, TradingSession>()

export function isTradingDay(date: string): boolean {
  const weekday = weekdayOfDay(dayNumber(date))
  return weekday >= 1 && weekday <= 5 && !tradingYear(yearOf(date)).closures.has(date)
}

/** Regular hours of a date, null when the market is closed all day. */
export function sessionOn(date: string): TradingSession | null {
  const known = sessions.get(date)
  if (known) return known
  if (!isTradingDay(date)) return null
  const closeMinute = closeMinuteOn(date)
  const session = {
    date,
    openMs: newYorkInstant(date, OPEN_MINUTE),
    closeMs: newYorkInstant(date, closeMinute),
    earlyClose: closeMinute !== CLOSE_MINUTE,
  }
  sessions.set(date, session)
  return session
}

/** The last trading day before a date. */
export function previousTradingDay(date: string): string {
  let day = dayNumber(date) - 1
  while (!isTradingDay(dateOfDay(day))) day--
  return dateOfDay(day)
}

/** The trading day `count` sessions before a date. */
export function tradingDayBefore(date: string, count: number): string {
  let day = date
  for (let passed = 0; passed < count; passed++) day = previousTradingDay(day)
  return day
}

/** The first trading day after a date. */
export function nextTradingDay(date: string): string {
  let day = dayNumber(date) + 1
  while (!isTradingDay(dateOfDay(day))) day++
  return dateOfDay(day)
}

/** The trading days before and after a date, as a sentence for the error about a day without a session. */
export function tradingDaysAround(date: string): string {
  return `The trading days around it are ${previousTradingDay(date)} and ${nextTradingDay(date)}.`
}

/** The trading days from one date to another, both included, in order; empty when `to` is before `from`. */
export function tradingDaysBetween(from: string, to: string): string[] {
  const days: string[] = []
  const last = dayNumber(to)
  for (let day = dayNumber(from); day <= last; day++) {
    const date = dateOfDay(day)
    if (isTradingDay(date)) days.push(date)
  }
  return days
}

/** The session that is under way at an instant, else the last one that ended before it. */
export function lastSessionBefore(ms: number): TradingSession {
  const { date } = newYorkTime(ms)
  const today = sessionOn(date)
  if (today && today.openMs <= ms) return today
  const previous = sessionOn(previousTradingDay(date))
  if (!previous) throw new RangeError(`No trading session before ${date}`)
  return previous
}

/** The date of the last session whose close is not after an instant. */
export function lastFinishedSession(ms: number): string {
  const { date, closeMs } = lastSessionBefore(ms)
  return closeMs <= ms ? date : previousTradingDay(date)
}

/** The trading date that market data seen at an instant belong to: before the open still that of the day before. */
export function sessionDateAt(ms: number): string {
  return lastSessionBefore(ms).date
}

/**
 * The instant that quotes stamped `ms` describe: the stamp itself in regular hours, else the previous close. A file
 * saved on Saturday has the quotes of Friday's close.
 */
export function quoteInstantAt(ms: number): number {
  return Math.min(ms, lastSessionBefore(ms).closeMs)
}

export function marketSessionAt(ms: number): MarketSession {
  const { date, minuteOfDay } = newYorkTime(ms)
  if (!isTradingDay(date)) return 'closed'
  const closeMinute = closeMinuteOn(date)
  if (minuteOfDay < PRE_MARKET_MINUTE || minuteOfDay >= closeMinute + POST_MARKET_MINUTES) return 'closed'
  if (minuteOfDay < OPEN_MINUTE) return 'pre'
  return minuteOfDay < closeMinute ? 'open' : 'post'
}

function closeMinuteOn(date: string): number {
  return tradingYear(yearOf(date)).earlyCloses.get(date) ?? CLOSE_MINUTE
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4))
}
