import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { UNDO_MINUTES } from '../../domain/action-kind.ts'
import { callingAccount, NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../access.ts'
import { defineOperation } from '../context.ts'
import { undoIn } from './changes.ts'
import { Id, UnreadCount } from './id-input.ts'

export const undoNotificationChange = defineOperation({
  name: 'undo_notification_change',
  title: 'Undo a change of notifications',
  description: `Takes back what one action changed, for ${UNDO_MINUTES} minutes: marking all or all matching read, archiving, restoring. Exactly its notifications change back: not what arrived since, and not what was read, archived or restored in another way. Repeating it changes nothing.`,
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'POST', path: '/notifications/undo', errors: ['not_found'] },
  input: z.strictObject({ id: Id.describe('The id in undo of the answer to the action.') }),
  output: z.object({
    undone: z.int().min(0).max(1e12).describe('Notifications that were changed back.'),
    unread_count: UnreadCount,
  }),
  example: { id: '01k9x3v7q2m4t8w6y0z1a2b3c4' },
  async run({ id: action }, context) {
    const { store, now, notifier } = context
    const { id: accountId } = callingAccount(context)
    const at = now()
    const { changed, unreadCount } = await store.transaction(async (repositories) => {
      const kind = await repositories.notificationActions.undoable(accountId, action, at)
      if (!kind) {
        throw new AppError('not_found', `There is no such change, or its ${UNDO_MINUTES} minutes to undo it are over.`)
      }
      return undoIn(repositories, accountId, { kind, action, at })
    })
    if (changed > 0) notifier.feedChanged(accountId)
    return { undone: changed, unread_count: unreadCount }
  },
})
