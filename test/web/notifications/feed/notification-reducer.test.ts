import { describe, expect, it } from 'vitest'
import { applied, belongs, type NotificationRow } from '../../../../src/web/notifications/feed/notification-reducer.ts'
import { notificationRow as row } from './notification-row.ts'

const ids = (rows: readonly NotificationRow[]) => rows.map(({ id }) => id)

describe('a list of notifications', () => {
  it('takes a new one at its place, and the same one once', () => {
    const rows = [row(5), row(2)]
    const once = applied(rows, { type: 'notification', notification: row(3) })
    const twice = applied(once, { type: 'notification', notification: row(3) })

    expect(ids(once)).toEqual(['n5', 'n3', 'n2'])
    expect(twice).toEqual(once)
    expect(ids(applied(rows, { type: 'notification', notification: row(1) }))).toEqual(['n5', 'n2', 'n1'])
  })

  it('follows what is read, unread and deleted', () => {
    const rows = [row(2), row(1)]
    const read = applied(rows, { type: 'read', ids: ['n1', 'unknown'] })

    expect(read.map(({ status }) => status)).toEqual(['unread', 'read'])
    expect(applied(read, { type: 'unread', ids: ['n1'] })).toEqual(rows)
    expect(ids(applied(rows, { type: 'deleted', ids: ['n2'] }))).toEqual(['n1'])
    expect(applied(rows, { type: 'all_read' }).every(({ status }) => status === 'read')).toBe(true)
  })

  it('loses what is archived, and fetches what is restored', () => {
    const rows = [row(2), row(1)]
    expect(ids(applied(rows, { type: 'archived', ids: ['n2'] }))).toEqual(['n1'])
    expect(applied(rows, { type: 'restored', ids: ['n3'] })).toBe(rows)
    const [archived] = applied([row(1, { archived_at: '2026-11-20T15:00:00.000Z' })], { type: 'all_read' })
    expect(archived?.status).toBe('unread')
  })

  it('stays the same object where nothing of it has changed', () => {
    const rows = [row(1)]

    expect(applied(rows, { type: 'read', ids: ['other'] })).toBe(rows)
  })
})

describe('a notification of this moment', () => {
  const today = '2026-11-20'

  it.each([
    [{}, true],
    [{ type: 'custom_alert' }, true],
    [{ type: 'whale_trade' }, false],
    [{ status: 'read' }, false],
    [{ status: 'unread' }, true],
    [{ symbol: ' spy ' }, true],
    [{ symbol: 'QQQ' }, false],
    [{ archived: true }, false],
    [{ alert_id: 'other' }, false],
    [{ date: 'today' }, true],
    [{ date: 'custom', from: '2026-11-01' }, true],
    [{ date: 'custom', to: '2026-11-19' }, false],
    [{ date: 'custom', from: '2026-11-21', to: '2026-11-30' }, false],
  ] as const)('belongs to the list of %j: %s', (filter, expected) => {
    expect(belongs(row(1), filter, today)).toBe(expected)
  })

  it('belongs to the system when it is about the account', () => {
    expect(belongs(row(1, { type: 'account' }), { type: 'system' }, today)).toBe(true)
  })
})
