import { z } from 'zod'
import { ownAccount } from '../../../accounts/operations/own-account.ts'
import { ACTION_KINDS } from '../../domain/action-kind.ts'
import { NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../access.ts'
import { defineOperation } from '../context.ts'
import { changeMany, ManyChanged } from './change-many.ts'
import { changeManyIn } from './changes.ts'
import { FeedPlace } from './id-input.ts'
import { filterOf, filterShape } from './list-input.ts'

export const changeMatchingNotifications = defineOperation({
  name: 'change_matching_notifications',
  title: 'Change all matching notifications',
  description:
    'Marks read, archives or restores every notification that matches the filters of the list, however many, in one step. With through_seq of a listed page, notifications that arrived since then stay as they are.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'POST', path: '/notifications/change_matching' },
  input: z.strictObject({
    change: z
      .enum(ACTION_KINDS)
      .describe('read marks read; archive concerns the list; restore concerns archived notifications.'),
    ...filterShape,
    through_seq: FeedPlace.optional().describe('Only notifications up to this place: through_seq of the list.'),
  }),
  output: ManyChanged,
  example: { change: 'archive', type: 'whale_trade', date: 'last_7_days' },
  async run({ change, through_seq: throughSeq, ...filters }, context) {
    const { timeZone } = await ownAccount(context)
    const archived = change === 'read' ? filters.archived : change === 'restore'
    const filter = { ...filterOf({ ...filters, archived }, timeZone, context.now()), throughSeq }
    return changeMany(context, change, (repositories, accountId, action, at) =>
      changeManyIn(repositories, accountId, { kind: change, target: { filter }, action, at }),
    )
  },
})
