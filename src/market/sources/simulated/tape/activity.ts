/**
 * What was done in each contract: open interest of the evening before, and how many contracts trade in the session, in
 * how many trades. Interest gathers at round strikes, in monthly expirations and where the price was in past months;
 * it drifts from day to day. Volume gathers near the money and near expiration, and so does the interest of what expires
 * soon: of real large stocks half of the volume is in contracts with thousands open.
 */

import { mix, normal, uniform } from '../../../../lib/math/seeded-random.ts'
import { dayNumber } from '../../../../lib/time/civil-date.ts'
import { at } from '../../../../pricing/column.ts'
import { monthlyExpirationDate } from '../../../domain/calendar/option-expirations.ts'
import type { ContractColumns, Expiration, OptionChain } from '../../../domain/options/chain.ts'
import type { Profile } from '../profile.ts'

export interface Activity {
  /** A stream for each contract, the same on all days. */
  readonly streams: Uint32Array
  readonly openInterest: Float64Array
  readonly dayVolume: Float64Array
  readonly trades: Float64Array
}

export interface ActivityTerms {
  readonly profile: Profile
  readonly stream: number
  /** Trading day as a day number; the price at its open; the mean price of the past months, and of the past two weeks. */
  readonly day: number
  readonly spot: number
  readonly anchor: number
  readonly recent: number
}

const ROUND_STEPS = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000]
const LARGEST_TRADES = 390
/** Calendar days for which a position is typically held. */
const LASTING_DAYS = 45

/** Puts per call: funds and indexes are hedged with, stocks are bet on. */
function putsPerCall(profile: Profile): number {
  return profile.kind === 'stock' ? 0.75 : 1.4
}

/** Open interest in days of average volume; active classes have a higher turnover. */
function interestDays(profile: Profile): number {
  return profile.optionVolume > 1e6 ? 2.5 : 6
}

export function plannedActivity(terms: ActivityTerms, { contracts, expirations }: OptionChain): Activity {
  const { count } = contracts
  const streams = new Uint32Array(count)
  const openInterest = new Float64Array(count)
  const dayVolume = new Float64Array(count)
  const trades = new Float64Array(count)
  const puts = putsPerCall(terms.profile)
  const weights = expirations.map((expiration) => weightsOf(terms, expiration))
  for (let row = 0; row < count; row++) {
    const weight = weights[contracts.expirationIndex[row] ?? 0]
    if (!weight) continue
    const thousandths = Math.round(at(contracts.strike, row) * 1000)
    streams[row] = mix(weight.stream, 2 * thousandths + (contracts.isCall[row] ?? 0))
    const side = contracts.isCall[row] === 1 ? 1 : puts
    const noise = side * driftingNoise(streams[row] ?? 0, terms.day)
    openInterest[row] = noise * interestWeight(terms, weight, contracts, row)
    dayVolume[row] = side * volumeWeight(terms, weight, contracts, row)
  }
  const { profile, stream, day } = terms
  const busy = Math.exp(0.25 * normal(mix(stream, day)))
  scale(openInterest, profile.optionVolume * interestDays(profile) * Math.exp(0.1 * drift(stream, day)))
  scale(dayVolume, profile.optionVolume * busy)
  for (let row = 0; row < count; row++) {
    openInterest[row] = Math.floor(at(openInterest, row))
    const today = mix(streams[row] ?? 0, day)
    const volume = Math.floor(at(dayVolume, row) * Math.exp(0.9 * normal(today) - 0.4) + uniform(mix(today, 1)) - 0.2)
    dayVolume[row] = Math.max(volume, 0)
    trades[row] = Math.min(Math.ceil(at(dayVolume, row) / 6), LARGEST_TRADES)
  }
  return { streams, openInterest, dayVolume, trades }
}

interface ExpirationWeights {
  readonly stream: number
  readonly interest: number
  readonly volume: number
  /** Price around which interest gathers. */
  readonly centre: number
  /** Widths of the distribution over the logarithm of strike and price. */
  readonly interestWidth: number
  readonly volumeWidth: number
}

function weightsOf({ profile, stream, day, recent, anchor }: ActivityTerms, expiration: Expiration): ExpirationWeights {
  const { expirationDate, settlement } = expiration
  const expirationDay = dayNumber(expirationDate)
  const days = expirationDay - day
  const years = Math.max(days, 0.5) / 365
  const month = Number(expirationDate.slice(5, 7))
  const monthly = expirationDate === monthlyExpirationDate(Number(expirationDate.slice(0, 4)), month)
  const quarterly = month % 3 === 0 ? 1.6 : 1
  const standing = monthly ? 3 * quarterly * (month === 1 && days > 90 ? 1.8 : 1) : 1 + 16 * Math.exp(-days / 7)
  const deviation = profile.volatility * Math.sqrt(years)
  const volumeWidth = 0.006 + 0.8 * deviation
  const traded = (monthly ? 1.3 : 1) * (Math.exp(-days / 3) + 0.25 * Math.exp(-days / 25) + 0.02)
  return {
    stream: mix(mix(stream, expirationDay), settlement === 'am' ? 1 : 0),
    interest: standing / (1 + 1.5 * years),
    // What expires soon was mostly opened in the last weeks, around the price of these.
    centre: anchor * (recent / anchor) ** Math.exp(-days / LASTING_DAYS),
    // Over the width, because a wide distribution counts more strikes.
    volume: traded / volumeWidth,
    interestWidth: 0.02 + 1.2 * deviation,
    volumeWidth,
  }
}

/** Puts are concentrated below the price and calls above it, with long tails. */
function interestWeight(
  { spot }: ActivityTerms,
  weight: ExpirationWeights,
  { strike, isCall }: ContractColumns,
  row: number,
): number {
  const side = isCall[row] === 1 ? 1 : -1
  const distance = Math.log(at(strike, row) / weight.centre) / weight.interestWidth - 0.35 * side
  return (weight.interest * roundness(at(strike, row), spot)) / (1 + distance * distance) ** 2
}

function volumeWeight(
  { spot }: ActivityTerms,
  weight: ExpirationWeights,
  { strike, isCall }: ContractColumns,
  row: number,
): number {
  const side = isCall[row] === 1 ? 1 : -1
  const distance = (side * Math.log(at(strike, row) / spot)) / weight.volumeWidth
  const width = distance < 0 ? 0.6 : 1.3
  const rounded = Math.sqrt(roundness(at(strike, row), spot))
  return weight.volume * rounded * (Math.exp(-0.5 * (distance / width) ** 2) + 0.01 / (1 + distance * distance))
}

/** How much more interest a strike draws: twice at round numbers of its price level, five times at rounder ones. */
function roundness(strike: number, spot: number): number {
  const middle = roundStep(spot / 70)
  const large = roundStep(spot / 28)
  return (strike % middle === 0 ? 2 : 1) * (strike % large === 0 ? 2.5 : 1)
}

/** The smallest round step of at least that many dollars; its multiples have extra open interest. */
function roundStep(least: number): number {
  return ROUND_STEPS.find((step) => step >= least) ?? 1000
}

/** A factor of its own for each contract, which moves a little from day to day. */
function driftingNoise(stream: number, day: number): number {
  return Math.exp(0.7 * normal(mix(stream, -1)) + 0.15 * drift(stream, day))
}

/** About standard normal, and continuous over weeks. */
function drift(stream: number, day: number): number {
  const week = Math.floor(day / 7)
  const share = day / 7 - week
  return (1 - share) * normal(mix(stream, week)) + share * normal(mix(stream, week + 1))
}

function scale(values: Float64Array, total: number): void {
  let sum = 0
  for (const value of values) sum += value
  if (sum === 0) return
  for (let row = 0; row < values.length; row++) values[row] = (at(values, row) * total) / sum
}
