/** Sets of rows that have an index. The planner matches partial indexes by their text, so these are literals. */
import { sql } from 'kysely'

/** To be sent one by one. */
export const OPEN = sql<boolean>`status = 'pending' and batch_key is null`
/** To be sent in a summary. */
export const GATHERED = sql<boolean>`status = 'pending' and batch_key is not null and summary_id is null`
/** These wait for a slot in the limits of their plan. */
export const THROTTLED = sql<boolean>`status = 'throttled' and due_at is not null`

/** Matches rows that no lease holds at an instant. A lease without an end ends when its row is due. */
export function freeAt(now: Date) {
  return sql<boolean>`(lease_until is null or lease_until <= ${now.toISOString()})`
}
