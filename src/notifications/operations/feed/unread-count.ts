import { z } from 'zod'
import { callingAccount, NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../access.ts'
import { defineOperation } from '../context.ts'
import { UnreadCount } from './id-input.ts'

export const unreadCount = defineOperation({
  name: 'unread_count',
  title: 'Unread count',
  description: 'How many notifications of the account are unread.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'GET', path: '/notifications/unread_count' },
  input: z.strictObject({}),
  output: z.object({ unread_count: UnreadCount }),
  example: {},
  async run(_input, context) {
    const { unreadCount: unread } = await context.store.feedEvents.head(callingAccount(context).id)
    return { unread_count: unread }
  },
})
