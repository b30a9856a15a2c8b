import { describe, expect, it } from 'vitest'
import { marketState } from '../../src/web/market-state.ts'

const NOW = { isPast: false, isUp: true }

describe('the state of the market on a page', () => {
  it.each([
    ['the open', '2026-11-20T14:30:00Z', '2026-11-20', 'open'],
    ['a minute before the close', '2026-11-20T20:59:00Z', '2026-11-20', 'open'],
    ['the close, which is also what a Sunday shows', '2026-11-20T21:00:00Z', '2026-11-20', 'closed'],
    ['the quarter of an hour in which some options go on', '2026-11-20T21:10:00Z', '2026-11-20', 'closed'],
    ['the afternoon of an early close', '2026-11-27T18:30:00Z', '2026-11-27', 'closed'],
    ['a date without a session', '2026-11-22T16:00:00Z', '2026-11-22', 'closed'],
  ] as const)('at %s', (_name, asOf, sessionDate, expected) => {
    expect(marketState({ as_of: asOf, session_date: sessionDate }, NOW)).toBe(expected)
  })

  it('is past on a selected date, and unknown while the service cannot be reached, whatever the answer says', () => {
    const open = { as_of: '2026-11-20T16:00:00Z', session_date: '2026-11-20' }

    expect(marketState(open, { isPast: true, isUp: true })).toBe('past')
    expect(marketState(open, { isPast: false, isUp: false })).toBe('unknown')
  })

  it('is a replay where the answer says so, though its instant is in a session', () => {
    const replayed = { as_of: '2026-11-20T16:00:00Z', session_date: '2026-11-20', is_replay: true }

    expect(marketState(replayed, NOW)).toBe('replay')
    expect(marketState(replayed, { isPast: false, isUp: false })).toBe('unknown')
  })
})
