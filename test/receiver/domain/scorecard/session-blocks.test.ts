import { expect, it } from 'vitest'
import { decisionSession, sessionBlocks } from '../../../../src/receiver/domain/scorecard/session-blocks.ts'

it('puts sessions that a horizon joins into one block, weekends and gaps left out', () => {
  const sessions = ['2026-11-13', '2026-11-09', '2026-11-16', '2026-11-20']
  const blockOf = sessionBlocks(sessions, 5)

  expect(['2026-11-09', '2026-11-13', '2026-11-16', '2026-11-20'].map(blockOf)).toEqual([0, 0, 1, 1])
  expect(sessions.map(sessionBlocks(sessions, 1))).toEqual([4, 0, 5, 9])
  expect(sessionBlocks([], 5)('2026-11-09')).toBe(0)
})

it('counts a decision before the open to the session before', () => {
  expect(['2026-11-16T14:00:00Z', '2026-11-16T14:30:00Z'].map((at) => decisionSession(Date.parse(at)))).toEqual([
    '2026-11-13',
    '2026-11-16',
  ])
})
