import { clamp } from '../../../lib/numbers.ts'

/** One thing that a pipeline looks for. Values below 0 and above 1 are cut; null is unknown. */
export interface EvidencePart {
  readonly weight: number
  readonly value: number | null
}

/** Weighted mean of the parts, 0 to 1. What is unknown counts as 0: missing data never strengthen an idea. */
export function evidenceOf(parts: readonly EvidencePart[]): number {
  let total = 0
  let weights = 0
  for (const { weight, value } of parts) {
    weights += weight
    total += weight * (value === null ? 0 : clamp(value, 0, 1))
  }
  return total / weights
}

/** Where a value stands between two marks: 0 at the first, 1 at the second; null stays null. */
export function between(value: number | null, from: number, to: number): number | null {
  return value === null ? null : (value - from) / (to - from)
}
