import { type RawBuilder, sql } from 'kysely'
import { newYorkInstant } from '../../market/domain/calendar/new-york-time.ts'
import type { Connection } from '../../store/connection.ts'
import { dropPartition, type PartitionedTable } from '../../store/postgres/partitions.ts'
import { FLOW_MINUTES, FLOW_ROWS, TAPE_SEGMENTS } from './flow-partitions.ts'
import type { FlowTables } from './tables.ts'

/** Rows per statement, so that other writers do not wait long. */
const MAX_ROWS_AT_ONCE = 500
/** A segment can have a hundred thousand prints. */
const MAX_TAPES_AT_ONCE = 8

/**
 * Deletes sessions before a date (New York), and returns how much of them: a bite of rows, or on PostgreSQL a partition
 * whose sessions are all too old. Bites are for what is in none. Sums of complete sessions are small and are never deleted.
 */
export function flowRetention({ engine, db }: Connection<FlowTables>) {
  async function bite(statement: RawBuilder<unknown>): Promise<number> {
    const { rows } = await statement.execute(db)
    return rows.length
  }
  /** While a partition cannot be dropped, its rows are not deleted one by one: that comes to more work than to wait. */
  async function partitionOr(table: PartitionedTable, before: string, statement: RawBuilder<unknown>): Promise<number> {
    const outcome = engine === 'postgres' ? await dropPartition(db, table, before) : 'none'
    if (outcome === 'none') return bite(statement)
    return outcome === 'dropped' ? 1 : 0
  }
  return {
    // The dates are named twice: PostgreSQL looks only into partitions with older ones.
    removeTapes: (before: string): Promise<number> =>
      partitionOr(
        TAPE_SEGMENTS,
        before,
        sql`
        delete from tape_segments where session_date < ${before} and (kind, symbol, session_date, first_row) in (
          select kind, symbol, session_date, first_row from tape_segments where session_date < ${before} limit ${MAX_TAPES_AT_ONCE}
        ) returning first_row`,
      ),

    removeFlowRows: (before: string): Promise<number> =>
      partitionOr(
        FLOW_ROWS,
        before,
        sql`
        delete from flow_rows where session_date < ${before} and (symbol, session_date, sequence) in (
          select symbol, session_date, sequence from flow_rows
          where executed_at < ${newYorkInstant(before, 0)} and session_date < ${before}
          order by executed_at limit ${MAX_ROWS_AT_ONCE}
        ) returning sequence`,
      ),

    removeFlowMinutes: (before: string): Promise<number> =>
      partitionOr(
        FLOW_MINUTES,
        before,
        sql`
        delete from flow_minutes where session_date < ${before} and (symbol, session_date, minute_ms) in (
          select symbol, session_date, minute_ms from flow_minutes where session_date < ${before} limit ${MAX_ROWS_AT_ONCE}
        ) returning minute_ms`,
      ),

    removeOutcomes: (before: string): Promise<number> =>
      bite(sql`
        delete from flow_outcomes where (source, symbol, alert_type, session_date, horizon) in (
          select source, symbol, alert_type, session_date, horizon from flow_outcomes
          where session_date < ${before} limit ${MAX_ROWS_AT_ONCE}
        ) returning horizon`),
  }
}
