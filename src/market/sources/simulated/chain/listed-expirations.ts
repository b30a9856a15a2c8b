/**
 * Which expirations are listed on a date, after the listing rules of the exchanges: every trading day for the busiest
 * funds and indexes, eight Fridays for classes with weeklies, monthly contracts (third Friday) by cycle, ends of
 * quarters or months, and long-dated January and June contracts. A holiday moves an expiration to the day before.
 */

import { mixText } from '../../../../lib/math/seeded-random.ts'
import { addDays, civilDate, weekdayOf } from '../../../../lib/time/civil-date.ts'
import { monthlyExpirationDate, rulesOfRoot, settlementInstant } from '../../../domain/calendar/option-expirations.ts'
import { isTradingDay, nextTradingDay, previousTradingDay } from '../../../domain/calendar/trading-calendar.ts'
import { Memo } from '../../memo.ts'
import type { ListingClass, Profile } from '../profile.ts'

export interface ListedExpiration {
  readonly root: string
  readonly expirationDate: string
  readonly monthly: boolean
}

interface Rules {
  readonly days: number
  readonly fridays: number
  /** Months in a row, then months of the quarterly cycle up to a limit, then January and June to another. */
  readonly months: number
  readonly cycleMonths: number
  readonly longMonths: number
  /** Ends of months: all of them, or of quarters only. */
  readonly monthEnds: number
  readonly quarterEnds: number
}

const RULES: Readonly<Record<ListingClass, Rules>> = {
  index: { days: 20, fridays: 9, months: 10, cycleMonths: 15, longMonths: 36, monthEnds: 6, quarterEnds: 0 },
  daily: { days: 10, fridays: 8, months: 9, cycleMonths: 15, longMonths: 27, monthEnds: 0, quarterEnds: 4 },
  weekly: { days: 0, fridays: 8, months: 3, cycleMonths: 9, longMonths: 27, monthEnds: 0, quarterEnds: 0 },
  monthly: { days: 0, fridays: 0, months: 2, cycleMonths: 8, longMonths: 24, monthEnds: 0, quarterEnds: 0 },
}

const FRIDAY = 5
const JANUARY = 1
const JUNE = 6

interface ListedDates {
  readonly monthlies: ReadonlySet<string>
  readonly others: readonly string[]
}

/** Sessions of a year, in each of the ways to list. */
const DATES_KEPT = 2048
/** The dates depend on the class alone, and the history of one symbol needs those of 252 sessions. */
const dates = new Memo<ListedDates>(DATES_KEPT)

/** On the date itself and later, in no order. An AM-settled twin of a PM-settled date is an expiration of its own. */
export function listedExpirations(profile: Profile, date: string): ListedExpiration[] {
  const { monthlies, others } = datesOf(profile, date)
  const pm = new Set([...others, ...(profile.amRoot ? [] : monthlies)])
  const listed = [...pm].map((expirationDate) => ({
    root: profile.pmRoot,
    expirationDate,
    monthly: monthlies.has(expirationDate),
  }))
  const { amRoot } = profile
  if (!amRoot) return listed
  return [...listed, ...[...monthlies].map((expirationDate) => ({ root: amRoot, expirationDate, monthly: true }))]
}

/** By class and date: 54 symbols share a few. */
const instants = new Memo<Float64Array>(DATES_KEPT)

/** The settlement instants of the listed expirations, ascending. */
export function listedSettlements(profile: Profile, date: string): Float64Array {
  const { listing, pmRoot, amRoot } = profile
  const { settlement } = rulesOfRoot(pmRoot)
  return instants.get(`${listing} ${cycleOf(profile)} ${settlement} ${amRoot !== undefined} ${date}`, () =>
    Float64Array.from(listedExpirations(profile, date), ({ root, expirationDate }) =>
      settlementInstant(expirationDate, rulesOfRoot(root).settlement),
    ).sort(),
  )
}

function cycleOf({ kind, symbol }: Profile): number {
  return kind === 'stock' ? mixText(0, symbol) % 3 : 0
}

function datesOf(profile: Profile, date: string): ListedDates {
  const { listing } = profile
  const cycle = cycleOf(profile)
  return dates.get(`${listing} ${cycle} ${date}`, () => {
    const rules = RULES[listing]
    return {
      monthlies: monthlyDates(rules, cycle, date),
      others: [...dailies(date, rules.days), ...fridays(date, rules.fridays), ...monthEnds(date, rules)],
    }
  })
}

function monthlyDates(rules: Rules, cycle: number, date: string): Set<string> {
  const { year, month } = yearAndMonth(date)
  const passed = monthlyExpirationDate(year, month) < date ? 1 : 0
  const monthlies = new Set<string>()
  for (let ahead = passed; ahead <= rules.longMonths; ahead++) {
    const { year: itsYear, month: itsMonth } = monthAhead(year, month, ahead)
    const inCycle = itsMonth % 3 === cycle && ahead <= rules.cycleMonths
    const long = itsMonth === JANUARY || itsMonth === JUNE
    if (ahead - passed < rules.months || inCycle || long) monthlies.add(monthlyExpirationDate(itsYear, itsMonth))
  }
  return monthlies
}

function dailies(date: string, count: number): string[] {
  const dates: string[] = []
  for (let next = date; dates.length < count; next = nextTradingDay(next)) dates.push(next)
  return dates
}

function fridays(date: string, count: number): string[] {
  const first = addDays(date, (FRIDAY - weekdayOf(date) + 7) % 7)
  const dates = Array.from({ length: count }, (_, week) => tradingDayOnOrBefore(addDays(first, 7 * week)))
  return dates.filter((each) => each >= date)
}

function monthEnds(date: string, rules: Rules): string[] {
  const { year, month } = yearAndMonth(date)
  const dates: string[] = []
  for (let ahead = 0; ahead <= Math.max(rules.monthEnds, 3 * rules.quarterEnds); ahead++) {
    const next = monthAhead(year, month, ahead + 1)
    const endsQuarter = monthAhead(year, month, ahead).month % 3 === 0
    const end = previousTradingDay(civilDate(next.year, next.month, 1))
    if (end >= date && (ahead < rules.monthEnds || (endsQuarter && rules.quarterEnds > 0))) dates.push(end)
  }
  return dates
}

function tradingDayOnOrBefore(date: string): string {
  return isTradingDay(date) ? date : previousTradingDay(date)
}

function yearAndMonth(date: string): { readonly year: number; readonly month: number } {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)) }
}

function monthAhead(year: number, month: number, ahead: number): { readonly year: number; readonly month: number } {
  const months = year * 12 + month - 1 + ahead
  return { year: Math.floor(months / 12), month: (months % 12) + 1 }
}
