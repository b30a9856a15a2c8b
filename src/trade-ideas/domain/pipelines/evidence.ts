import { clamp } from '../../../lib/math/numbers.ts'

/** One criterion of a pipeline. Values are clamped to 0 to 1; null is unknown. */
export interface EvidencePart {
  readonly weight: number
  readonly value: number | null
}

/** Weighted mean of the parts, 0 to 1. Unknown parts count as 0: missing data never strengthen an idea. */
export function evidenceOf(parts: readonly EvidencePart[]): number {
  let total = 0
  let weights = 0
  for (const { weight, value } of parts) {
    weights += weight
    total += weight * (value === null ? 0 : clamp(value, 0, 1))
  }
  return total / weights
}

/** Linear position of a value: 0 at `from`, 1 at `to`, not clamped; null stays null. */
export function between(value: number | null, from: number, to: number): number | null {
  return value === null ? null : (value - from) / (to - from)
}
