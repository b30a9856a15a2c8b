import type { Config } from './config.ts'
import { missingForDecisions } from './receiver-parts.ts'

/** What an operator should know at the start: settings that hold, but will not do what they seem to ask for. */
export function receiverWarnings(config: Config): string[] {
  return [...brokerWarnings(config), ...decisionWarnings(config)]
}

function brokerWarnings({ receiver, secrets }: Config): string[] {
  const warnings: string[] = []
  const isLive = !receiver.dryRun
  if (!receiver.alpacaPaper)
    warnings.push('ALPACA_PAPER is false: every order will fail, since only paper orders exist.')
  if (isLive && (secrets.alpacaKey === undefined || secrets.alpacaSecret === undefined)) {
    warnings.push('DRY_RUN is false without ALPACA_API_KEY and ALPACA_API_SECRET: every order will fail.')
  }
  if (isLive && receiver.allowShortSelling) {
    warnings.push(
      'ALLOW_SHORT_SELLING is true: the brokerage refuses short orders by amount, and sells what is held instead.',
    )
  }
  if (receiver.maxNotionalUsd < 1) {
    warnings.push('MAX_NOTIONAL_USD is below 1 USD, the smallest order that the brokerage takes: none can be filled.')
  }
  return warnings
}

function decisionWarnings(config: Config): string[] {
  const { decision, publicUrl } = config
  const warnings: string[] = []
  const missing = missingForDecisions(config)
  if (missing !== undefined) {
    warnings.push(`${missing} is not set: trade ideas are stored, but will end as failed without a decision.`)
  }
  const mcpUrl = decision.mcpUrl ?? publicUrl ?? 'http://localhost'
  if (decision.mode === 'remote_mcp' && missing === undefined && decision.baseUrl === undefined && isPrivate(mcpUrl)) {
    warnings.push(
      'MCP_URL is a private address, which the provider of the model cannot reach: set a public one, or DECISION_MODE=local_mcp.',
    )
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
