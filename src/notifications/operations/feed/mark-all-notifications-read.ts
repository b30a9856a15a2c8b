import { z } from 'zod'
import { NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../access.ts'
import { defineOperation } from '../context.ts'
import { changeMany, Undo } from './change-many.ts'
import { markAllReadIn } from './changes.ts'
import { UnreadCount } from './id-input.ts'

export const markAllNotificationsRead = defineOperation({
  name: 'mark_all_notifications_read',
  title: 'Mark all notifications read',
  description:
    'Marks every notification of the list as read; archived ones stay as they are. Repeating it changes nothing.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'PATCH', path: '/notifications/mark_all_read' },
  input: z.strictObject({}),
  output: z.object({
    updated: z.int().min(0).max(1e12).describe('Notifications that were unread before.'),
    unread_count: UnreadCount,
    undo: Undo,
  }),
  example: {},
  async run(_input, context) {
    const { changed, ...others } = await changeMany(context, 'read', markAllReadIn)
    return { updated: changed, ...others }
  },
})
