import type { Problem } from '../../client.ts'
import type { BuiltLeg, Chains } from './wire-legs.ts'

/** What a part of the builder may do with the legs. */
export interface LegsInHand {
  readonly built: readonly BuiltLeg[]
  readonly chains: Chains
  /** Of the last analysis: errors of legs have paths such as `legs.2`. */
  readonly problem: Problem | null
  /** While a leg is dragged, and once it is left. */
  readonly onMove: (legs: readonly string[]) => void
  readonly onLegs: (legs: readonly string[]) => void
}
