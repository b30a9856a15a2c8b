/** A line of `docs/accuracy.md`. */
export interface Line {
  readonly what: string
  readonly reference: string
  readonly unit: string
  /** Absolute errors, one per case. */
  readonly errors: readonly number[]
}
