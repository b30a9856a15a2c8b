/** The transitions of `domain/delivery/delivery-state.ts` as SQL, so that no update names a status of its own. */
import { sql } from 'kysely'
import { type DeliveryEvent, type DeliveryState, TRANSITIONS } from '../domain/delivery/delivery-state.ts'

/**
 * An update names its rows by their ids or their lease. A state as an expression keeps the planner from finding them in
 * an index of all rows in that state instead: by the statistics of a table that was empty, PostgreSQL takes such an index
 * for empty too, and read a million due rows for a claim of fifty.
 */
const CONDITIONS: Readonly<Record<DeliveryState, string>> = {
  pending: "status || '' = 'pending'",
  throttled: "status || '' = 'throttled' and due_at is not null",
  dropped: "status || '' = 'throttled' and due_at is null",
  sent: "status = 'sent'",
  failed: "status = 'failed'",
}

/** Matches rows in a state. */
export function stateText(state: DeliveryState): string {
  return CONDITIONS[state]
}

/** Matches rows to which an event can happen. */
export function fromText(event: DeliveryEvent): string {
  return `(${TRANSITIONS[event].from.map((state) => CONDITIONS[state]).join(' or ')})`
}

/** `fromText` for the query builder. */
export function from(event: DeliveryEvent) {
  return sql<boolean>`${sql.raw(fromText(event))}`
}
