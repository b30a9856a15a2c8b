import { KEY_SETTINGS } from '../../receiver/deciders/model-decider.ts'
import type { LlmProvider } from '../../receiver/ports/decider.ts'
import { apiKeyOf, missingDecisionSetting } from '../decider-and-broker.ts'
import type { Config } from './config.ts'

/** Warnings at the start: valid settings that will not have the intended effect. */
export function receiverWarnings(config: Config): string[] {
  return [...brokerWarnings(config), ...boundWarnings(config), ...approvalWarnings(config), ...decisionWarnings(config)]
}

/** The bounds against a leaked webhook secret, by their settings, that are not set; empty while no orders are sent. */
export function unsetBounds({ receiver: { dryRun, guards } }: Config): string[] {
  if (dryRun) return []
  const bounds: Readonly<Record<string, boolean>> = {
    MAX_ORDERS_PER_DAY: guards.maxOrdersPerDay !== null,
    MAX_NOTIONAL_PER_DAY_USD: guards.maxNotionalPerDayUsd !== null,
    MAX_DECISIONS_PER_HOUR: guards.maxDecisionsPerHour !== null,
    MAX_IDEA_AGE_MINUTES: guards.maxIdeaAgeMinutes !== null,
    MAX_ENTRY_DEVIATION_PCT: guards.maxEntryDeviationPct !== null,
    REQUIRE_KNOWN_SYMBOL: guards.requireKnownSymbol,
  }
  return Object.keys(bounds).filter((name) => !bounds[name])
}

/** One block, so that nobody has to put it together from many lines. */
function boundWarnings(config: Config): string[] {
  const unset = unsetBounds(config)
  if (unset.length === 0) return []
  return [
    `DRY_RUN is false, and whoever has the webhook secret can order without these bounds: ${unset.join(', ')}. Set each of them; .env.example has values to begin with.`,
  ]
}

function approvalWarnings({ receiver: { approval, guards } }: Config): string[] {
  const { maxIdeaAgeMinutes: age } = guards
  if (approval === null || age === null || approval.minutes < age) return []
  return [
    `APPROVAL_MINUTES is not below MAX_IDEA_AGE_MINUTES (${age}): a late yes comes to nothing, because the idea is too old by then.`,
  ]
}

function brokerWarnings({ receiver, secrets, market }: Config): string[] {
  const warnings: string[] = []
  const isLive = !receiver.dryRun
  if (!receiver.alpacaPaper)
    warnings.push('ALPACA_PAPER is false: every order will fail, because only paper orders are supported.')
  if (isLive && (secrets.alpacaKey === undefined || secrets.alpacaSecret === undefined)) {
    warnings.push('DRY_RUN is false without ALPACA_API_KEY and ALPACA_API_SECRET: every order will fail.')
  }
  if (isLive && market.alpaca.account === 'live') {
    warnings.push(
      'DRY_RUN is false with the keys of a live account: orders go to the paper endpoint alone, which refuses them. Use the keys of a paper account.',
    )
  }
  if (isLive && receiver.allowShortSelling && receiver.orderForm.style === 'notional') {
    warnings.push(
      'ALLOW_SHORT_SELLING is true: the brokerage refuses short orders by amount, and sells existing positions instead.',
    )
  }
  if (isLive && receiver.orderForm.style !== 'notional' && receiver.orderForm.timeInForce === 'day') {
    warnings.push(
      'ORDER_TIME_IN_FORCE is day: the exits of an order end at the close, and what was bought stays without them. Set gtc to keep them.',
    )
  }
  if (receiver.maxNotionalUsd < 1) {
    warnings.push(
      'MAX_NOTIONAL_USD is below 1 USD, the smallest order that the brokerage accepts: no order can be filled.',
    )
  }
  return warnings
}

function decisionWarnings(config: Config): string[] {
  const { decision, publicUrl } = config
  const warnings: string[] = []
  const isAsked = (name: LlmProvider) => [decision, ...decision.fallback].some(({ provider }) => provider === name)
  const missing = missingDecisionSetting(config)
  if (missing !== undefined) {
    warnings.push(`${missing} is not set: trade ideas are stored, but fail without a decision.`)
  }
  for (const { provider } of decision.mode === 'rules' ? [] : decision.fallback) {
    if (provider !== decision.provider && apiKeyOf(config, provider) === undefined)
      warnings.push(`${KEY_SETTINGS[provider]} is not set: LLM_FALLBACK cannot ask ${provider}.`)
  }
  const mcpUrl = decision.mcpUrl ?? publicUrl ?? 'http://localhost'
  if (decision.mode === 'remote_mcp' && missing === undefined && decision.baseUrl === undefined && isPrivate(mcpUrl)) {
    warnings.push(
      'MCP_URL is a private address, which the model provider cannot reach: set a public one, or DECISION_MODE=local_mcp.',
    )
  }
  if (decision.mode === 'remote_mcp' && isAsked('anthropic') && !mcpUrl.startsWith('https://')) {
    warnings.push('MCP_URL must begin with https:// for Anthropic’s connector: set one, or DECISION_MODE=local_mcp.')
  }
  return warnings
}

const PRIVATE_V4 = /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./
const PRIVATE_V6 = /^\[(::1?\]|f[cd]|fe[89ab])/

function isPrivate(url: string): boolean {
  const { hostname } = new URL(url)
  const isNamed = hostname.includes('.') || hostname.startsWith('[')
  return (
    !isNamed || /\.(local|internal|localhost)$/.test(hostname) || PRIVATE_V4.test(hostname) || PRIVATE_V6.test(hostname)
  )
}
