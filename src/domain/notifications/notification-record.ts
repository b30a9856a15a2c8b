import { z } from 'zod'
import { CHANNELS } from './channels.ts'
import type { DeliveryStatus } from './delivery.ts'
import type { ChannelName, NotificationContent, NotificationType } from './notification.ts'

export const NOTIFICATION_TYPES = [
  'custom_alert',
  'unusual_activity',
  'whale_trade',
  'system_update',
  'account',
] as const satisfies readonly NotificationType[]

/** A notification as it is kept. Instants are ISO 8601 UTC with milliseconds. */
export interface Notification extends NotificationContent {
  readonly id: string
  readonly accountId: string
  /** Place in the account's feed; rises with each change there. */
  readonly seq: number
  readonly alertId: string | null
  readonly createdAt: string
  readonly readAt: string | null
}

/** What its owner sees of one way that it took. */
export interface ShownDelivery {
  readonly channel: ChannelName
  readonly status: DeliveryStatus
  readonly reason: string | null
  readonly attempts: number
  readonly updatedAt: string
}

const recordShape = {
  id: z.string().describe('Id of the notification.'),
  seq: z.int().min(1).max(1e12).describe('Place in the feed of the account; larger is later.'),
  type: z.enum(NOTIFICATION_TYPES).describe('What kind of thing was noticed.'),
  title: z.string().describe('Brief description, one line.'),
  body: z.string().describe('Details in words.'),
  symbol: z.string().nullable().describe('Underlying that it is about; null where it is about none.'),
  priority: z.enum(['normal', 'high']).describe('High always notifies; normal respects quiet hours.'),
  status: z.enum(['unread', 'read']).describe('Whether it was read.'),
  details: z.record(z.string(), z.unknown()).describe('Facts by name: strike, premium, unusual_score and so on.'),
  created_at: z.iso.datetime().describe('When it was raised, UTC.'),
  read_at: z.iso.datetime().nullable().describe('When it was read, UTC; null while it is unread.'),
}

export const NotificationRecord = z
  .object({
    ...recordShape,
    deliveries: z
      .array(
        z.object({
          channel: z.enum(CHANNELS).describe('The way it took.'),
          status: z.enum(['pending', 'sent', 'failed', 'throttled']).describe('How far it has come.'),
          reason: z.string().nullable().describe('Why it stands there, in words; null where there is nothing to say.'),
          attempts: z.int().min(0).max(1_000_000).describe('Tries so far.'),
          updated_at: z.iso.datetime().describe('When this last changed, UTC.'),
        }),
      )
      .describe('One for each channel and address.'),
  })
  .meta({ id: 'Notification' })
export type NotificationRecord = z.infer<typeof NotificationRecord>

/** The record without its deliveries: also what the webhook channel sends of anything but a trade idea. */
export function bareRecord(it: Notification): Omit<NotificationRecord, 'deliveries'> {
  return {
    id: it.id,
    seq: it.seq,
    type: it.type,
    title: it.title,
    body: it.body,
    symbol: it.symbol,
    priority: it.priority,
    status: it.readAt === null ? 'unread' : 'read',
    details: it.details,
    created_at: it.createdAt,
    read_at: it.readAt,
  }
}

export function notificationRecord(it: Notification, deliveries: readonly ShownDelivery[]): NotificationRecord {
  return {
    ...bareRecord(it),
    deliveries: deliveries.map(({ updatedAt, ...shown }) => ({ ...shown, updated_at: updatedAt })),
  }
}
