import { canonicalInstant } from '../../lib/time/canonical-instant.ts'
import type { TradeIdea } from '../../trade-ideas/contract.ts'

type Identity = 'alert_name' | 'source' | 'symbol' | 'direction' | 'strategy' | 'triggered_at'

/**
 * What the fingerprint of an idea is the SHA-256 of (as UTF-8). The form is mandated: a `|` inside a name is not
 * escaped, and prices are no part of it.
 */
export function fingerprintText(idea: Pick<TradeIdea, Identity>): string {
  const { alert_name, source, symbol, direction, strategy, triggered_at } = idea
  return [alert_name, source, symbol, direction, strategy, canonicalInstant(triggered_at)].join('|')
}

/**
 * All that was received, in one spelling: a duplicate with other content has another text. The fields are in the order
 * of the contract, as parsing leaves them. A field that joins the contract changes the text of every idea, so a
 * duplicate of an idea from before the upgrade is logged as different.
 */
export function contentText(idea: TradeIdea): string {
  const { alert_name: _a, source: _b, symbol: _c, direction: _d, strategy: _e, triggered_at: _f, ...content } = idea
  return JSON.stringify([fingerprintText(idea), ...Object.values(content)])
}

const ORDER_ID_DIGITS = 24

/** One idea has one order id: the brokerage refuses a second order with it. */
export function clientOrderIdOf(fingerprint: string): string {
  return `om-${fingerprint.slice(0, ORDER_ID_DIGITS)}`
}
