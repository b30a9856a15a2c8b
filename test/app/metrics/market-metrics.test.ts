import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { registerMarket } from '../../../src/app/metrics/market-metrics.ts'
import { countScore } from '../../../src/flow/domain/score/score-counts.ts'
import { FlowSessions } from '../../../src/flow/operations/flow-sessions.ts'
import { HealthLog } from '../../../src/market/sources/source-health.ts'

function registered(ages: ReadonlyMap<string, number> = new Map()) {
  const registry = new Registry()
  const flowSessions = new FlowSessions({} as never)
  const health = new HealthLog('The vendor')
  const market = { sourceHealth: () => health.read(), tend: async () => false }
  registerMarket(registry, { market: market as never, flowSessions, chainAgesMs: () => ages })
  return { registry, flowSessions }
}

it('shows the scores of prints as a cumulative histogram whose bounds lie below the bands', async () => {
  const { registry, flowSessions } = registered()
  for (const score of [10, 49, 50, 89, 90, 100]) countScore(flowSessions.totals.scores, score)
  await registry.metrics()
  const text = await registry.metrics()

  expect(text).toContain('# TYPE optionwire_print_score histogram')
  const series = text.split('\n').filter((line) => line.startsWith('optionwire_print_score_'))
  expect(series).toEqual([
    'optionwire_print_score_bucket{le="49"} 2',
    'optionwire_print_score_bucket{le="69"} 3',
    'optionwire_print_score_bucket{le="79"} 3',
    'optionwire_print_score_bucket{le="89"} 4',
    'optionwire_print_score_bucket{le="94"} 5',
    'optionwire_print_score_bucket{le="98"} 5',
    'optionwire_print_score_bucket{le="+Inf"} 6',
    'optionwire_print_score_sum 388',
    'optionwire_print_score_count 6',
  ])
})

it('shows them after an import of millions of prints without observing each', async () => {
  const { registry, flowSessions } = registered()
  flowSessions.totals.scores[50] = 5e9
  const text = await registry.metrics()

  expect(text).toContain('optionwire_print_score_bucket{le="49"} 0\n')
  expect(text).toContain('optionwire_print_score_sum 250000000000\noptionwire_print_score_count 5000000000\n')
  expect(await registry.getMetricsAsJSON()).toContainEqual(expect.objectContaining({ name: 'optionwire_print_score' }))
})

it('shows the oldest chain of each class of symbols, and never a symbol', async () => {
  const ages = new Map([
    ['SPX', 2_000],
    ['SPY', 1_000],
    ['AMD', 90_000],
    ['VIX', Number.NaN],
  ])
  const text = await registered(ages).registry.metrics()

  const series = text.split('\n').filter((line) => line.startsWith('optionwire_source_chain_age_seconds{'))
  expect(series).toEqual([
    'optionwire_source_chain_age_seconds{class="index"} 2',
    'optionwire_source_chain_age_seconds{class="equity"} 90',
  ])
  expect(text).not.toMatch(/SPX|AMD/)
})

it('shows no age while nobody has requested a chain', async () => {
  expect(await registered().registry.metrics()).not.toContain('optionwire_source_chain_age_seconds{')
})
