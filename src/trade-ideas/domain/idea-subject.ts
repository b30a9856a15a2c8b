import type { TradeIdea } from '../contract.ts'

/** What a rule adds to an idea when it matches: the same idea travels under the name of each rule. */
type RuleFields = Pick<TradeIdea, 'alert_name' | 'source' | 'triggered_at' | 'matched_criteria'>

/** An idea as others see it: rules of the source `trade_idea`, and readers of its life. */
export interface IdeaSubject extends Omit<TradeIdea, keyof RuleFields> {
  readonly id: string
  /** 0 to 1. */
  readonly confidence: number | null
  /** Why, in a sentence or two; null where the idea says nothing. */
  readonly thesis: string | null
  /** Its legs in words; absent where the idea names none. */
  readonly structure?: string
}
