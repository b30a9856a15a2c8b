import { z } from 'zod'
import { callingAccount, NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../access.ts'
import { defineOperation } from '../context.ts'
import { markAllReadIn } from './changes.ts'
import { UnreadCount } from './id-input.ts'

export const markAllNotificationsRead = defineOperation({
  name: 'mark_all_notifications_read',
  title: 'Mark all notifications read',
  description: 'Marks every notification of the account as read. Repeating it changes nothing.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'PATCH', path: '/notifications/mark_all_read' },
  input: z.strictObject({}),
  output: z.object({
    updated: z.int().min(0).max(1e12).describe('Notifications that were unread before.'),
    unread_count: UnreadCount,
  }),
  example: {},
  async run(_input, context) {
    const { store, now, notifier } = context
    const { id } = callingAccount(context)
    const { changed, unreadCount } = await store.transaction((repositories) => markAllReadIn(repositories, id, now()))
    if (changed > 0) notifier.feedChanged(id)
    return { updated: changed, unread_count: unreadCount }
  },
})
