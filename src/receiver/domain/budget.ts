import { DAY_MS } from '../../lib/time/duration.ts'

/** Bounds on what decisions cost, each over any 24 hours or any 30 days; null for none. Tokens in and out together. */
export interface DecisionBudget {
  readonly maxTokensPerDay: number | null
  readonly maxTokensPerMonth: number | null
  readonly maxUsdPerDay: number | null
  readonly maxUsdPerMonth: number | null
}

/** What the decisions of a time have cost. */
export interface Spent {
  readonly tokens: number
  /** USD of those whose cost is known. */
  readonly usd: number
  /** Decisions with tokens and without a known cost. */
  readonly withoutCost: number
}

/** Bounds on what one decision costs, whichever models make it; null for none. */
export interface OneDecisionBudget {
  readonly maxTokens: number | null
  readonly maxUsd: number | null
}

/** What a decision has cost so far; USD null where the price of the model is unknown. */
export interface SpentSoFar {
  readonly tokens: number
  readonly usd: number | null
}

/** Why no further request may be sent for a decision, or null. */
export function oneDecisionReason(
  { maxTokens, maxUsd }: OneDecisionBudget,
  { tokens, usd }: SpentSoFar,
): string | null {
  if (isReached(maxTokens, tokens)) return 'MAX_LLM_TOKENS_PER_DECISION is reached'
  if (maxUsd === null) return null
  if (usd === null) return unknownCost('MAX_LLM_USD_PER_DECISION')
  return isReached(maxUsd, usd) ? 'MAX_LLM_USD_PER_DECISION is reached' : null
}

export const BUDGET_DAY_MS = DAY_MS
export const BUDGET_MONTH_MS = 30 * DAY_MS

export function hasBudget(budget: DecisionBudget): boolean {
  return Object.values(budget).some((bound) => bound !== null)
}

/** Why no model may be called now, or null. A cost that is unknown is not taken for 0. */
export function budgetReason(budget: DecisionBudget, day: Spent, month: Spent): string | null {
  const { maxTokensPerDay, maxTokensPerMonth, maxUsdPerDay, maxUsdPerMonth } = budget
  if (isReached(maxTokensPerDay, day.tokens)) return 'MAX_LLM_TOKENS_PER_DAY is reached'
  if (isReached(maxTokensPerMonth, month.tokens)) return 'MAX_LLM_TOKENS_PER_MONTH is reached'
  if (isReached(maxUsdPerDay, day.usd)) return 'MAX_LLM_USD_PER_DAY is reached'
  if (isReached(maxUsdPerMonth, month.usd)) return 'MAX_LLM_USD_PER_MONTH is reached'
  if (maxUsdPerDay !== null && day.withoutCost > 0) return unknownCost('MAX_LLM_USD_PER_DAY')
  return maxUsdPerMonth !== null && month.withoutCost > 0 ? unknownCost('MAX_LLM_USD_PER_MONTH') : null
}

function isReached(bound: number | null, spent: number): boolean {
  return bound !== null && spent >= bound
}

function unknownCost(setting: string): string {
  return `the price of the model is unknown, so ${setting} cannot be kept: bound the tokens instead`
}
