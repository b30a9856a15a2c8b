import { z } from 'zod'
import { NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../access.ts'
import { defineOperation } from '../context.ts'
import { changeMany, MAX_IDS, ManyChanged } from './change-many.ts'
import { changeManyIn } from './changes.ts'
import { Id } from './id-input.ts'

export const archiveNotifications = defineOperation({
  name: 'archive_notifications',
  title: 'Archive notifications',
  description:
    'Archives up to 500 notifications by their ids, all in one step: they leave the list and the unread count, and stay in the archive for as long as they would have stayed in the list. What is on its way through a channel goes on. Unknown ids change nothing.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'POST', path: '/notifications/archive' },
  input: z.strictObject({ ids: z.array(Id).min(1).max(MAX_IDS).describe('Ids of notifications, 1 to 500.') }),
  output: ManyChanged,
  example: { ids: ['01k9x3v7q2m4t8w6y0z1a2b3c4'] },
  run: ({ ids }, context) =>
    changeMany(context, 'archive', (repositories, accountId, action, at) =>
      changeManyIn(repositories, accountId, { kind: 'archive', target: { ids: [...new Set(ids)] }, action, at }),
    ),
})
