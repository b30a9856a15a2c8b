import { Gauge, type Registry } from 'prom-client'
import type { Worker } from '../../lib/node/worker.ts'
import type { BackupKeeper } from '../backup/backup-keeper.ts'
import type { Parts } from '../parts.ts'
import { gauge } from './gauge.ts'
import { type MarketMetricParts, registerMarket } from './market-metrics.ts'
import { registerStore } from './store-metrics.ts'

/** What is read each time the metrics are requested. */
export interface MetricSources {
  readonly parts: Pick<Parts, 'config' | 'log' | 'store' | 'now' | 'clock'> & MarketMetricParts
  readonly workers: readonly Worker[]
  readonly backups: BackupKeeper | undefined
}

export function registerSources(registry: Registry, sources: MetricSources): void {
  const { store, now } = sources.parts
  registerStore(registry, store, now)
  registerMarket(registry, sources.parts)
  registerWorkers(registry, sources)
  const { backups } = sources
  gauge(
    registry,
    'optionwire_clock_steady',
    '1 while the clock of the machine is believed, 0 while a jump waits for confirmation.',
    () => Number(sources.parts.clock.isSteady()),
  )
  if (!backups) return
  registerBackups(registry, backups)
}

function registerBackups(registry: Registry, { ageMs, everyMs, hasFailed }: BackupKeeper): void {
  gauge(registry, 'optionwire_backup_age_seconds', 'Age of the newest scheduled backup; NaN without one.', () => {
    const ms = ageMs()
    return ms === null ? Number.NaN : ms / 1_000
  })
  gauge(registry, 'optionwire_backup_interval_seconds', 'How often a backup is made.', () => everyMs / 1_000)
  gauge(registry, 'optionwire_backup_failed', '1 if the last attempt to make a backup failed.', () =>
    Number(hasFailed()),
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
