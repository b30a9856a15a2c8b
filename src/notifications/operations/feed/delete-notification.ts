import { z } from 'zod'
import { callingAccount, NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../access.ts'
import { defineOperation } from '../context.ts'
import { deleteIn } from './changes.ts'
import { NotificationId, noSuchNotification } from './id-input.ts'

export const deleteNotification = defineOperation({
  name: 'delete_notification',
  title: 'Delete a notification',
  description: 'Deletes one notification. What is already on its way to a webhook goes on: a program still needs it.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'DELETE', path: '/notifications/:id', status: 204, errors: ['not_found'] },
  input: z.strictObject({ id: NotificationId }),
  output: z.object({}),
  example: { id: '01k9x3v7q2m4t8w6y0z1a2b3c4' },
  async run({ id }, context) {
    const { store, now, notifier } = context
    const account = callingAccount(context)
    const { changed } = await store.transaction((repositories) => deleteIn(repositories, account.id, [id], now()))
    if (changed === 0) throw noSuchNotification()
    notifier.feedChanged(account.id)
    return {}
  },
})
