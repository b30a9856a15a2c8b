/**
 * What a session believes of prints before it has seen any: the shipped calibration, or what the sessions before left.
 * Sketches of a start are shared by all that begin with it, and never written to.
 */

import { RankSketch, type SketchRange } from './rank-sketch.ts'
import { CELLS } from './rarity-cells.ts'
import { FACTORS, FEATURE_RANGES } from './rarity-features.ts'
import { SHIPPED_PRIOR } from './rarity-prior.ts'
import type { UsualStart } from './usual-flow.ts'

/** Ranges of the eight features, then of the emptiness of their combination. */
export const SKETCHES: readonly SketchRange[] = [
  ...FACTORS.map((factor) => FEATURE_RANGES[factor]),
  { low: -7.5, high: -1.5 },
]

/** Shares of prints at which the shipped calibration knows the value of a feature. */
export const KNOTS = [0, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 1] as const

/** The shipped calibration counts as so many prints of each cell. */
const SHIPPED_WEIGHT = 2_000

export interface RarityPrior {
  readonly usual: UsualStart
  /** Per cell and sketch the values at `KNOTS`, apart by a space; empty where the calibration saw too little. */
  readonly knots: readonly (readonly string[])[]
  /** Standardised vectors of typical prints, 16 hexadecimal digits each. */
  readonly sample: readonly string[]
}

export interface RarityStart {
  readonly usual: UsualStart
  /** Per cell, the sketches of the eight features and of their combination. */
  readonly sketches: readonly (readonly RankSketch[])[]
  /** Standardised vectors of typical prints, in the steps of the trees. */
  readonly sample: readonly Uint8Array[]
}

/** What one session leaves for the next: numbers only, to be stored as JSON. */
export interface RarityState {
  readonly version: 1
  readonly usual: UsualStart
  readonly weights: readonly (readonly (readonly number[])[])[]
}

let shipped: RarityStart | null = null

export function shippedStart(): RarityStart {
  shipped ??= startOfPrior(SHIPPED_PRIOR)
  return shipped
}

export function startOfPrior(prior: RarityPrior): RarityStart {
  return {
    usual: prior.usual,
    sketches: Array.from({ length: CELLS }, (_, cell) =>
      SKETCHES.map((range, index) => sketchOfKnots(range, readKnots(prior.knots[cell]?.[index] ?? ''))),
    ),
    sample: prior.sample.flatMap((text) => text.match(/.{16}/g) ?? []).map(readVector),
  }
}

/** Begins where another session ended. */
export function startOfState(state: RarityState, sample = shippedStart().sample): RarityStart {
  return {
    usual: state.usual,
    sketches: Array.from({ length: CELLS }, (_, cell) =>
      SKETCHES.map((range, index) => RankSketch.ofWeights(range, state.weights[cell]?.[index] ?? [])),
    ),
    sample,
  }
}

function readKnots(text: string): number[] {
  return text === '' ? [] : text.split(' ').map(Number)
}

function sketchOfKnots(range: SketchRange, knots: readonly number[]): RankSketch {
  const sketch = new RankSketch(range)
  for (let i = 1; i < knots.length; i++) {
    const share = (KNOTS[i] ?? 1) - (KNOTS[i - 1] ?? 0)
    sketch.addBetween(knots[i - 1] ?? 0, knots[i] ?? 0, SHIPPED_WEIGHT * share)
  }
  return sketch
}

/** Two hexadecimal digits a feature. */
export function vectorText(vector: ArrayLike<number>): string {
  return Array.from(vector, (step) => step.toString(16).padStart(2, '0')).join('')
}

function readVector(text: string): Uint8Array {
  return Uint8Array.from(FACTORS, (_, index) => Number.parseInt(text.slice(2 * index, 2 * index + 2), 16))
}
