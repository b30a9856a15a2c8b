import { z } from 'zod'
import { NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../access.ts'
import { defineOperation } from '../context.ts'
import { changeMany, MAX_IDS, ManyChanged } from './change-many.ts'
import { changeManyIn } from './changes.ts'
import { Id } from './id-input.ts'

export const restoreNotifications = defineOperation({
  name: 'restore_notifications',
  title: 'Restore archived notifications',
  description:
    'Puts up to 500 archived notifications back into the list, read or unread as they were. Ids that are unknown or not archived change nothing.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'POST', path: '/notifications/restore' },
  input: z.strictObject({ ids: z.array(Id).min(1).max(MAX_IDS).describe('Ids of notifications, 1 to 500.') }),
  output: ManyChanged,
  example: { ids: ['01k9x3v7q2m4t8w6y0z1a2b3c4'] },
  run: ({ ids }, context) =>
    changeMany(context, 'restore', (repositories, accountId, action, at) =>
      changeManyIn(repositories, accountId, { kind: 'restore', target: { ids: [...new Set(ids)] }, action, at }),
    ),
})
