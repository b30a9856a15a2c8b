/**
 * The standardised vector that the trees look at: each feature's distance from the median of its cell in units of the
 * distance of the 95th percentile, folded into the unit interval so that the far stays apart from the further.
 */
import { stepOf } from './half-space-trees.ts'
import type { RankSketch } from './rank-sketch.ts'
import { EVIDENCE, FACTORS } from './rarity-features.ts'

export interface Scales {
  readonly middle: Float64Array
  readonly reach: Float64Array
}

/** Where the trees look when a feature is unknown. */
const UNKNOWN = stepOf(0.5)
/** A distance of so many reaches lies half way from the middle to the edge. */
const FOLD = 1.5
/** Of a feature that hardly varies. */
const LEAST_REACH = 0.05

/** Of the sketches of a cell; unit scales where nothing was seen. */
export function scalesOf(sketches: readonly RankSketch[]): Scales {
  const middle = Float64Array.from(FACTORS, (_, i) => orElse(sketches[i]?.quantile(0.5), 0))
  const reach = Float64Array.from(FACTORS, (_, i) => {
    return Math.max(orElse(sketches[i]?.quantile(0.95), 1 + (middle[i] ?? 0)) - (middle[i] ?? 0), LEAST_REACH)
  })
  return { middle, reach }
}

/** In steps of the trees. */
export function writeVector(evidence: readonly number[], { middle, reach }: Scales, into: Uint8Array): void {
  for (let i = 0; i < into.length; i++) {
    const z = ((evidence[EVIDENCE.feature + i] ?? Number.NaN) - (middle[i] ?? 0)) / (reach[i] ?? 1)
    into[i] = Number.isNaN(z) ? UNKNOWN : stepOf(0.5 + (0.5 * z) / (Math.abs(z) + FOLD))
  }
}

function orElse(value: number | undefined, fallback: number): number {
  return value === undefined || Number.isNaN(value) ? fallback : value
}
