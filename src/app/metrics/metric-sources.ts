import { Gauge, type Registry } from 'prom-client'
import type { Worker } from '../../lib/node/worker.ts'
import type { BackupKeeper } from '../backup/backup-keeper.ts'
import { liveIn } from '../live/live-ports.ts'
import type { Parts } from '../parts.ts'
import { gauge } from './gauge.ts'
import { registerStore } from './store-metrics.ts'

/** What is read each time the metrics are requested. */
export interface MetricSources {
  readonly parts: Pick<Parts, 'config' | 'log' | 'store' | 'now' | 'market' | 'flowSessions' | 'clock'>
  readonly workers: readonly Worker[]
  readonly backups: BackupKeeper | undefined
}

export function registerSources(registry: Registry, sources: MetricSources): void {
  const { store, now } = sources.parts
  registerStore(registry, store, now)
  registerMarket(registry, sources)
  registerWorkers(registry, sources)
  const { backups } = sources
  gauge(
    registry,
    'optionwire_clock_steady',
    '1 while the clock of the machine is believed, 0 while a jump waits for confirmation.',
    () => Number(sources.parts.clock.isSteady()),
  )
  if (!backups) return
  gauge(registry, 'optionwire_backup_age_seconds', 'Age of the newest scheduled backup; NaN without one.', () => {
    const ageMs = backups.ageMs()
    return ageMs === null ? Number.NaN : ageMs / 1_000
  })
}

function registerMarket(registry: Registry, { parts: { market, flowSessions } }: MetricSources): void {
  const prints = new Gauge({
    name: 'optionwire_prints',
    help: 'Option prints since the start, by what became of them: read, rows, and the reasons of refusals.',
    labelNames: ['outcome'] as const,
    registers: [registry],
    collect() {
      for (const [outcome, count] of Object.entries(flowSessions.totals)) prints.set({ outcome }, count)
    },
  })
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
}

function registerWorkers(registry: Registry, { workers }: MetricSources): void {
  const lag = new Gauge({
    name: 'optionwire_worker_lag_seconds',
    help: 'Time since a background worker last ended a step without an error.',
    labelNames: ['worker'] as const,
    registers: [registry],
    collect() {
      for (const { name, health } of workers) {
        const { sinceSuccessMs } = health()
        if (sinceSuccessMs !== null) lag.set({ worker: name }, sinceSuccessMs / 1_000)
      }
    },
  })
  const failures = new Gauge({
    name: 'optionwire_worker_failures_in_a_row',
    help: 'Steps of a background worker that have failed since the last one that did not.',
    labelNames: ['worker'] as const,
    registers: [registry],
    collect() {
      for (const { name, health } of workers) failures.set({ worker: name }, health().failures)
    },
  })
}
