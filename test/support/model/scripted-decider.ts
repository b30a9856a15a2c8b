import type { Decision } from '../../../src/receiver/contract/decision.ts'
import type { Decider, DecisionOutcome, DecisionRequest, DecisionUsage } from '../../../src/receiver/ports/decider.ts'

/**
 * What a scripted model does with an idea whose alert is named `script:<name>`. `{ decision }` is answered as it is,
 * with the idea's symbol where none is given; `{ error }` is what a provider's failure becomes; `hang` never answers.
 */
export type DeciderScript =
  | { readonly decision: Partial<Decision> }
  | { readonly error: string }
  | { readonly hang: true }
  | { readonly throws: true }

export const DECIDER_SCRIPTS: Readonly<Record<string, DeciderScript>> = {
  buy: { decision: {} },
  sell_short: { decision: { action: 'sell_short' } },
  skip: { decision: { action: 'skip', notional_usd: 0 } },
  skip_with_notional: { decision: { action: 'skip', notional_usd: 80 } },
  low_confidence: { decision: { confidence: 0.1 } },
  low_confidence_skip: { decision: { action: 'skip', confidence: 0.1 } },
  edge_confidence: { decision: { confidence: 0.72 } },
  below_edge_confidence: { decision: { confidence: 0.7199 } },
  wrong_symbol: { decision: { symbol: 'MSFT' } },
  wrong_symbol_low_confidence: { decision: { symbol: 'MSFT', confidence: 0.1 } },
  wrong_symbol_skip: { decision: { symbol: 'MSFT', action: 'skip' } },
  lower_case_symbol: { decision: { symbol: ' lower ' } },
  over_cap: { decision: { notional_usd: 500 } },
  at_cap: { decision: { notional_usd: 250 } },
  large: { decision: { notional_usd: 50_000 } },
  large_short: { decision: { action: 'sell_short', notional_usd: 50_000 } },
  zero_notional: { decision: { notional_usd: 0 } },
  tiny_notional: { decision: { notional_usd: 0.004 } },
  one_cent: { decision: { notional_usd: 0.006 } },
  half_cent_binary: { decision: { notional_usd: 2.675 } },
  tie_to_even: { decision: { notional_usd: 100.125 } },
  tie_to_even_up: { decision: { notional_usd: 100.375 } },
  with_notes: { decision: { risk_notes: ['earnings on Thursday'] } },
  refusal: { error: 'The model refused to decide.' },
  incomplete: { error: 'The answer is incomplete: max_output_tokens.' },
  content_filter: { error: 'The answer is incomplete: content_filter.' },
  no_message: { error: 'No structured decision came back.' },
  two_messages: { error: 'Two final messages came back.' },
  not_json: { error: 'The answer is not JSON.' },
  wrong_shape: { error: 'The answer does not have the shape of a decision.' },
  mcp_list_failed: { error: 'MCP tool list failed.' },
  mcp_unavailable: { error: 'MCP unavailable: every tool call failed.' },
  provider_401: { error: 'The provider refused the key.' },
  provider_429: { error: 'The provider refused: too many requests.' },
  provider_500: { error: 'The provider failed with status 500.' },
  long_error: { error: '😀'.repeat(1_500) },
  two_line_error: { error: 'first line\nsecond line' },
  hang: { hang: true },
  throws: { throws: true },
}

export interface ScriptedDecider extends Decider {
  readonly asked: DecisionRequest[]
}

export function scriptedDecider(scripts = DECIDER_SCRIPTS): ScriptedDecider {
  const asked: DecisionRequest[] = []
  return {
    // No provider calls tools here, so no idea waits for their room.
    mode: 'local_mcp',
    asked,
    async decide(request, signal) {
      asked.push(request)
      return outcomeOf(scripts[scriptNameOf(request)] ?? scripts['buy'] ?? { decision: {} }, request, signal)
    },
  }
}

/** An alert may be named `script:<name> anything` so that many ideas share a script. */
export function scriptNameOf({ idea }: DecisionRequest): string {
  return /^script:(\w+)/.exec(idea.alert_name)?.[1] ?? 'buy'
}

export async function outcomeOf(
  script: DeciderScript,
  { idea }: DecisionRequest,
  signal: AbortSignal,
): Promise<DecisionOutcome> {
  if ('throws' in script) throw new Error('a decider that throws')
  if ('error' in script) return { ok: false, error: script.error, usage: USAGE }
  if ('hang' in script) {
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    return { ok: false, error: 'stopped', usage: USAGE }
  }
  const decision: Decision = {
    action: 'buy',
    symbol: idea.symbol,
    notional_usd: 100,
    confidence: 0.9,
    rationale: 'Scripted.',
    risk_notes: [],
    ...script.decision,
  }
  return { ok: true, decision, usage: USAGE }
}

export const USAGE: DecisionUsage = {
  mode: 'remote_mcp',
  provider: null,
  model: 'scripted',
  promptVersion: '0123456789ab',
  responseId: 'resp_1',
  inputTokens: 100,
  cachedTokens: 0,
  outputTokens: 20,
  reasoningTokens: 5,
  toolCalls: 1,
  failedToolCalls: 0,
  latencyMs: 12,
  estimatedCostUsd: 0.001,
}
