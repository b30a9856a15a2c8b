import { sql } from 'kysely'
import type { Connection } from '../../store/connection.ts'
import type { FlowTables } from './tables.ts'

/** Rows per statement, so that other writers do not wait long. */
const MAX_ROWS_AT_ONCE = 500
/** A segment can have a hundred thousand prints. */
const MAX_TAPES_AT_ONCE = 8

/** Deletes sessions before a date (New York). Sums of complete sessions are small and are never deleted. */
export function flowRetention({ db }: Connection<FlowTables>) {
  return {
    async removeTapes(before: string): Promise<number> {
      const { rows } = await sql`
        delete from tape_segments where (kind, symbol, session_date, first_row) in (
          select kind, symbol, session_date, first_row from tape_segments where session_date < ${before} limit ${MAX_TAPES_AT_ONCE}
        ) returning first_row`.execute(db)
      return rows.length
    },

    async removeFlowRows(beforeMs: number): Promise<number> {
      const { rows } = await sql`
        delete from flow_rows where (symbol, session_date, sequence) in (
          select symbol, session_date, sequence from flow_rows
          where executed_at < ${beforeMs} order by executed_at limit ${MAX_ROWS_AT_ONCE}
        ) returning sequence`.execute(db)
      return rows.length
    },

    async removeFlowMinutes(before: string): Promise<number> {
      const { rows } = await sql`
        delete from flow_minutes where (symbol, session_date, minute_ms) in (
          select symbol, session_date, minute_ms from flow_minutes where session_date < ${before} limit ${MAX_ROWS_AT_ONCE}
        ) returning minute_ms`.execute(db)
      return rows.length
    },

    async removeOutcomes(before: string): Promise<number> {
      const { rows } = await sql`
        delete from flow_outcomes where (source, symbol, alert_type, session_date, horizon) in (
          select source, symbol, alert_type, session_date, horizon from flow_outcomes
          where session_date < ${before} limit ${MAX_ROWS_AT_ONCE}
        ) returning horizon`.execute(db)
      return rows.length
    },
  }
}
