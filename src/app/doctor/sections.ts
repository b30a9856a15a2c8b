/** Which peers these settings have, and what to ask each of them. */
import type { Probe } from '../../lib/probe.ts'
import { alpacaProbes } from '../../market/sources/alpaca/probes.ts'
import { cboeProbes } from '../../market/sources/cboe/probes.ts'
import { smsProbes } from '../../notifications/channels/sms/probes.ts'
import { telegramProbes } from '../../notifications/channels/telegram/probes.ts'
import { accountProbe } from '../../receiver/brokers/alpaca/probe.ts'
import { anthropicModel } from '../../receiver/deciders/anthropic/model-request.ts'
import { googleModel } from '../../receiver/deciders/google/model-request.ts'
import { compatibleModel, modelProbe, openAiModel } from '../../receiver/deciders/model-probe.ts'
import { apiKeyOf } from '../decider-and-broker.ts'
import type { Config } from '../settings/config.ts'

/** Each provider's own way to ask for one model. */
const MODEL_REQUESTS = {
  openai: openAiModel,
  compatible: compatibleModel,
  anthropic: anthropicModel,
  google: googleModel,
}

export interface Section {
  readonly name: string
  readonly probes: readonly Probe[]
}

export function sectionsOf(config: Config, now: Date): Section[] {
  const sections = [...marketSections(config, now), ...receiverSections(config), ...channelSections(config)]
  return sections.filter(({ probes }) => probes.length > 0)
}

function marketSections({ market, secrets }: Config, now: Date): Section[] {
  const symbol = market.symbols[0] ?? 'SPY'
  if (market.source === 'cboe')
    return [{ name: 'Market: Cboe', probes: cboeProbes({ baseUrl: market.cboeUrl, symbol }) }]
  const { alpacaKey: keyId, alpacaSecret: secret } = secrets
  if (market.source !== 'alpaca' || keyId === undefined || secret === undefined) return []
  const { feeds, ...hosts } = market.alpaca
  const access = { ...hosts, keyId, secret }
  return [{ name: 'Market: Alpaca', probes: alpacaProbes({ access, feeds, symbol, nowMs: now.getTime() }) }]
}

function receiverSections(config: Config): Section[] {
  const { decision, broker, receiver, secrets } = config
  const { alpacaKey: keyId, alpacaSecret: secret } = secrets
  const models = decision.mode === 'rules' ? [] : [decision, ...decision.fallback]
  const isBroker = !receiver.dryRun && keyId !== undefined && secret !== undefined
  return [
    {
      name: 'Model',
      probes: models.flatMap(({ provider, model, baseUrl }) => {
        const apiKey = apiKeyOf(config, provider)
        return apiKey === undefined
          ? []
          : [modelProbe(provider, model, MODEL_REQUESTS[provider](model, apiKey, baseUrl))]
      }),
    },
    { name: 'Brokerage', probes: isBroker ? [accountProbe({ baseUrl: broker.baseUrl, keyId, secret })] : [] },
  ]
}

function channelSections({ channels }: Config): Section[] {
  return [
    { name: 'SMS: Twilio', probes: smsProbes(channels) },
    { name: 'Telegram', probes: telegramProbes(channels) },
  ]
}
