import { Gauge, type Registry } from 'prom-client'
import { isIndexSymbol } from '../../market/domain/calendar/option-expirations.ts'
import { liveIn } from '../live/live-ports.ts'
import type { Parts } from '../parts.ts'
import { gauge } from './gauge.ts'
import { ScoreHistogram } from './score-histogram.ts'

export type MarketMetricParts = Pick<Parts, 'market' | 'flowSessions' | 'chainAgesMs'>

/** What was read of the market, and the state of a live source, read when the metrics are requested. */
export function registerMarket(registry: Registry, { market, flowSessions, chainAgesMs }: MarketMetricParts): void {
  const prints = new Gauge({
    name: 'optionwire_prints',
    help: 'Option prints since the start, by what became of them: read, rows, and the reasons of refusals.',
    labelNames: ['outcome'] as const,
    registers: [registry],
    collect() {
      for (const [outcome, count] of Object.entries(flowSessions.totals.prints)) prints.set({ outcome }, count)
    },
  })
  registry.registerMetric(new ScoreHistogram(flowSessions.totals.scores))
  const live = liveIn(market)
  if (!live) return
  gauge(
    registry,
    'optionwire_source_up',
    '1 while the market source answers, 0.5 while some of its requests fail, 0 while it is down.',
    () => ({ unasked: Number.NaN, fine: 1, degraded: 0.5, down: 0 })[live.sourceHealth().state],
  )
  gauge(
    registry,
    'optionwire_source_last_answer_timestamp_seconds',
    'When the market source last gave a usable answer, seconds since 1970; NaN before the first.',
    () => live.sourceHealth().lastGoodMs / 1_000,
  )
  gauge(
    registry,
    'optionwire_source_refused_rows',
    'Rows of the market source that could not be read, since the start.',
    () => live.sourceHealth().refusedRows,
  )
  registerAges(registry, chainAgesMs)
}

/** Symbols have no bound, so they are two classes. Feeds of indexes and of stocks fail and are late separately. */
function registerAges(registry: Registry, chainAgesMs: () => ReadonlyMap<string, number>): void {
  const ages = new Gauge({
    name: 'optionwire_source_chain_age_seconds',
    help: 'How far the quotes of the oldest chain requested in the last ten minutes were behind the market, by class of the symbol: index, or equity for stocks and funds. Absent without requests.',
    labelNames: ['class'] as const,
    registers: [registry],
    collect() {
      ages.reset()
      for (const [name, age] of oldestByClass(chainAgesMs())) ages.set({ class: name }, age / 1_000)
    },
  })
}

function oldestByClass(agesMs: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const oldest = new Map<string, number>()
  for (const [symbol, ageMs] of agesMs) {
    if (Number.isNaN(ageMs)) continue
    const name = isIndexSymbol(symbol) ? 'index' : 'equity'
    oldest.set(name, Math.max(oldest.get(name) ?? 0, ageMs))
  }
  return oldest
}
