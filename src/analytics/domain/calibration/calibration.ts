/**
 * How often implied probabilities came true. Each past distribution gives u = P(S < close that came), which is even between
 * 0 and 1 where the distributions are right (Dawid 1984; Diebold, Gunther, Tay 1998). Risk-neutral ones need not be: dear
 * tails are a premium for risk.
 */
import { orNull } from '../../../lib/math/numbers.ts'
import { normalCdf } from '../../../pricing/european/mills.ts'
import type { Calibration } from '../../contract/strategies/calibration.ts'
import { DISTRIBUTION_QUANTILES } from '../distribution/probability-answer.ts'
import type { CalibrationDays, PastQuantiles } from './past-quantiles.ts'

/** Fewer say nothing. */
const MIN_OUTCOMES = 30
const BINS = 10
/** Standard deviations of the two-sided 80 % interval of a normal distribution. */
const Z_80 = 1.2815515655446004

export interface Outcome extends PastQuantiles {
  /** What came, in the share scale of the session, USD per share. */
  readonly close: number
}

/** Windows that do not overlap, from the first one on: each begins on the target date of the one before, or later. */
export function withoutOverlap<Window extends PastQuantiles>(windows: readonly Window[]): Window[] {
  const taken: Window[] = []
  for (const window of windows.toSorted((a, b) => (a.sessionDate < b.sessionDate ? -1 : 1))) {
    const last = taken.at(-1)
    if (!last || window.sessionDate >= last.targetDate) taken.push(window)
  }
  return taken
}

/** Figures are null with fewer than 30 outcomes. */
export function calibrationOf(days: CalibrationDays, all: readonly Outcome[]): Calibration {
  const outcomes = withoutOverlap(all)
  const count = outcomes.length
  if (count < MIN_OUTCOMES) return { ...UNKNOWN, days, count }
  const between = (low: number, high: number) => coverage(outcomes, low, high)
  const us = outcomes.map(({ quantiles, close }) => probabilityBelow(quantiles, close))
  const { share, low, high } = between(0.1, 0.9)
  return {
    days,
    count,
    coverage_50_pct: between(0.25, 0.75).share,
    coverage_80_pct: share,
    coverage_80_low_pct: low,
    coverage_80_high_pct: high,
    coverage_90_pct: between(0.05, 0.95).share,
    bins: Array.from(
      { length: BINS },
      (_, bin) => us.filter((u) => Math.min(Math.floor(BINS * u), BINS - 1) === bin).length,
    ),
    brier: orNull(brierOf(outcomes, ({ quantiles, forward }) => probabilityBelow(quantiles, forward))),
    brier_lognormal: orNull(brierOf(outcomes, ({ deviation }) => normalCdf(0.5 * deviation))),
  }
}

const UNKNOWN = {
  coverage_50_pct: null,
  coverage_80_pct: null,
  coverage_80_low_pct: null,
  coverage_80_high_pct: null,
  coverage_90_pct: null,
  bins: [],
  brier: null,
  brier_lognormal: null,
}

/** Percent of the closes between two quantiles, with the 80 % interval of Wilson. */
function coverage(outcomes: readonly Outcome[], from: number, to: number) {
  const [low, high] = [from, to].map((q) => DISTRIBUTION_QUANTILES.indexOf(q))
  const inside = outcomes.filter(
    ({ quantiles, close }) => close >= (quantiles[low ?? -1] ?? 0) && close <= (quantiles[high ?? -1] ?? 0),
  ).length
  const count = outcomes.length
  const share = inside / count
  const spread = Z_80 ** 2 / count
  const centre = (share + spread / 2) / (1 + spread)
  const half = (Z_80 * Math.sqrt((share * (1 - share)) / count + spread / (4 * count))) / (1 + spread)
  return { share: 100 * share, low: 100 * (centre - half), high: 100 * (centre + half) }
}

/** Linear in ln S between the quantiles; half of the mass beyond them for what is outside. */
export function probabilityBelow(quantiles: readonly number[], price: number): number {
  const after = quantiles.findIndex((own) => own >= price)
  const qs = DISTRIBUTION_QUANTILES
  if (after === 0) return 0.5 * (qs[0] ?? 0)
  if (after < 0) return 1 - 0.5 * (1 - (qs.at(-1) ?? 1))
  const [low = 0, high = 0] = [quantiles[after - 1], quantiles[after]]
  const [from = 0, to = 1] = [qs[after - 1], qs[after]]
  return from + ((to - from) * Math.log(price / low)) / Math.log(high / low)
}

/** Mean square of the miss of P(S < forward); 0.25 is that of a coin. */
function brierOf(outcomes: readonly Outcome[], chance: (outcome: Outcome) => number): number {
  const misses = outcomes.map((outcome) => (chance(outcome) - (outcome.close < outcome.forward ? 1 : 0)) ** 2)
  return misses.reduce((sum, miss) => sum + miss, 0) / misses.length
}
