import { alpacaBroker } from '../adapters/broker/alpaca/index.ts'
import { localMcpDecider } from '../adapters/decider/local-mcp/index.ts'
import { remoteMcpDecider } from '../adapters/decider/remote-mcp/index.ts'
import { rulesDecider } from '../adapters/decider/rules/index.ts'
import { tradeContextOperation } from '../operations/analytics/trade-context.ts'
import { trendAnalysisOperation } from '../operations/analytics/trend-analysis.ts'
import { invoke } from '../operations/invoke.ts'
import type { Broker } from '../ports/broker.ts'
import type { Decider } from '../ports/decider.ts'
import type { Config } from './config.ts'
import { contextOf, OPERATOR, type Parts } from './parts.ts'

export interface DeciderAndBroker {
  readonly decider: Decider
  readonly broker: Broker
}

/** Who decides and where orders go, by the settings. What is not set up answers with the setting's name. */
export function deciderAndBroker(parts: Parts): DeciderAndBroker {
  const { broker, receiver, secrets } = parts.config
  return {
    decider: deciderOf(parts),
    broker: alpacaBroker({
      keyId: secrets.alpacaKey,
      secret: secrets.alpacaSecret,
      paper: receiver.alpacaPaper,
      baseUrl: broker.baseUrl,
      timeoutMs: broker.timeoutMs,
    }),
  }
}

function deciderOf(parts: Parts): Decider {
  const { config, now, monotonicMs, randomBytes, address } = parts
  const { decision, secrets } = config
  if (decision.mode === 'rules') return rulesDecider({ context: contextForRules(parts), now, monotonicMs })
  const asked = {
    apiKey: secrets.openaiKey,
    model: decision.model,
    baseUrl: decision.baseUrl,
    timeoutMs: decision.timeoutMs,
    // With PORT=0 the address is known once the service listens.
    mcpUrl: () => decision.mcpUrl ?? `${address.publicUrl}/mcp`,
    serviceEmail: decision.serviceEmail,
    serviceToken: secrets.serviceToken,
    monotonicMs,
    random: () => randomBytes(12).toString('hex'),
  }
  return decision.mode === 'local_mcp' ? localMcpDecider(asked) : remoteMcpDecider(asked)
}

/** The same answers that a model gets from the tools, asked in this process. */
function contextForRules(parts: Parts) {
  return async (symbol: string, direction: string) => {
    const context = contextOf(parts, { caller: OPERATOR })
    const answer = await invoke(tradeContextOperation, { symbol, direction }, context)
    return { ...answer, trend: await invoke(trendAnalysisOperation, { symbol }, context) }
  }
}

/** The first setting that decisions need and that is not given; `rules` needs none. */
export function missingForDecisions({ decision, secrets }: Config): string | undefined {
  if (decision.mode === 'rules') return undefined
  if (secrets.openaiKey === undefined) return 'OPENAI_API_KEY'
  if (decision.serviceEmail === undefined) return 'SERVICE_EMAIL'
  return secrets.serviceToken === undefined ? 'SERVICE_TOKEN' : undefined
}
