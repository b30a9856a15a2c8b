import { runFirstWithWork } from '../../lib/async/run-first-with-work.ts'
import { DAY_MS } from '../../lib/time/duration.ts'
import { newYorkDate, newYorkInstant } from '../../market/domain/calendar/new-york-time.ts'
import { flowRowsFrom } from '../operations/stored-flow.ts'
import type { FlowStore } from '../store/index.ts'

/** Longer than flow rows, because a tape takes a fiftieth of the space and can reproduce them. */
export const TAPE_DAYS = 90
export const FLOW_MINUTE_DAYS = 400

export interface FlowRetentionParts {
  readonly store: Pick<FlowStore, 'flowRetention'>
  readonly now: () => Date
}

/**
 * Deletes one batch of expired flow, at most a few hundred rows, so that no writer waits. True if anything was deleted.
 * Idempotent.
 */
export function deleteOldFlow({ store, now }: FlowRetentionParts, signal: AbortSignal): Promise<boolean> {
  const { flowRetention } = store
  const at = now()
  const dateBefore = (days: number) => newYorkDate(at.getTime() - days * DAY_MS)
  const batches = [
    () => flowRetention.removeFlowRows(newYorkInstant(flowRowsFrom(at), 0)),
    () => flowRetention.removeTapes(dateBefore(TAPE_DAYS)),
    () => flowRetention.removeFlowMinutes(dateBefore(FLOW_MINUTE_DAYS)),
    () => flowRetention.removeOutcomes(dateBefore(FLOW_MINUTE_DAYS)),
  ]
  return runFirstWithWork(batches, signal)
}
