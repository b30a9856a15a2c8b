import { expect, it } from 'vitest'
import { addScores, countScore, zeroScores } from '../../../../src/flow/domain/score/score-counts.ts'

it('adds what one reader has counted since', () => {
  const total = zeroScores()
  const before = zeroScores()
  countScore(before, 50)
  countScore(before, 0)
  const after = before.slice()
  countScore(after, 100)
  countScore(after, 50)
  addScores(total, zeroScores(), before)
  addScores(total, before, after)

  expect([...total.entries()].filter(([, count]) => count > 0)).toEqual([
    [0, 1],
    [50, 2],
    [100, 1],
  ])
})
