import { z } from 'zod'
import { callingAccount, NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../access.ts'
import { defineOperation } from '../context.ts'
import { MAX_IDS } from './change-many.ts'
import { deleteIn } from './changes.ts'
import { Id, UnreadCount } from './id-input.ts'

export const deleteNotifications = defineOperation({
  name: 'delete_notifications',
  title: 'Delete selected notifications',
  description:
    'Deletes up to 500 notifications by their ids, all in one step. Ids that are unknown, or not of the account, change nothing and are not counted.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'POST', path: '/notifications/delete_selected' },
  input: z.strictObject({ ids: z.array(Id).min(1).max(MAX_IDS).describe('Ids of notifications, 1 to 500.') }),
  output: z.object({
    deleted: z.int().min(0).max(MAX_IDS).describe('Notifications that this has deleted.'),
    unread_count: UnreadCount,
  }),
  example: { ids: ['01k9x3v7q2m4t8w6y0z1a2b3c4'] },
  async run({ ids }, context) {
    const { store, now, notifier } = context
    const { id } = callingAccount(context)
    const unique = [...new Set(ids)]
    const { changed, unreadCount } = await store.transaction((repositories) =>
      deleteIn(repositories, id, unique, now()),
    )
    if (changed > 0) notifier.feedChanged(id)
    return { deleted: changed, unread_count: unreadCount }
  },
})
