import type { Batcher } from '../../lib/node/batcher.ts'
import type { ScheduledAttempt } from '../operations/deliveries/record-outcomes.ts'
import type { Notifier } from '../operations/notifier.ts'
import type { NotificationStore } from '../store/index.ts'
import type { InFlightDeliveries } from './in-flight-deliveries.ts'

/** What the dispatcher works with. One for the process. */
export interface DeliveryParts {
  readonly store: NotificationStore
  readonly notifier: Notifier
  readonly inFlight: InFlightDeliveries
  readonly now: () => Date
  /** Milliseconds of a monotonic clock. */
  readonly monotonicMs: () => number
  /** From 0 up to 1. */
  readonly random: () => number
  readonly newId: () => string
  readonly publicUrl: string
  /** Aborts the sends in flight. */
  readonly signal: AbortSignal
  /** Writes outcomes in batches; true where the lease of the attempt was still valid. */
  readonly outcomes: Batcher<ScheduledAttempt, boolean>
  /** A lost lease, or a fault of a channel: static text and fields. */
  readonly log: (message: string, fields: Readonly<Record<string, unknown>>) => void
}
