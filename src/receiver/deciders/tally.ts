import { z } from 'zod'
import type { Evidence, ToolUse } from '../domain/evidence.ts'
import type { DecisionUsage } from '../ports/decider.ts'
import { estimatedCostUsd } from './prices.ts'

/** What one decision has used so far; filled while it is made, so that a failure has its costs too. */
export interface Tally {
  /** The model that answered, else the one that was asked for. */
  model: string | null
  responseId: string | null
  inputTokens: number | null
  cachedTokens: number | null
  outputTokens: number | null
  reasoningTokens: number | null
  toolCalls: number
  failedToolCalls: number
  /** What the model was sent after its instructions; null before. */
  message: string | null
  toolUses: ToolUse[]
}

const count = z.int().min(0).nullish().catch(null)

/** Usage in the words of the Responses API and in those of chat completions. */
const TokenUsage = z
  .object({
    input_tokens: count,
    prompt_tokens: count,
    input_tokens_details: z.object({ cached_tokens: count }).nullish().catch(null),
    prompt_tokens_details: z.object({ cached_tokens: count }).nullish().catch(null),
    output_tokens: count,
    completion_tokens: count,
    output_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(null),
    completion_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(null),
  })
  .nullish()
  .catch(null)

export function newTally(model: string | null): Tally {
  return {
    model,
    responseId: null,
    inputTokens: null,
    cachedTokens: null,
    outputTokens: null,
    reasoningTokens: null,
    toolCalls: 0,
    failedToolCalls: 0,
    message: null,
    toolUses: [],
  }
}

/** Adds what one answer of a provider says about its tokens. What it does not say stays unknown. */
export function addTokens(tally: Tally, usage: unknown): void {
  const said = TokenUsage.parse(usage)
  const input = said?.input_tokens ?? said?.prompt_tokens
  const cached = said?.input_tokens_details?.cached_tokens ?? said?.prompt_tokens_details?.cached_tokens
  const output = said?.output_tokens ?? said?.completion_tokens
  const reasoning = said?.output_tokens_details?.reasoning_tokens ?? said?.completion_tokens_details?.reasoning_tokens
  tally.inputTokens = sum(tally.inputTokens, input)
  tally.cachedTokens = sum(tally.cachedTokens, cached)
  tally.outputTokens = sum(tally.outputTokens, output)
  tally.reasoningTokens = sum(tally.reasoningTokens, reasoning)
}

export function usageOf(
  decidedBy: Pick<DecisionUsage, 'mode' | 'provider' | 'promptVersion'>,
  tally: Tally,
  latencyMs: number,
  atVendor: boolean,
): DecisionUsage {
  const { message: _message, toolUses: _uses, ...counts } = tally
  return { ...decidedBy, ...counts, latencyMs, estimatedCostUsd: atVendor ? estimatedCostUsd(tally) : null }
}

/** What the model was shown, and with what it ended. */
export function evidenceOf(
  { message, toolUses }: Tally,
  { toolCalls: _calls, failedToolCalls: _failed, failedModels: _models, ...facts }: DecisionUsage,
  error: string | null,
): Evidence {
  return { ...facts, error, message, toolUses }
}

function sum(known: number | null, said: number | null | undefined): number | null {
  return said === null || said === undefined ? known : (known ?? 0) + said
}
