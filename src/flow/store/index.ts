import type { Connection } from '../../store/connection.ts'
import type { Store } from '../../store/store.ts'
import { flowOutcomes } from './flow-outcomes.ts'
import { flowPartitions } from './flow-partitions.ts'
import { flowRetention } from './flow-retention.ts'
import { flowRows } from './flow-rows.ts'
import { flowTotals } from './flow-totals.ts'
import type { FlowTables } from './tables.ts'
import { tapeSegments } from './tape-segments.ts'

export function flowRepositories(connection: Connection<FlowTables>) {
  return {
    tapeSegments: tapeSegments(connection),
    flowRows: flowRows(connection),
    flowTotals: flowTotals(connection),
    flowOutcomes: flowOutcomes(connection),
    flowPartitions: flowPartitions(connection),
    flowRetention: flowRetention(connection),
  }
}

export type FlowRepositories = ReturnType<typeof flowRepositories>
export type FlowStore = Store<FlowRepositories>
