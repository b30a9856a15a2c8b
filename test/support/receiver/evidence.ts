import type { Evidence } from '../../../src/receiver/domain/evidence.ts'

/** What a model saw that looked one thing up. */
export function someEvidence(change: Partial<Evidence> = {}): Evidence {
  return {
    mode: 'local_mcp',
    provider: 'openai',
    model: 'gpt-test',
    promptVersion: '0123456789ab',
    responseId: 'resp_1',
    inputTokens: 100,
    cachedTokens: 0,
    outputTokens: 20,
    reasoningTokens: 5,
    latencyMs: 12,
    estimatedCostUsd: 0.001,
    error: null,
    message: 'The data stand between the marks.',
    toolUses: [
      { tool: 'trade_context', argumentsText: '{"symbol":"AAPL"}', ok: true, text: '{"price":100}', latencyMs: 4 },
    ],
    ...change,
  }
}
