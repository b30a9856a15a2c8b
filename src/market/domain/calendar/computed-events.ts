/**
 * Calendar entries that follow from rules and from other data: holidays and early closes of the New York Stock Exchange,
 * expirations of options, and reports of earnings.
 */
import { addDays, civilDate, weekdayOf } from '../../../lib/time/civil-date.ts'
import { type EarningsReport, type EarningsStatus, reportInstant } from '../earnings-report.ts'
import type { Expiration, OptionChain } from '../options/chain.ts'
import type { CalendarEvent, EventStatus } from './calendar-event.ts'
import { newYorkInstant } from './new-york-time.ts'
import { JUNETEENTH_FROM, tradingYear } from './nyse-holidays.ts'
import { isMonthlyExpiration, settlementInstant } from './option-expirations.ts'
import { isTradingDay, previousTradingDay } from './trading-calendar.ts'

interface Dates {
  readonly from: string
  readonly to: string
}

const OPEN_MINUTE = 9 * 60 + 30
const FRIDAY = 5
/** The exchange publishes its calendar two to three years ahead. */
const HOLIDAY_YEARS_AHEAD = 2
/** Long-dated contracts are listed up to three years ahead. */
const EXPIRATION_YEARS_AHEAD = 3

/** Events between two dates, both included. An unplanned closure is known from the midnight at its start. */
export function exchangeHolidays({ from, to }: Dates): CalendarEvent[] {
  const events: CalendarEvent[] = []
  for (let year = yearOf(from); year <= yearOf(to); year++) {
    const { closures, earlyCloses } = tradingYear(year)
    for (const [date, name] of closures) {
      const title = `${name ?? 'Unplanned closure'}: NYSE closed`
      const scheduledAt = instant(newYorkInstant(date, OPEN_MINUTE))
      const knownAt = name === null ? startOf(date) : startOf(civilDate(knownFromYear(name, year), 1, 1))
      events.push({ ...WHOLE_MARKET, id: `holiday:${date}`, title, scheduledAt, knownAt, importance: 'medium' })
    }
    for (const [date, minute] of earlyCloses) {
      const title = `NYSE closes early, at ${minute / 60}:00 New York`
      const knownAt = startOf(civilDate(year - HOLIDAY_YEARS_AHEAD, 1, 1))
      const scheduledAt = instant(newYorkInstant(date, minute))
      events.push({ ...WHOLE_MARKET, id: `early_close:${date}`, title, scheduledAt, knownAt, importance: 'low' })
    }
  }
  return events.filter(({ id }) => isWithin(id.slice(-10), { from, to }))
}

/** Monthly expirations, and those of the other weeks, by the rule of the calendar: on Friday or the trading day before. */
export function calendarExpirations({ from, to }: Dates): CalendarEvent[] {
  const events: CalendarEvent[] = []
  const firstFriday = addDays(from, (FRIDAY - weekdayOf(from) + 7) % 7)
  for (let friday = firstFriday; friday <= addDays(to, 1); friday = addDays(friday, 7)) {
    const date = isTradingDay(friday) ? friday : previousTradingDay(friday)
    if (!isWithin(date, { from, to })) continue
    const monthly = isMonthlyExpiration(date)
    events.push({
      ...EXPIRATION,
      id: `expiration:${date}`,
      title: `${monthly ? 'Monthly' : 'Weekly'} options expiration`,
      symbol: null,
      scheduledAt: instant(settlementInstant(date, 'pm')),
      knownAt: startOf(civilDate(yearOf(date) - EXPIRATION_YEARS_AHEAD, 1, 1)),
      importance: monthly ? 'medium' : 'low',
    })
  }
  return events
}

/** The expirations that a chain lists, of the dates. */
export function listedExpirationEvents({ symbol, expirations }: OptionChain, dates: Dates): CalendarEvent[] {
  return expirations
    .filter(({ expirationDate }) => isWithin(expirationDate, dates))
    .map((expiration) => listedEvent(symbol, expiration))
}

/** A report at the open or at the close of its date, by which it is out. */
export function earningsEvent(report: EarningsReport): CalendarEvent {
  const { symbol, fiscalPeriod, knownAt, status } = report
  return {
    id: `earnings:${symbol}:${fiscalPeriod}`,
    kind: 'earnings',
    title: `${symbol} earnings ${fiscalPeriod}`,
    symbol,
    scheduledAt: instant(reportInstant(report)),
    knownAt,
    importance: 'high',
    status: EVENT_STATUS[status],
  }
}

const EVENT_STATUS: Readonly<Record<EarningsStatus, EventStatus>> = {
  estimated: 'scheduled',
  confirmed: 'confirmed',
  reported: 'released',
}

const WHOLE_MARKET = { kind: 'holiday', symbol: null, status: 'confirmed' } as const
const EXPIRATION = { kind: 'expiration', status: 'confirmed' } as const

function listedEvent(symbol: string, { expirationDate, settlement, settlesAtMs }: Expiration): CalendarEvent {
  const monthly = isMonthlyExpiration(expirationDate)
  return {
    ...EXPIRATION,
    id: `expiration:${symbol}:${expirationDate}:${settlement}`,
    title: `${symbol} ${monthly ? 'monthly' : 'weekly'} expiration, settled at the ${settlement === 'am' ? 'open' : 'close'}`,
    symbol,
    scheduledAt: instant(settlesAtMs),
    knownAt: startOf(civilDate(yearOf(expirationDate) - EXPIRATION_YEARS_AHEAD, 1, 1)),
    importance: monthly ? 'medium' : 'low',
  }
}

function knownFromYear(name: string, year: number): number {
  const planned = year - HOLIDAY_YEARS_AHEAD
  return name === 'Juneteenth' ? Math.max(planned, JUNETEENTH_FROM) : planned
}

function isWithin(date: string, { from, to }: Dates): boolean {
  return date >= from && date <= to
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4))
}

function startOf(date: string): string {
  return instant(newYorkInstant(date, 0))
}

function instant(ms: number): string {
  return new Date(ms).toISOString()
}
