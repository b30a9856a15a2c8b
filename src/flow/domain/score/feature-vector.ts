/**
 * The standardized feature vector for the half-space trees: each feature's distance from the median of its cell, in units
 * of the distance between median and 95th percentile, mapped to the unit interval by a soft sign.
 */
import { stepOf } from './half-space-trees.ts'
import type { RankSketch } from './rank-sketch.ts'
import { FACTORS, FEATURES } from './rarity-features.ts'

export interface Scales {
  readonly middle: Float64Array
  readonly reach: Float64Array
}

/** Step of an unknown feature. */
const UNKNOWN = stepOf(0.5)
/** This many units of reach map to halfway between the middle and the edge. */
const FOLD = 1.5
/** Lower bound for features that hardly vary. */
const MIN_REACH = 0.05

/** Scales from the sketches of a cell; unit scales without data. */
export function scalesOf(sketches: readonly RankSketch[]): Scales {
  const middle = Float64Array.from(FACTORS, (_, i) => orElse(sketches[i]?.quantile(0.5), 0))
  const reach = Float64Array.from(FACTORS, (_, i) => {
    return Math.max(orElse(sketches[i]?.quantile(0.95), 1 + (middle[i] ?? 0)) - (middle[i] ?? 0), MIN_REACH)
  })
  return { middle, reach }
}

/** Writes the vector in steps of the trees. */
export function writeVector(features: readonly number[], { middle, reach }: Scales, into: Uint8Array): void {
  for (let i = 0; i < into.length; i++) {
    const z = ((features[FEATURES.first + i] ?? Number.NaN) - (middle[i] ?? 0)) / (reach[i] ?? 1)
    into[i] = Number.isNaN(z) ? UNKNOWN : stepOf(0.5 + (0.5 * z) / (Math.abs(z) + FOLD))
  }
}

function orElse(value: number | undefined, fallback: number): number {
  return value === undefined || Number.isNaN(value) ? fallback : value
}
