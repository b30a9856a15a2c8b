import type { NotificationMessage } from '../../contract/notification-record.ts'
import type { ChannelMessage } from '../../ports/channel.ts'

/** The bytes that every attempt sends: the payload for programs where there is one, else the record without deliveries. */
export function webhookBody(message: ChannelMessage): string {
  return JSON.stringify(message.programPayload ?? recordOf(message))
}

/** As it is when it is raised, unread, however it stands when it arrives. */
function recordOf({ notificationId, seq, content, createdAt }: ChannelMessage): NotificationMessage {
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
