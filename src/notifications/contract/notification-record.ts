import { z } from 'zod'
import { CHANNELS } from '../domain/delivery/channels.ts'
import { NOTIFICATION_TYPES } from '../domain/notification.ts'

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

/** What a webhook carries: the record as it was raised, unread and without deliveries. */
export const NotificationMessage = z.object(recordShape).meta({ id: 'NotificationMessage' })
export type NotificationMessage = z.infer<typeof NotificationMessage>

export const NotificationRecord = z
  .object({
    ...recordShape,
    archived_at: z.iso.datetime().nullable().describe('When it was archived, UTC; null while it is in the list.'),
    alert_id: z
      .string()
      .nullable()
      .describe('The alert rule that raised it; null where none did. The rule may be deleted meanwhile.'),
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
