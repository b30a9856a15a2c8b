import { expect, it } from 'vitest'
import { localComputation } from '../../../src/analytics/domain/chain-analysis.ts'
import { chainAnalyses } from '../../../src/analytics/operations/chain-analyses.ts'
import { plainRow } from '../../../src/flow/domain/tape/packed-rows.ts'
import { FlowSessions } from '../../../src/flow/operations/flow-sessions.ts'
import { AppError } from '../../../src/lib/errors.ts'
import { simulatedMarket } from '../../../src/market/sources/simulated/index.ts'
import { migratedStore } from '../../support/migrated-store.ts'

it('ends a first question whose service stops meanwhile with a sentence, and no fault', async () => {
  const now = () => new Date('2026-11-20T18:00:00Z')
  const store = await migratedStore({ now })
  const market = simulatedMarket({ seed: 7, symbols: ['IWM'], now })
  const viewAt = (date?: string) => market.viewAt(date)
  const sessions = new FlowSessions({ store, viewAt, analysisOf: chainAnalyses(localComputation) })
  const asked = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<never>()
  const view = {
    ...(await viewAt()),
    optionPrints: () => {
      asked.resolve()
      return stopped.promise
    },
  }
  const questions = Promise.allSettled([
    sessions.flow(view, 'IWM'),
    sessions.sums(view, 'IWM'),
    sessions.ahead(view, 'IWM'),
  ])
  await asked.promise
  await store[Symbol.asyncDispose]()
  stopped.reject(new AppError('unavailable', 'The source is closed.'))

  for (const question of await questions) {
    expect(question).toHaveProperty('reason.code', 'unavailable')
    expect(question).toHaveProperty('reason.message', 'The service is stopping. Ask again once it runs.')
  }
})

it('leaves no rows behind after a pass through them, which are those of other callers', async () => {
  const now = () => new Date('2026-11-20T18:00:00Z')
  await using store = await migratedStore({ now })
  const market = simulatedMarket({ seed: 7, symbols: ['KO'], now })
  const viewAt = (date?: string) => market.viewAt(date)
  const sessions = new FlowSessions({ store, viewAt, analysisOf: chainAnalyses(localComputation) })
  const view = await viewAt('2026-11-19')
  const { tape, prints } = await view.optionPrints('KO')

  const passed = await sessions.once(view, 'KO')
  expect(passed.rows.length).toBeGreaterThan(10)
  expect(await sessions.session(tape)).toBeUndefined()
  expect(sessions.totals.prints.read).toBe(prints.count)
  expect(sessions.totals.scores.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(10)

  const kept = await sessions.flow(view, 'KO')
  expect(passed.rows.map(plainRow)).toEqual(kept.rows.map(plainRow))
  expect(await sessions.session(tape)).toBeDefined()
  expect((await sessions.once(view, 'KO')).rows).toBe(kept.rows)
  expect(sessions.totals.prints.read).toBe(2 * prints.count)
})
