import type { TradeIdea } from '../trade-ideas/trade-idea.ts'
import { bareRecord, type Notification } from './notification-record.ts'

/**
 * The exact text that the webhook channel sends, made once: every attempt and redelivery sends these bytes, since a
 * receiver knows an idea again by its content. A trade idea is the payload of the specification in the order of its
 * table, absent fields left out; anything else is the record without deliveries.
 */
export function webhookBody(notification: Notification, idea: TradeIdea | null): string {
  return JSON.stringify(idea ? ideaPayload(idea) : bareRecord(notification))
}

function ideaPayload(idea: TradeIdea): Record<string, unknown> {
  return {
    alert_name: idea.alert_name,
    source: idea.source,
    symbol: idea.symbol,
    direction: idea.direction,
    strategy: idea.strategy,
    ...(idea.model !== null && { model: idea.model }),
    ...(idea.entry_price !== null && { entry_price: idea.entry_price }),
    ...(idea.target_price !== null && { target_price: idea.target_price }),
    ...(idea.stop_price !== null && { stop_price: idea.stop_price }),
    triggered_at: idea.triggered_at,
    matched_criteria: idea.matched_criteria,
  }
}
