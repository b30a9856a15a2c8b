import { describe, expect, it } from 'vitest'
import { filterOf } from '../../../../src/web/notifications/feed/filters.ts'

describe('the filters of the address', () => {
  it.each([
    [{}, {}],
    [
      { type: 'whale_trade', status: 'unread', symbol: ' spy ' },
      { type: 'whale_trade', status: 'unread', symbol: 'SPY' },
    ],
    [{ type: 'nonsense', status: 'seen', date: 'yesterday', open: 'x' }, {}],
    [{ date: 'last_7_days' }, { date: 'last_7_days' }],
    // What only goes with a custom range would be refused without it.
    [{ date: 'today', from: '2026-11-01' }, { date: 'today' }],
    [
      { alert: 'a1', archived: 'yes' },
      { alert_id: 'a1', archived: true },
    ],
    [{ archived: 'no' }, {}],
    [{ from: '2026-11-01' }, {}],
    [{ date: 'custom' }, {}],
    [
      { date: 'custom', from: '2026-11-01' },
      { date: 'custom', from: '2026-11-01' },
    ],
    [
      { date: 'custom', from: '2026-02-30', to: '2026-11-02' },
      { date: 'custom', to: '2026-11-02' },
    ],
  ])('%j are read as %j', (query, expected) => {
    expect(filterOf(query)).toEqual(expected)
  })
})
