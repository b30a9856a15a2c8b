import { expect, it } from 'vitest'
import { contextOf, OPERATOR } from '../../../src/app/parts.ts'
import { PIPELINES } from '../../../src/trade-ideas/domain/pipeline.ts'
import type { IdeaDraft } from '../../../src/trade-ideas/domain/pipelines/idea-draft.ts'
import { draftIdeas } from '../../../src/trade-ideas/domain/pipelines/index.ts'
import { gatherAnalytics } from '../../../src/trade-ideas/operations/gather-analytics.ts'
import { testApp } from '../../support/app.ts'

/** A session between the seasons of reports, one within, and one with a planted accumulation: what somebody knows of TSLA. */
const SESSIONS = [
  ['2026-09-24', ['TSLA', 'KO', 'XOM', 'GE', 'DIS']],
  ['2026-10-28', ['F', 'AMD', 'GE', 'BA', 'CAT']],
  ['2026-11-18', ['HD', 'JNJ', 'CAT', 'XOM', 'V']],
] as const

it('every pipeline makes ideas of simulated sessions, and no idea of every symbol', { timeout: 120_000 }, async () => {
  await using app = await testApp()
  const context = contextOf(app.parts, { caller: OPERATOR })
  const made: (IdeaDraft & { readonly date: string })[] = []
  let looked = 0
  for (const [date, symbols] of SESSIONS) {
    // Half an hour before the close.
    app.clock.set(`${date}T${date < '2026-11-01' ? 19 : 20}:30:00.000Z`)
    for (const symbol of symbols) {
      const gathered = await gatherAnalytics(context, symbol)
      looked++
      for (const draft of gathered ? draftIdeas(gathered.analytics) : []) made.push({ ...draft, date })
    }
  }

  const counts = Map.groupBy(made, ({ pipeline }) => pipeline)
  for (const pipeline of PIPELINES) {
    const { length } = counts.get(pipeline) ?? []
    expect(length, pipeline).toBeGreaterThan(0)
    expect(length, pipeline).toBeLessThan(0.6 * looked)
  }
  // Puts were gathered by who knew of the fall to come.
  expect(made).toContainEqual(
    expect.objectContaining({ symbol: 'TSLA', date: '2026-09-24', pipeline: 'flow', direction: 'bearish' }),
  )
})
