import { runFirstWithWork } from '../../lib/async/run-first-with-work.ts'
import { DAY_MS } from '../../lib/time/duration.ts'
import { newYorkDate } from '../../market/domain/calendar/new-york-time.ts'
import { tradingDaysBetween } from '../../market/domain/calendar/trading-calendar.ts'
import { flowRowsFrom } from '../operations/stored-flow.ts'
import type { FlowStore } from '../store/index.ts'

/** Longer than flow rows, because a tape takes a fiftieth of the space and can reproduce them. */
export const TAPE_DAYS = 90
export const FLOW_MINUTE_DAYS = 400
/** Partitions are there before the first print of a session, also where they cannot be made for days. */
const DAYS_AHEAD = 14

export interface FlowRetentionParts {
  readonly store: Pick<FlowStore, 'flowRetention' | 'flowPartitions'>
  readonly now: () => Date
}

/** Makes the partitions of the sessions to come, where the store has partitions. True if any was missing. */
export async function makeFlowPartitions({ store, now }: FlowRetentionParts): Promise<boolean> {
  const nowMs = now().getTime()
  const sessions = tradingDaysBetween(newYorkDate(nowMs), newYorkDate(nowMs + DAYS_AHEAD * DAY_MS))
  return (await store.flowPartitions.make(sessions)) > 0
}

/**
 * Deletes one batch of expired flow, at most a few hundred rows or a partition, so that no writer waits. True if anything
 * was deleted. Idempotent.
 */
export function deleteOldFlow({ store, now }: FlowRetentionParts, signal: AbortSignal): Promise<boolean> {
  const { flowRetention } = store
  const at = now()
  const dateBefore = (days: number) => newYorkDate(at.getTime() - days * DAY_MS)
  const batches = [
    () => flowRetention.removeFlowRows(flowRowsFrom(at)),
    () => flowRetention.removeTapes(dateBefore(TAPE_DAYS)),
    () => flowRetention.removeFlowMinutes(dateBefore(FLOW_MINUTE_DAYS)),
    () => flowRetention.removeOutcomes(dateBefore(FLOW_MINUTE_DAYS)),
  ]
  return runFirstWithWork(batches, signal)
}
