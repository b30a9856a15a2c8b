/** Risk-free interest rates by maturity, as the Treasury and the press publish them. */

import { addDays } from '../../lib/time/civil-date.ts'

/** A maturity and its rate. */
export interface RatePoint {
  /** Years of 365 days. */
  readonly years: number
  /** Continuous, decimal per year. */
  readonly rate: number
}

export interface InterestRates {
  /** The day that they were published for, New York; null for a curve from the settings, which is for every date. */
  readonly date: string | null
  /** Ascending in years; at least one. */
  readonly points: readonly RatePoint[]
}

/** One rate as it was published. */
export interface PublishedRate {
  /** New York. */
  readonly date: string
  /** Such as 1m or 10y. */
  readonly tenor: string
  /** Bond-equivalent yield. */
  readonly percent: number
  /** ISO 8601 UTC with milliseconds. */
  readonly knownAt: string
}

/** Older rates are not those of a session: the next source of rates counts instead. */
const MAX_AGE_DAYS = 31

/** The first day whose rates still count for a session, both New York dates. */
export function firstRateDate(sessionDate: string): string {
  return addDays(sessionDate, -MAX_AGE_DAYS)
}

/** The last session that rates of a day can count for. */
export function lastSessionOfRates(date: string): string {
  return addDays(date, MAX_AGE_DAYS)
}

const DAYS_OF_UNIT: Readonly<Record<string, number>> = { d: 1, w: 7, m: 365 / 12, y: 365 }
const TENOR = /^(\d{1,4})(d|w|m|y)$/
/** In percent; beyond are errors of units. */
const LOWEST_PERCENT = -5
const HIGHEST_PERCENT = 30

/** Years of a tenor such as 30d, 2w, 3m or 1y; NaN for any other text. */
export function tenorYears(tenor: string): number {
  const [, count, unit = ''] = TENOR.exec(tenor.toLowerCase()) ?? []
  const days = Number(count) * (DAYS_OF_UNIT[unit] ?? Number.NaN)
  return days > 0 ? days / 365 : Number.NaN
}

/**
 * The continuous rate of a bond-equivalent yield in percent, which is compounded twice a year: 2·ln(1 + y/200). NaN
 * outside −5 to 30. Source: Cboe, VIX Mathematics Methodology, 2022.
 */
export function continuousRate(percent: number): number {
  return percent >= LOWEST_PERCENT && percent <= HIGHEST_PERCENT ? 2 * Math.log1p(percent / 200) : Number.NaN
}

/** Linear between maturities, flat beyond the first and the last. */
export function interestRate({ points }: Pick<InterestRates, 'points'>, years: number): number {
  const after = points.find((point) => point.years >= years)
  const before = points.findLast((point) => point.years <= years)
  if (!after || !before || after === before) return (after ?? before)?.rate ?? Number.NaN
  const share = (years - before.years) / (after.years - before.years)
  return before.rate + share * (after.rate - before.rate)
}

/** The curve of a text such as 1m:4.1,3m:4.0,1y:3.8, rates in percent; null for any other text. */
export function ratesIn(text: string): InterestRates | null {
  const points = text.split(',').map((entry) => {
    const [tenor = '', percent = '', ...rest] = entry.split(':').map((part) => part.trim())
    const isPair = rest.length === 0 && percent !== ''
    return { years: tenorYears(tenor), rate: isPair ? continuousRate(Number(percent)) : Number.NaN }
  })
  const isDistinct = new Set(points.map(({ years }) => years)).size === points.length
  if (!isDistinct || points.some(({ years, rate }) => Number.isNaN(years + rate))) return null
  return { date: null, points: points.sort((a, b) => a.years - b.years) }
}
