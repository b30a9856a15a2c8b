/** The bounds of an order, whatever the model says. */
export interface DecisionLimits {
  /** USD, above 0. */
  readonly maxNotionalUsd: number
  /** 0 to 1; equal passes. */
  readonly minConfidence: number
  readonly allowShortSelling: boolean
}
