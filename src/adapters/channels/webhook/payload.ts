import type { TradeIdea } from '../../../domain/trade-ideas/trade-idea.ts'
import type { ChannelMessage } from '../../../ports/channel.ts'

/** The bytes that every attempt sends: the idea's payload for a trade-idea alert, else the record without deliveries. */
export function webhookBody(message: ChannelMessage): string {
  return JSON.stringify(message.tradeIdea ? payloadOf(message.tradeIdea) : recordOf(message))
}

/** The fields in the order of the specification's table; what is absent is left out. */
function payloadOf(idea: TradeIdea) {
  return {
    alert_name: idea.alert_name,
    source: idea.source,
    symbol: idea.symbol,
    direction: idea.direction,
    strategy: idea.strategy,
    ...(idea.model === null ? {} : { model: idea.model }),
    ...(idea.entry_price === null ? {} : { entry_price: idea.entry_price }),
    ...(idea.target_price === null ? {} : { target_price: idea.target_price }),
    ...(idea.stop_price === null ? {} : { stop_price: idea.stop_price }),
    triggered_at: idea.triggered_at,
    matched_criteria: idea.matched_criteria,
  }
}

/** As it is when it is raised, unread, however it stands when it arrives. */
function recordOf({ notificationId, seq, content, createdAt }: ChannelMessage) {
  const { type, title, body, symbol, priority, details } = content
  return {
    id: notificationId,
    seq,
    type,
    title,
    body,
    symbol,
    priority,
    status: 'unread',
    details,
    created_at: createdAt,
    read_at: null,
  }
}
