/**
 * Initial state of the rarity model: the shipped calibration, or the state left by earlier sessions. Its sketches are
 * shared and never modified.
 */

import { type GrownTrees, grownTrees } from './half-space-trees.ts'
import { RankSketch, type SketchRange, SketchRoom } from './rank-sketch.ts'
import { CELLS, TAIL_CELLS } from './rarity-cells.ts'
import { FACTORS, FEATURE_RANGES } from './rarity-features.ts'
import shippedPrior from './rarity-prior.json' with { type: 'json' }
import shippedTails from './score-tails.json' with { type: 'json' }
import { MAX_POINTS_TOGETHER } from './unusual-score.ts'
import type { UsualStart } from './usual-flow.ts'

/** Ranges of the eight features, then of the emptiness of their combination. */
export const SKETCHES: readonly SketchRange[] = [
  ...FACTORS.map((factor) => FEATURE_RANGES[factor]),
  { low: -7.5, high: -1.5 },
]

/** Quantiles at which the shipped calibration stores the value of a feature. */
export const KNOTS = [0, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 1] as const

/** The shipped calibration counts as this many prints of each cell. */
const SHIPPED_WEIGHT = 2_000

/** Range of the points of a print together. */
export const POINTS_RANGE: SketchRange = { low: 0, high: MAX_POINTS_TOGETHER }

/** Quantiles at which the shipped calibration stores the points of the prints of a cell. */
export const TAIL_KNOTS = [
  0, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9995, 0.9998, 0.9999, 0.99995, 1,
] as const

/** The shipped calibration: `npm run train` writes `rarity-prior.json`. */
export interface RarityPrior {
  readonly usual: UsualStart
  /** Per cell and sketch, the values at `KNOTS`, separated by spaces; empty if the calibration had too few prints. */
  readonly knots: readonly (readonly string[])[]
  /** Standardised vectors of typical prints, 16 hexadecimal digits each. */
  readonly sample: readonly string[]
}

export interface RarityStart {
  readonly usual: UsualStart
  /** Per cell, the sketches of the eight features and of their combination. */
  readonly sketches: readonly (readonly RankSketch[])[]
  /** Per cell and time of day, the sketch of the points. */
  readonly tails: readonly RankSketch[]
  /** Standardised vectors of typical prints, in the steps of the trees. */
  readonly sample: readonly Uint8Array[]
  /** Trees grown from the sample: the same object for the same seed. */
  trees(seed: number): GrownTrees
}

/** State that one session passes to the next; numbers only, to be stored as JSON. */
export interface RarityState {
  readonly version: 1
  readonly usual: UsualStart
  readonly weights: readonly (readonly (readonly number[])[])[]
}

let shipped: RarityStart | null = null

export function shippedStart(): RarityStart {
  shipped ??= startOfPrior(shippedPrior, shippedTails)
  return shipped
}

/** `tails`: per cell and time of day, the points at `TAIL_KNOTS`, separated by spaces; `npm run train` writes them. */
export function startOfPrior(prior: RarityPrior, tails: readonly string[] = []): RarityStart {
  const sample = prior.sample.flatMap((text) => text.match(/.{16}/g) ?? []).map(readVector)
  const room = new SketchRoom()
  return {
    usual: prior.usual,
    sketches: Array.from({ length: CELLS }, (_, cell) =>
      SKETCHES.map((range, index) =>
        sketchOfKnots(new RankSketch(range, room), KNOTS, readKnots(prior.knots[cell]?.[index] ?? '')),
      ),
    ),
    tails: Array.from({ length: TAIL_CELLS }, (_, cell) =>
      sketchOfKnots(new RankSketch(POINTS_RANGE, room), TAIL_KNOTS, readKnots(tails[cell] ?? '')),
    ),
    sample,
    trees: treesOf(sample),
  }
}

/** Continues from the state of another session. @internal For the calibration, which reads many sessions. */
export function startOfState(
  state: RarityState,
  { sample, trees, tails }: Omit<RarityStart, 'usual' | 'sketches'> = shippedStart(),
): RarityStart {
  return {
    usual: state.usual,
    sketches: Array.from({ length: CELLS }, (_, cell) =>
      SKETCHES.map((range, index) => RankSketch.ofWeights(range, state.weights[cell]?.[index] ?? [])),
    ),
    tails,
    sample,
    trees,
  }
}

/** Cached by seed: growing trees takes milliseconds, and every session of a process uses the same seed. */
function treesOf(sample: readonly Uint8Array[]): RarityStart['trees'] {
  const bySeed = new Map<number, GrownTrees>()
  return (seed) => {
    const trees = bySeed.get(seed) ?? grownTrees(seed, FACTORS.length, sample)
    bySeed.set(seed, trees)
    return trees
  }
}

function readKnots(text: string): number[] {
  return text === '' ? [] : text.split(' ').map(Number)
}

function sketchOfKnots(sketch: RankSketch, shares: readonly number[], knots: readonly number[]): RankSketch {
  for (let i = 1; i < knots.length; i++) {
    const share = (shares[i] ?? 1) - (shares[i - 1] ?? 0)
    sketch.addBetween(knots[i - 1] ?? 0, knots[i] ?? 0, SHIPPED_WEIGHT * share)
  }
  return sketch
}

/** Two hexadecimal digits per feature, the inverse of `readVector`. @internal For the calibration. */
export function vectorText(vector: ArrayLike<number>): string {
  return Array.from(vector, (step) => step.toString(16).padStart(2, '0')).join('')
}

function readVector(text: string): Uint8Array {
  return Uint8Array.from(FACTORS, (_, index) => Number.parseInt(text.slice(2 * index, 2 * index + 2), 16))
}
