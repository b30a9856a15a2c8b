import { Gauge, Histogram, type Registry } from 'prom-client'
import type { Store } from '../store/open-store.ts'

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5]

/** A store whose transactions are timed, from their begin to the end of the commit. */
export function measuredTransactions(registry: Registry, store: Store, monotonicMs: () => number): Store {
  const duration = new Histogram({
    name: 'optionwire_store_transaction_duration_seconds',
    help: 'Time of one transaction with its commit, by outcome: committed or failed.',
    labelNames: ['outcome'] as const,
    buckets: SECONDS,
    registers: [registry],
  })
  return {
    ...store,
    async transaction(work, kind) {
      const startedMs = monotonicMs()
      let outcome = 'failed'
      try {
        const result = await store.transaction(work, kind)
        outcome = 'committed'
        return result
      } finally {
        duration.observe({ outcome }, (monotonicMs() - startedMs) / 1_000)
      }
    },
  }
}

/** What the store holds and how large it is, read when the metrics are requested. */
export function registerStore(registry: Registry, store: Store, now: () => Date): void {
  const registers = [registry]
  const bytes = new Gauge({
    name: 'optionwire_store_bytes',
    help: 'Size of the store: the database and, of a file, its write-ahead log.',
    labelNames: ['file'] as const,
    registers,
    async collect() {
      for (const [file, size] of Object.entries(await store.sizes())) bytes.set({ file }, size)
    },
  })
  const outbox = new Gauge({
    name: 'optionwire_outbox_deliveries',
    help: 'Deliveries that are not finished, by channel and state.',
    labelNames: ['channel', 'state'] as const,
    registers,
    async collect() {
      outbox.reset()
      age.reset()
      for (const { channel, status, count, oldestDueAt } of await store.outbox.depths()) {
        outbox.set({ channel, state: status }, count)
        const overdueMs = now().getTime() - Date.parse(oldestDueAt)
        age.set({ channel, state: status }, Math.max(0, overdueMs / 1_000))
      }
    },
  })
  const age = new Gauge({
    name: 'optionwire_outbox_overdue_seconds',
    help: 'How long the delivery that waits longest has been due, by channel and state; 0 if none is due.',
    labelNames: ['channel', 'state'] as const,
    registers,
  })
  const ledger = new Gauge({
    name: 'optionwire_ledger_entries',
    help: 'Trade ideas in the ledger of the receiver, by status.',
    labelNames: ['status'] as const,
    registers,
    async collect() {
      ledger.reset()
      for (const { status, count } of await store.ledgerCounts.byStatus()) ledger.set({ status }, count)
    },
  })
}
