import { tradeContextOperation } from '../analytics/operations/trade-context.ts'
import { trendAnalysisOperation } from '../analytics/operations/trend-analysis.ts'
import type { PinnedInstant } from '../catalogue/context.ts'
import { invoke } from '../catalogue/invoke.ts'
import { alpacaBroker } from '../receiver/brokers/alpaca/index.ts'
import { anthropicConnectorDecider, beginAnthropic } from '../receiver/deciders/anthropic/index.ts'
import { fallbackDecider } from '../receiver/deciders/fallback-decider.ts'
import { beginGoogle } from '../receiver/deciders/google/index.ts'
import { localMcpDecider } from '../receiver/deciders/local-mcp/index.ts'
import { KEY_SETTINGS, type ModelDeciderOptions } from '../receiver/deciders/model-decider.ts'
import { remoteMcpDecider } from '../receiver/deciders/remote-mcp/index.ts'
import { rulesDecider } from '../receiver/deciders/rules/index.ts'
import type { Broker } from '../receiver/ports/broker.ts'
import type { Decider, LlmProvider } from '../receiver/ports/decider.ts'
import type { AppContext } from './context.ts'
import { contextOf, contextsOf, OPERATOR, type Parts } from './parts.ts'
import type { Config } from './settings/config.ts'
import type { ModelChoice } from './settings/model-settings.ts'

/** How a replay asks: with what was known at an instant, and without a brokerage. */
export interface ReplayTerms {
  readonly pinned: PinnedInstant
  /** A replay credential of that instant. */
  readonly token: string
  /** Instructions of the model; those of the service if undefined. */
  readonly instructions: string | undefined
}

/** Who decides in a replay: fixed rules, or a model with the tools of the MCP endpoint. */
export type ReplayChoice = { readonly mode: 'rules' } | (ModelChoice & { readonly mode: 'remote_mcp' | 'local_mcp' })

/** The deciders of a replay, one for each idea. */
export function replayDeciders(parts: Parts): (choice: ReplayChoice, terms: ReplayTerms) => Decider {
  const contexts = contextsOf(parts)
  const { monotonicMs } = parts
  return (choice, { pinned, token, instructions }) => {
    if (choice.mode === 'rules') {
      const context = contextForRules(() => contexts({ caller: { ...OPERATOR, pinned } }))
      return rulesDecider({ context, now: () => new Date(pinned.atMs), monotonicMs })
    }
    const options = {
      ...optionsOf(parts, choice),
      serviceToken: token,
      ...(instructions !== undefined && { instructions }),
    }
    return modelDeciderOf(choice.mode, options)
  }
}

export interface DeciderAndBroker {
  readonly decider: Decider
  readonly broker: Broker
}

/** The decider and the broker of the settings. A part without its settings answers with the name of the missing one. */
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
  const { config, now, monotonicMs } = parts
  const { decision } = config
  const { mode, fallback } = decision
  if (mode === 'rules') return rulesDecider({ context: contextForRules(contextOfOperator(parts)), now, monotonicMs })
  const first = modelDeciderOf(mode, optionsOf(parts, decision))
  if (fallback.length === 0) return first
  const others = fallback.map((it) => ({ ...it, decider: modelDeciderOf(mode, optionsOf(parts, it)) }))
  return fallbackDecider([{ ...decision, decider: first }, ...others], monotonicMs)
}

function optionsOf(parts: Parts, { provider, model, baseUrl }: ModelChoice): ModelDeciderOptions {
  const { config, monotonicMs, randomBytes, address } = parts
  const { decision, secrets, receiver } = config
  return {
    provider,
    apiKey: apiKeyOf(config, provider),
    model,
    baseUrl,
    timeoutMs: decision.timeoutMs,
    // With PORT=0 the address is known only once the service listens.
    mcpUrl: () => decision.mcpUrl ?? `${address.publicUrl}/mcp`,
    serviceEmail: decision.serviceEmail,
    serviceToken: secrets.serviceToken,
    budget: receiver.oneDecision,
    monotonicMs,
    random: () => randomBytes(12).toString('hex'),
  }
}

/** Each provider's own way; the settings refuse `remote_mcp` with Google. */
function modelDeciderOf(mode: 'remote_mcp' | 'local_mcp', options: ModelDeciderOptions): Decider {
  const { provider } = options
  if (provider === 'google') return localMcpDecider(options, beginGoogle())
  if (provider === 'anthropic') {
    return mode === 'local_mcp' ? localMcpDecider(options, beginAnthropic()) : anthropicConnectorDecider(options)
  }
  return mode === 'local_mcp' ? localMcpDecider(options) : remoteMcpDecider(options)
}

/** The same answers that a model gets from the tools, computed in this process. */
function contextForRules(contextOfCall: () => AppContext) {
  return async (symbol: string, direction: string) => {
    const context = contextOfCall()
    const answer = await invoke(tradeContextOperation, { symbol, direction }, context)
    return { ...answer, trend: await invoke(trendAnalysisOperation, { symbol }, context) }
  }
}

function contextOfOperator(parts: Parts): () => AppContext {
  return () => contextOf(parts, { caller: OPERATOR })
}

/** The first missing setting that a replay needs; its credential takes the place of SERVICE_TOKEN. */
export function missingReplaySetting(config: Config, choice: ReplayChoice): string | undefined {
  if (choice.mode === 'rules') return undefined
  if (apiKeyOf(config, choice.provider) === undefined) return KEY_SETTINGS[choice.provider]
  return config.decision.serviceEmail === undefined ? 'SERVICE_EMAIL' : undefined
}

/** The first missing setting that decisions need; `rules` needs none. */
export function missingDecisionSetting(config: Config): string | undefined {
  const { decision, secrets } = config
  if (decision.mode === 'rules') return undefined
  if (apiKeyOf(config, decision.provider) === undefined) return KEY_SETTINGS[decision.provider]
  if (decision.serviceEmail === undefined) return 'SERVICE_EMAIL'
  return secrets.serviceToken === undefined ? 'SERVICE_TOKEN' : undefined
}

/** Of another server than the vendors', a text that stands for the key where it checks none. */
export function apiKeyOf({ secrets }: Pick<Config, 'secrets'>, provider: LlmProvider): string | undefined {
  const { openaiKey, anthropicKey, geminiKey } = secrets
  const keys = { openai: openaiKey, compatible: openaiKey ?? 'none', anthropic: anthropicKey, google: geminiKey }
  return keys[provider]
}
