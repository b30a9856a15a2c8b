import { expect, it } from 'vitest'
import { SessionMemo } from '../../../../src/market/sources/simulated/session-memo.ts'

function counted({ restsAll = false } = {}) {
  const scheduled: (() => void)[] = []
  const rest = { afterMs: 1_000, later: (work: () => void) => void scheduled.push(work) }
  const session = { latest: 10 }
  const memo = new SessionMemo<{ readonly made: number }>({
    latestIndex: () => session.latest,
    keptLatest: 2,
    keptPast: 1,
    rest,
    restLatest: restsAll ? rest : undefined,
  })
  let made = 0
  const get = (symbol: string, index: number) => memo.get(symbol, index, () => ({ made: ++made })).made
  return { session, get, look: () => scheduled.shift()?.() }
}

it('keeps what belongs to the latest session, and forgets what belongs to earlier ones when nobody asks for it', () => {
  const { get, look } = counted()
  const first = [get('SPY', 10), get('SPY', 9)]
  look()
  look()

  expect(first).toEqual([1, 2])
  expect([get('SPY', 10), get('SPY', 9)]).toEqual([1, 3])
})

it('forgets what belongs to the latest session as well where it may', () => {
  const { get, look, session } = counted({ restsAll: true })
  get('SPY', 10)
  look()
  expect(get('SPY', 10)).toBe(1)
  look()
  look()
  expect(get('SPY', 10)).toBe(2)

  session.latest = 11
  get('SPY', 11)
  // In turns with what is left of the session before.
  for (let each = 0; each < 4; each++) look()
  expect(get('SPY', 11)).toBe(4)
})

it('bounds both separately', () => {
  const { get } = counted()

  expect([get('SPY', 10), get('QQQ', 10), get('SPY', 9), get('SPY', 8)]).toEqual([1, 2, 3, 4])
  expect([get('SPY', 10), get('QQQ', 10), get('SPY', 8), get('SPY', 9)]).toEqual([1, 2, 4, 5])
})

it('forgets what belonged to the latest session when the next one begins', () => {
  const { get, session } = counted()
  get('SPY', 10)

  session.latest = 11

  expect([get('SPY', 11), get('SPY', 10)]).toEqual([2, 3])
})
