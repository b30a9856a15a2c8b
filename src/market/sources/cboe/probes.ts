/** What `optionwire doctor` asks Cboe: each document of one symbol once. */
import type { Probe } from '../../../lib/probe.ts'
import { BASE_URL } from './base-url.ts'
import { spellingsOf } from './spellings.ts'

export function cboeProbes({
  baseUrl = BASE_URL,
  symbol,
}: {
  readonly baseUrl?: string | undefined
  readonly symbol: string
}): Probe[] {
  const probe = (name: string, document: string, lacks: string, isEssential: boolean): Probe => ({
    name,
    url: `${baseUrl}/${document}/${encodeURIComponent(spellingsOf(symbol)[0] ?? symbol)}.json`,
    lacks,
    isEssential,
    facts: factsOf,
    fix: (status) => (status === 403 || status === 404 ? REFUSED : null),
  })
  return [
    probe('option chain', 'options', 'No chains, so no exposures, volatilities and levels.', true),
    probe('stock quote', 'quotes', 'Prices of stocks come from the chain alone.', false),
    probe('daily bars', 'charts/historical', 'No price history, realized volatility and trends.', false),
  ]
}

const REFUSED =
  'Cboe does not have this symbol, or refuses this address after too many requests: try again in an hour, and keep MARKET_SYMBOLS short.'

function factsOf(body: unknown): string | null {
  const stamp = fieldOf(body, 'timestamp')
  const options = fieldOf(fieldOf(body, 'data'), 'options')
  const facts = [
    ...(typeof stamp === 'string' && stamp.length < 40 ? [`document of ${stamp} UTC`] : []),
    ...(Array.isArray(options) ? [`${options.length} contracts`] : []),
  ]
  return facts.length > 0 ? facts.join(', ') : null
}

function fieldOf(value: unknown, name: string): unknown {
  return value !== null && typeof value === 'object' ? Reflect.get(value, name) : null
}
