import type { Decision, DecisionLimits } from '../domain/trade-ideas/decision.ts'
import type { TradeIdea } from '../domain/trade-ideas/trade-idea.ts'

export type DecisionMode = 'remote_mcp' | 'local_mcp' | 'rules'

export interface DecisionRequest {
  readonly fingerprint: string
  readonly idea: TradeIdea
  readonly limits: DecisionLimits
}

/** What one decision cost. Null where the provider does not say, or where nobody was asked. */
export interface DecisionUsage {
  readonly mode: DecisionMode
  readonly model: string | null
  readonly responseId: string | null
  readonly inputTokens: number | null
  readonly cachedTokens: number | null
  readonly outputTokens: number | null
  readonly reasoningTokens: number | null
  readonly toolCalls: number
  readonly failedToolCalls: number
  readonly latencyMs: number
  readonly estimatedCostUsd: number | null
}

export type DecisionOutcome =
  | { readonly ok: true; readonly decision: Decision; readonly usage: DecisionUsage }
  /** `error` is one line for a person, without secrets. */
  | { readonly ok: false; readonly error: string; readonly usage: DecisionUsage }

/**
 * Who turns an idea into a decision. Never throws and never exceeds its time: a provider that fails, refuses, answers
 * nothing or the wrong shape is an outcome with its reason. An abort of the signal ends the work at once, as an outcome.
 */
export interface Decider {
  readonly mode: DecisionMode
  decide(request: DecisionRequest, signal: AbortSignal): Promise<DecisionOutcome>
}
