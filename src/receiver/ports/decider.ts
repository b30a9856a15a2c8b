import type { TradeIdea } from '../../trade-ideas/contract.ts'
import type { Decision } from '../contract/decision.ts'
import type { DecisionLimits } from '../domain/decision-limits.ts'
import type { Evidence } from '../domain/evidence.ts'
import type { Holdings } from '../domain/holdings.ts'

export type DecisionMode = 'remote_mcp' | 'local_mcp' | 'rules'

/** Whose model is asked; `compatible` is any other server that speaks OpenAI's formats. */
export const LLM_PROVIDERS = ['openai', 'anthropic', 'google', 'compatible'] as const
export type LlmProvider = (typeof LLM_PROVIDERS)[number]

export interface DecisionRequest {
  readonly fingerprint: string
  readonly idea: TradeIdea
  readonly limits: DecisionLimits
  /** What the brokerage holds, null where it could not say; absent unless the model is shown it. */
  readonly held?: Holdings | null
  /** Reads it again, null where the brokerage cannot say. Never throws; absent unless the model is shown what is held. */
  readonly readHeld?: () => Promise<Holdings | null>
  /** What other models have cost that were asked about the idea before; USD null where it is unknown. */
  readonly spent?: { readonly tokens: number; readonly usd: number | null }
}

/** What one decision cost. Null where the provider does not say, or where no model was called. */
export interface DecisionUsage {
  readonly mode: DecisionMode
  /** Null where no model decides. */
  readonly provider: LlmProvider | null
  readonly model: string | null
  /** Which instructions the model was given; null where no model decides. */
  readonly promptVersion: string | null
  readonly responseId: string | null
  readonly inputTokens: number | null
  readonly cachedTokens: number | null
  readonly outputTokens: number | null
  readonly reasoningTokens: number | null
  readonly toolCalls: number
  readonly failedToolCalls: number
  readonly latencyMs: number
  readonly estimatedCostUsd: number | null
  /** Models that were asked before and failed; what they cost is part of the sums. Absent without LLM_FALLBACK. */
  readonly failedModels?: readonly { readonly provider: LlmProvider; readonly model: string; readonly error: string }[]
}

/** What each model that was asked was shown, in the order of asking; absent of a decider that looks at nothing. */
interface Seen {
  readonly evidence?: readonly Evidence[]
}

export type DecisionOutcome =
  | (Seen & { readonly ok: true; readonly decision: Decision; readonly usage: DecisionUsage })
  /** `error` is one line for a person, without secrets. */
  | (Seen & {
      readonly ok: false
      readonly error: string
      readonly usage: DecisionUsage
      /** A bound was reached: the idea is skipped for this reason, it has not failed. */
      readonly isSkip?: boolean
      /** The provider was down, slow, or refused the key: another model of it would fail, too. */
      readonly isProviderFault?: boolean
    })

/**
 * Who turns an idea into a decision. Never throws and never exceeds its time: a provider that fails, refuses, answers
 * nothing or the wrong shape is an outcome with its reason. An abort of the signal ends the work at once, as an outcome.
 */
export interface Decider {
  readonly mode: DecisionMode
  decide(request: DecisionRequest, signal: AbortSignal): Promise<DecisionOutcome>
}
