import type { TradeIdea } from './trade-idea.ts'
import { canonicalInstant } from './triggered-at.ts'

type Identified = Pick<TradeIdea, 'alert_name' | 'source' | 'symbol' | 'direction' | 'strategy' | 'triggered_at'>

/**
 * What the fingerprint of an idea is the SHA-256 of (as UTF-8). The form is mandated: a `|` inside a name is not
 * escaped, and prices are no part of it.
 */
export function fingerprintText(idea: Identified): string {
  const { alert_name, source, symbol, direction, strategy, triggered_at } = idea
  return [alert_name, source, symbol, direction, strategy, canonicalInstant(triggered_at)].join('|')
}

/** All that was received, in one spelling: a duplicate with another content has another text. */
export function contentText(idea: TradeIdea): string {
  const { model, entry_price, target_price, stop_price, matched_criteria } = idea
  return JSON.stringify([fingerprintText(idea), model, entry_price, target_price, stop_price, matched_criteria])
}

const ORDER_ID_DIGITS = 24

/** The order of an idea is the same order for ever: the brokerage refuses a second one with its id. */
export function clientOrderIdOf(fingerprint: string): string {
  return `om-${fingerprint.slice(0, ORDER_ID_DIGITS)}`
}
