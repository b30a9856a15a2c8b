import { describe, expect, it } from 'vitest'
import published from '../../../src/app/validation-figures.json' with { type: 'json' }
import { episodeFigures } from '../../validation/episodes.ts'

/** Fewer sessions than docs/score.md has, so that a recall may differ from it. */
const EXTENT = { from: '2026-10-22', learnedTo: '2026-10-23', to: '2026-10-28' }
const TOLERANCE = 0.2
/** Times what the other rankings find. */
const ADVANTAGE = 2

describe('planted accumulations', { timeout: 600_000 }, () => {
  it('are found in the simulated market of today as docs/score.md says', async () => {
    const figures = await episodeFigures(EXTENT)
    const now = (name: string) => figures.find((it) => it.name === name)?.value ?? Number.NaN
    const then = (name: string) => published.find((it) => it.name === name)?.value ?? Number.NaN

    for (const name of ['episode_recall', 'episode_recall_score', 'accumulated_recall', 'accumulated_recall_score']) {
      expect(Math.abs(now(name) - then(name)), `${name}: ${now(name)}`).toBeLessThanOrEqual(TOLERANCE)
    }
    for (const other of ['rules', 'formula', 'trees']) {
      expect(now('episode_recall'), other).toBeGreaterThan(ADVANTAGE * now(`episode_recall_${other}`))
    }
  })
})
