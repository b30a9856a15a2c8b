import { describe, expect, it } from 'vitest'
import { byDay, dateIn, type Item } from '../../../../src/web/notifications/feed/days.ts'
import { notificationRow as row } from './notification-row.ts'

const now = Date.parse('2026-11-21T18:00:00Z')

function shapeOf(items: readonly Item[]): string[] {
  return items.map((item) => (item.kind === 'one' ? item.row.id : `${item.key}: ${item.rows.length}`))
}

describe('days of notifications', () => {
  it('begin at midnight of the account’s own clock', () => {
    const rows = [
      row(3, { created_at: '2026-11-21T05:00:00.000Z' }),
      row(2, { created_at: '2026-11-21T04:59:59.999Z' }),
      row(1, { created_at: '2026-11-18T12:00:00.000Z' }),
    ]

    expect(byDay(rows, 'America/New_York', now).map(({ title, items }) => [title, items.length])).toEqual([
      ['Today', 1],
      ['Yesterday', 1],
      ['Wed, Nov 18', 1],
    ])
    expect(byDay(rows, 'Asia/Tokyo', now).map(({ title }) => title)).toEqual(['Yesterday', 'Wed, Nov 18'])
  })

  it('fold three and more of one kind and symbol that follow each other', () => {
    const unusual = (seq: number, symbol: string) => row(seq, { type: 'unusual_activity', symbol })
    const rows = [
      unusual(9, 'SPY'),
      unusual(8, 'SPY'),
      unusual(7, 'SPY'),
      unusual(6, 'QQQ'),
      unusual(5, 'QQQ'),
      row(4, { type: 'whale_trade', symbol: 'QQQ' }),
      row(3),
      row(2),
      row(1),
    ]

    expect(byDay(rows, 'UTC', now).flatMap(({ items }) => shapeOf(items))).toEqual([
      'run n7: 3',
      'n6',
      'n5',
      'n4',
      'n3',
      'n2',
      'n1',
    ])
  })

  it('keep the name of a run while newer ones join it', () => {
    const unusual = (seq: number) => row(seq, { type: 'unusual_activity' })
    const before = byDay([unusual(3), unusual(2), unusual(1)], 'UTC', now)
    const after = byDay([unusual(4), unusual(3), unusual(2), unusual(1)], 'UTC', now)

    expect(shapeOf(before[0]?.items ?? [])).toEqual(['run n1: 3'])
    expect(shapeOf(after[0]?.items ?? [])).toEqual(['run n1: 4'])
  })

  it('tell the date of a zone ahead of and behind UTC', () => {
    const ms = Date.parse('2026-11-21T23:30:00Z')

    expect([dateIn('Pacific/Auckland', ms), dateIn('UTC', ms), dateIn('Pacific/Honolulu', ms)]).toEqual([
      '2026-11-22',
      '2026-11-21',
      '2026-11-21',
    ])
  })
})
