import { accountContent } from '../../domain/contents.ts'
import type { ChannelMessage } from '../../ports/channel.ts'

interface TestMessageParts {
  readonly deliveryId: string
  readonly at: Date
  readonly timeZone: string
  readonly publicUrl: string
}

/** The message that shows whether a channel works. */
export function testMessage({ deliveryId, at, timeZone, publicUrl }: TestMessageParts): ChannelMessage {
  return {
    deliveryId,
    notificationId: deliveryId,
    seq: 1,
    content: accountContent('Test message', 'This is a test of this channel. It works.', { test: true }),
    programPayload: null,
    createdAt: at.toISOString(),
    dueAt: at.toISOString(),
    timeZone,
    url: `${publicUrl}/notifications`,
    unsubscribeUrl: null,
    items: [],
    moreItems: 0,
  }
}
