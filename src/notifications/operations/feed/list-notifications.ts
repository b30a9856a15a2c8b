import { z } from 'zod'
import { ownAccount } from '../../../accounts/operations/own-account.ts'
import { invalid } from '../../../lib/errors.ts'
import { readCursor, writeCursor } from '../../../lib/text/cursor.ts'
import { NotificationRecord } from '../../contract/notification-record.ts'
import { NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../access.ts'
import { defineOperation } from '../context.ts'
import { recordsOf } from '../deliveries/shown-deliveries.ts'
import { UnreadCount } from './id-input.ts'
import { filterOf, filterShape } from './list-input.ts'

export const listNotifications = defineOperation({
  name: 'list_notifications',
  title: 'Notifications',
  description:
    'The notifications of the account, newest first, filtered by type, days of the account’s time zone, read status and symbol, each with how far it has come on every channel. Pages stay right while new ones arrive.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'GET', path: '/notifications' },
  input: z.strictObject({
    ...filterShape,
    limit: z.int().min(1).max(100).default(30).describe('Most notifications of the answer.'),
    cursor: z.string().min(1).max(200).optional().describe('The next_cursor of the page before.'),
  }),
  output: z.object({
    data: z.array(NotificationRecord).describe('Notifications, newest first.'),
    next_cursor: z.string().nullable().describe('Pass as cursor for the next page; null on the last.'),
    total: z.int().min(0).max(1e12).describe('Notifications that match, on all pages.'),
    unread_count: UnreadCount,
  }),
  example: { status: 'unread', limit: 10 },
  async run({ limit, cursor, ...filters }, context) {
    const { store, now } = context
    const account = await ownAccount(context)
    const filter = filterOf(filters, account.timeZone, now())
    const beforeSeq = cursor === undefined ? undefined : seqOf(cursor)
    const [found, total, { unreadCount }] = await Promise.all([
      store.notifications.list(account.id, filter, { beforeSeq, limit: limit + 1 }),
      store.notifications.count(account.id, filter),
      store.feedEvents.head(account.id),
    ])
    const rows = found.slice(0, limit)
    const last = rows.at(-1)
    return {
      data: await recordsOf(store, rows, () => account.timeZone, now()),
      next_cursor: found.length > limit && last ? writeCursor([String(last.seq)]) : null,
      total,
      unread_count: unreadCount,
    }
  },
})

function seqOf(cursor: string): number {
  const [text = ''] = readCursor(cursor, 1) ?? []
  if (/^[1-9]\d{0,11}$/.test(text)) return Number(text)
  throw invalid([{ path: 'cursor', message: 'must be the next_cursor of an earlier answer' }])
}
