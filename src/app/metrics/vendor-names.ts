import type { Config } from '../settings/config.ts'

/** Hosts of vendors. Every other host is `other`: the addresses of webhooks have no bound, and are private. */
const VENDOR_HOSTS: Readonly<Record<string, string>> = {
  'data.alpaca.markets': 'alpaca_data',
  'paper-api.alpaca.markets': 'alpaca_trading',
  'api.alpaca.markets': 'alpaca_trading',
  'cdn.cboe.com': 'cboe',
  'api.openai.com': 'openai',
  'api.anthropic.com': 'anthropic',
  'generativelanguage.googleapis.com': 'google',
  'fcm.googleapis.com': 'fcm',
  'api.twilio.com': 'twilio',
  'hooks.slack.com': 'slack',
  'discord.com': 'discord',
  'api.telegram.org': 'telegram',
}

/** Host of a vendor → its name. */
export function vendorNames(config: Config): ReadonlyMap<string, string> {
  return new Map([...Object.entries(VENDOR_HOSTS), ...ownHosts(config)])
}

/** Hosts that the settings put in the place of a vendor's. */
function ownHosts({ market, decision, broker }: Config): [string, string][] {
  const named: [string | undefined, string][] = [
    [market.alpaca.dataUrl, 'alpaca_data'],
    [market.alpaca.tradingUrl, 'alpaca_trading'],
    [broker.baseUrl, 'alpaca_trading'],
    [market.cboeUrl, 'cboe'],
    ...[decision, ...decision.fallback].map(({ baseUrl, provider }): (typeof named)[number] => [baseUrl, provider]),
  ]
  return named.flatMap(([url, vendor]) => (url === undefined ? [] : [[new URL(url).host, vendor]]))
}
