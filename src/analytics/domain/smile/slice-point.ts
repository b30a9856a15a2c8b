/** The implied volatility of one strike. */
export interface SlicePoint {
  /** ln(K/F). */
  readonly k: number
  /** Total variance, σ²T. */
  readonly variance: number
}
