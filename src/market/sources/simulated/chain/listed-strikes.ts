/**
 * Which strikes an expiration has: intervals by class and by the strike's own price, as the exchanges set them, fine
 * round the money and coarse in the wings and far out. Strikes follow the range of the past month, because a strike
 * that was listed stays.
 */
import type { ListingClass, Profile } from '../profile.ts'
import type { PriceRange } from '../stock/symbol-path.ts'

/** Interval for strikes below a price; the tiers meet at strikes of both. */
type Tiers = readonly (readonly [below: number, interval: number, wings: number])[]

const INDEX: Tiers = [
  [10_000, 5, 50],
  [100_000, 25, 250],
]
const INDEX_FAR: Tiers = [
  [10_000, 25, 100],
  [100_000, 100, 1000],
]
const FUND: Tiers = [[100_000, 1, 5]]
const FUND_FAR: Tiers = [[100_000, 5, 10]]
const WEEKLY: Tiers = [
  [50, 0.5, 1],
  [150, 1, 5],
  [400, 2.5, 5],
  [1500, 5, 10],
  [100_000, 10, 50],
]
const WEEKLY_FAR: Tiers = [
  [25, 1, 1],
  [100, 2.5, 5],
  [250, 5, 10],
  [100_000, 10, 20],
]
const STANDARD: Tiers = [
  [25, 2.5, 2.5],
  [200, 5, 5],
  [100_000, 10, 10],
]

interface Ladder {
  readonly near: Tiers
  readonly far: Tiers
  /** Share of the price and deviations of the log price, either side of the money. */
  readonly fine: readonly [number, number]
  readonly listed: readonly [number, number]
}

const LADDERS: Readonly<Record<ListingClass, Ladder>> = {
  index: { near: INDEX, far: INDEX_FAR, fine: [0.015, 0.9], listed: [0.05, 3.5] },
  daily: { near: FUND, far: FUND_FAR, fine: [0.025, 1.2], listed: [0.06, 3.5] },
  weekly: { near: WEEKLY, far: WEEKLY_FAR, fine: [0.04, 2], listed: [0.1, 4] },
  monthly: { near: STANDARD, far: STANDARD, fine: [0.05, 2], listed: [0.12, 4] },
}

/** From here on, in years, an expiration has the intervals of far ones. */
const FAR_YEARS = 0.3
/** Lowest strike as a share of the spot. */
const LOWEST = 0.25

/** Sorted. `years` is the time to expiration. */
export function listedStrikes(profile: Profile, { low, high }: PriceRange, years: number): number[] {
  const ladder = LADDERS[profile.listing]
  const tiers = years > FAR_YEARS ? ladder.far : ladder.near
  const deviation = profile.volatility * Math.sqrt(years)
  const fine = ladder.fine[0] + ladder.fine[1] * deviation
  const listed = ladder.listed[0] + ladder.listed[1] * deviation
  const lowest = low * Math.max(Math.exp(-1.2 * listed), LOWEST)
  const highest = high * Math.exp(Math.min(listed, 0.9))
  const strikes: number[] = []
  let from = 0
  for (const [below, interval, wings] of tiers) {
    const end = Math.min(below, highest + interval)
    for (let strike = multipleFrom(Math.max(from, lowest), interval); strike < end; strike += interval) {
      const near = strike > low * Math.exp(-fine) && strike < high * Math.exp(fine)
      if (near || strike % wings === 0) strikes.push(strike)
    }
    from = below
  }
  return strikes
}

/** All intervals are multiples of USD 0.50, so that sums are exact. */
function multipleFrom(least: number, interval: number): number {
  return Math.max(Math.ceil(least / interval), 1) * interval
}
