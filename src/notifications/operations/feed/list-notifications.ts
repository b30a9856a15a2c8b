import { z } from 'zod'
import { ownAccount } from '../../../accounts/operations/own-account.ts'
import { WindowDate } from '../../../catalogue/window-date.ts'
import { invalid } from '../../../lib/errors.ts'
import { NotificationRecord } from '../../contract/notification-record.ts'
import { NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../access.ts'
import { defineOperation } from '../context.ts'
import { recordsOf } from '../deliveries/shown-deliveries.ts'
import { FeedPlace, UnreadCount } from './id-input.ts'
import { endOf, filterOf, filterShape } from './list-input.ts'
import { cursorsOf, pageOf, readPlace } from './list-page.ts'

export const listNotifications = defineOperation({
  name: 'list_notifications',
  title: 'Notifications',
  description:
    'The notifications of the account, newest first, filtered by type, days of the account’s time zone, read status, symbol, alert rule and archive, each with how far it has come on every channel. Pages stay right while new ones arrive, in both directions and from a date.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'GET', path: '/notifications' },
  input: z.strictObject({
    ...filterShape,
    limit: z.int().min(1).max(100).default(30).describe('Most notifications of the answer.'),
    cursor: z.string().min(1).max(200).optional().describe('The next_cursor or previous_cursor of another page.'),
    at_date: WindowDate.optional().describe(
      'Start at the newest notification of this day of the account’s time zone, else at the next older one, YYYY-MM-DD.',
    ),
  }),
  output: z.object({
    data: z.array(NotificationRecord).describe('Notifications, newest first.'),
    next_cursor: z.string().nullable().describe('Pass as cursor for the next, older page; null on the last.'),
    previous_cursor: z.string().nullable().describe('Pass as cursor for the newer page before; null on the first.'),
    offset: z.int().min(0).max(1e12).describe('Newer notifications that match, on the pages before.'),
    total: z.int().min(0).max(1e12).describe('Notifications that match, on all pages.'),
    through_seq: FeedPlace.describe('Place of the feed that this answer shows; later ones are not counted.'),
    unread_count: UnreadCount,
  }),
  example: { status: 'unread', limit: 10 },
  async run({ limit, cursor, at_date: date, ...filters }, context) {
    const { store, now } = context
    if (cursor !== undefined && date !== undefined) {
      throw invalid([{ path: 'at_date', message: 'must be left out with cursor' }])
    }
    const account = await ownAccount(context)
    const place = cursor === undefined ? undefined : readPlace(cursor)
    const { seq: throughSeq, unreadCount } = await store.feedEvents.head(account.id)
    const filter = { ...filterOf(filters, account.timeZone, now()), throughSeq }
    const until = date === undefined ? undefined : endOf(date, account.timeZone)
    const [rows, total] = await Promise.all([
      pageOf(store, account.id, filter, { place, until, limit }),
      store.notifications.count(account.id, filter),
    ])
    const isFirst = place === undefined && until === undefined
    const [first] = rows
    const offset = isFirst || !first ? 0 : await store.notifications.count(account.id, filter, first.seq)
    return {
      data: await recordsOf(store, rows, () => account.timeZone, now()),
      ...cursorsOf(rows, offset, total),
      offset,
      total,
      through_seq: throughSeq,
      unread_count: unreadCount,
    }
  },
})
