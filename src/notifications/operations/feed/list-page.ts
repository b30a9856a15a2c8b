/** Pages of the list, to older and to newer notifications. */

import { invalid } from '../../../lib/errors.ts'
import { readCursor, writeCursor } from '../../../lib/text/cursor.ts'
import type { Notification } from '../../domain/notification-record.ts'
import type { NotificationRepositories } from '../../store/index.ts'
import type { NotificationFilter } from '../../store/notification-filter.ts'

/** A page lies beside a place of the feed. */
export interface PagePlace {
  readonly isNewer: boolean
  readonly seq: number
}

const NEWER = 'newer'

export interface PageStart {
  readonly place: PagePlace | undefined
  /** An instant; the page starts at the newest notification before it. */
  readonly until: string | undefined
  readonly limit: number
}

/** The rows of a page, newest first. Without older ones than the date there is the oldest page. */
export async function pageOf(
  { notifications }: Pick<NotificationRepositories, 'notifications'>,
  accountId: string,
  filter: NotificationFilter,
  { place, until, limit }: PageStart,
): Promise<readonly Notification[]> {
  if (place?.isNewer) {
    const rows = await notifications.listAfter(accountId, filter, { afterSeq: place.seq, limit })
    // The first page is full, also when the pages before it do not add up to it.
    return rows.length === limit ? rows : notifications.list(accountId, filter, { limit })
  }
  const start = { ...filter, until: earliest(filter.until, until) }
  const rows = await notifications.list(accountId, start, { beforeSeq: place?.seq, limit })
  if (rows.length > 0 || until === undefined) return rows
  return notifications.listAfter(accountId, filter, { afterSeq: 0, limit })
}

export function cursorsOf(rows: readonly Notification[], offset: number, total: number) {
  const [first, last] = [rows[0], rows.at(-1)]
  const hasOlder = last !== undefined && offset + rows.length < total
  return {
    next_cursor: hasOlder ? writeCursor([String(last.seq)]) : null,
    previous_cursor: first && offset > 0 ? writeCursor([NEWER, String(first.seq)]) : null,
  }
}

export function readPlace(cursor: string): PagePlace {
  const [direction, text] = readCursor(cursor, 2) ?? ['', readCursor(cursor, 1)?.[0]]
  if ((direction === '' || direction === NEWER) && /^[1-9]\d{0,11}$/.test(text ?? '')) {
    return { isNewer: direction === NEWER, seq: Number(text) }
  }
  throw invalid([{ path: 'cursor', message: 'must be the next_cursor or previous_cursor of an earlier answer' }])
}

function earliest(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return one < other ? one : other
}
