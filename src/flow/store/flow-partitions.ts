/** The tables of flow that PostgreSQL holds in partitions by session. SQLite has none: there rows are deleted one by one. */
import type { Connection } from '../../store/connection.ts'
import { makePartitions, type PartitionedTable } from '../../store/postgres/partitions.ts'
import type { FlowTables } from './tables.ts'

const column = 'session_date'

export const FLOW_ROWS: PartitionedTable = { name: 'flow_rows', column, unit: 'day' }
export const TAPE_SEGMENTS: PartitionedTable = { name: 'tape_segments', column, unit: 'day' }
/** By month: a session has few rows, and they are kept for more than a year. */
export const FLOW_MINUTES: PartitionedTable = { name: 'flow_minutes', column, unit: 'month' }

export const PARTITIONED_FLOW: readonly PartitionedTable[] = [FLOW_ROWS, TAPE_SEGMENTS, FLOW_MINUTES]

export function flowPartitions({ engine, db }: Connection<FlowTables>) {
  return {
    /**
     * Makes the partitions of these sessions that are missing, before their first rows are written; returns how many it has
     * made. It makes none while somebody uses the default partitions, where rows of these sessions are stored then.
     */
    async make(sessionDates: readonly string[]): Promise<number> {
      if (engine === 'sqlite') return 0
      let made = 0
      for (const table of PARTITIONED_FLOW) made += await makePartitions(db, table, sessionDates)
      return made
    },
  }
}
