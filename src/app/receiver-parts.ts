import type { Broker } from '../ports/broker.ts'
import type { Decider, DecisionMode } from '../ports/decider.ts'
import type { Config } from './config.ts'

export interface DeciderAndBroker {
  readonly decider: Decider
  readonly broker: Broker
}

/**
 * Who decides and where orders go, by the settings. What is not set up answers with the setting's name. The address of
 * the MCP endpoint is asked for when a decision is due: with PORT=0 it is known once the service listens.
 */
export function deciderAndBroker(config: Config, _mcpUrl: () => string): DeciderAndBroker {
  const { decision, broker, secrets } = config
  const missing = missingForDecisions(config)
  return {
    decider: unavailableDecider(decision.mode, `Set ${missing ?? 'DECISION_MODE'}: without it nothing is decided.`),
    broker: unavailableBroker(
      secrets.alpacaKey === undefined || secrets.alpacaSecret === undefined
        ? 'Set ALPACA_API_KEY and ALPACA_API_SECRET: without them no order is placed.'
        : `Nothing places orders at ${broker.baseUrl ?? 'the paper endpoint'}.`,
    ),
  }
}

/** The first setting that decisions need and that is not given; `rules` needs none. */
export function missingForDecisions({ decision, secrets }: Config): string | undefined {
  if (decision.mode === 'rules') return undefined
  if (secrets.openaiKey === undefined) return 'OPENAI_API_KEY'
  if (decision.serviceEmail === undefined) return 'SERVICE_EMAIL'
  return secrets.serviceToken === undefined ? 'SERVICE_TOKEN' : undefined
}

function unavailableDecider(mode: DecisionMode, error: string): Decider {
  const usage = {
    mode,
    model: null,
    responseId: null,
    inputTokens: null,
    cachedTokens: null,
    outputTokens: null,
    reasoningTokens: null,
    toolCalls: 0,
    failedToolCalls: 0,
    latencyMs: 0,
    estimatedCostUsd: null,
  }
  return { mode, decide: async () => ({ ok: false, error, usage }) }
}

function unavailableBroker(text: string): Broker {
  return {
    submit: async () => ({ outcome: 'refused', text }),
    find: async () => ({ outcome: 'unclear', text }),
  }
}
