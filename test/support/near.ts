import { expect } from 'vitest'

/** A golden comparison that says everything when it fails. `tolerance` is relative to the expected number. */
export function expectNear(
  received: number | null | undefined,
  expected: number,
  tolerance: number,
  what: string,
): void {
  const error = Math.abs((received ?? Number.NaN) - expected) / Math.max(Math.abs(expected), Number.MIN_VALUE)
  const near = received === expected || error <= tolerance
  expect(near, `${what}: expected ${expected}, received ${received}, off by ${error}, tolerance ${tolerance}`).toBe(
    true,
  )
}
