/** Which dates and prices the chart of a strategy shows. */
import { type LegText, parseLeg } from '../../../analytics/domain/strategies/legs.ts'
import { firstExpiry, type StrategyLeg } from '../../../analytics/domain/strategies/strategy-leg.ts'
import { addDays, daysBetween } from '../../../lib/time/civil-date.ts'

/** The chosen date of the chart. */
export interface ChartView {
  /** Calendar days from the session to the first expiration, and to the chosen date. */
  readonly lastDay: number
  readonly day: number
  /** YYYY-MM-DD. */
  readonly date: string
  readonly firstExpiration: string
  readonly sessionDate: string
  /** Years of 365 days from now to the chosen date. */
  readonly years: number
}

const DAYS_PER_YEAR = 365

/** Of the date `on`, or half way to the first expiration where it is null. */
export function chartView(
  on: string | null,
  texts: readonly string[],
  legs: readonly StrategyLeg[],
  sessionDate: string,
): ChartView {
  const firstExpiration = datesOf(texts)[0] ?? sessionDate
  const lastDay = Math.max(daysBetween(sessionDate, firstExpiration), 0)
  const wanted = on === null ? Math.floor(lastDay / 2) : daysBetween(sessionDate, on)
  const day = Math.min(Math.max(wanted, 0), lastDay)
  const last = firstExpiry(legs)
  return {
    lastDay,
    day,
    date: addDays(sessionDate, day),
    firstExpiration,
    sessionDate,
    years: day === lastDay ? last : Math.min(day / DAYS_PER_YEAR, last),
  }
}

/** Expiration dates among the legs, ascending. */
export function datesOf(texts: readonly string[]): string[] {
  return [...new Set(parsedLegs(texts).flatMap(({ contract }) => contract?.expirationDate ?? []))].sort()
}

/** The texts that are legs. */
export function parsedLegs(texts: readonly string[]): LegText[] {
  return texts.map(parseLeg).filter((leg) => typeof leg !== 'string')
}

/** Standard deviations to the first expiration that the chart shows each way. */
const REACH = 2.5
/** Room beyond the outermost strike, as a share of its distance. */
const ROOM = 1.25
const SMALLEST_REACH = 0.02

export interface PriceSpan {
  readonly low: number
  readonly high: number
}

/** The prices of the chart, USD: those that may come, and all strikes. */
export function chartSpan(legs: readonly StrategyLeg[], spot: number): PriceSpan {
  const options = legs.flatMap(({ option }) => (option ? [option] : []))
  const deviations = options.map(({ atmIv, yearsToExpiry }) => REACH * spot * atmIv * Math.sqrt(yearsToExpiry))
  const distances = options.map(({ strike }) => ROOM * Math.abs(strike - spot))
  const usual = deviations.length === 0 ? 0 : Math.min(...deviations)
  const reach = Math.max(SMALLEST_REACH * spot, usual, ...distances)
  return { low: Math.max(spot - reach, 0), high: spot + reach }
}
