import { createHash } from 'node:crypto'
import { z } from 'zod'
import { clip, clipBytes } from '../../../lib/text/clip.ts'
import type { ChannelMessage } from '../../ports/channel.ts'
import { messageText } from '../message-text.ts'

const MAX_TITLE = 100
/** Leaves room for the link and the marks of both kinds: 4,096 B for a phone, 3,900 B for a browser. */
const MAX_BODY_BYTES = 1_200

/** What a push message says, before it is put into the form of the device's kind. */
export const PushText = z.object({
  title: z.string(),
  body: z.string(),
  url: z.string(),
  /** Equal for repeats of one delivery, which then replace each other. 32 characters at most. */
  tag: z.string(),
  high: z.boolean(),
})
export type PushText = z.output<typeof PushText>

/** The frozen body: the same for every kind of device. A summary is its title, which holds the count, and its counts. */
export function pushBody(message: ChannelMessage): string {
  const text = messageText(message)
  const said: PushText = {
    title: clip(text.title, MAX_TITLE),
    body: [clipBytes(text.body, MAX_BODY_BYTES), text.when].filter((line) => line !== '').join('\n'),
    url: message.url,
    tag: createHash('sha256').update(message.deliveryId).digest('base64url').slice(0, 32),
    high: text.high,
  }
  return JSON.stringify(said)
}

/** The message of FCM v1. https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages */
export function fcmMessage(token: string, { title, body, url, tag, high }: PushText): string {
  return JSON.stringify({
    message: {
      token,
      notification: { title, body },
      data: { url },
      android: { collapse_key: tag, priority: high ? 'HIGH' : 'NORMAL', notification: { tag } },
      apns: {
        headers: { 'apns-collapse-id': tag, 'apns-priority': high ? '10' : '5' },
        payload: { aps: { sound: 'default', 'thread-id': 'optionwire' } },
      },
    },
  })
}

/** What the service worker of the web pages is given. */
export function webPushText({ title, body, url, tag, high }: PushText): string {
  return JSON.stringify({ title, body, url, tag, high })
}
