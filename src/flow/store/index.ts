import type { RepositoriesMadeBy } from '../../store/made-on-use.ts'
import type { Store } from '../../store/store.ts'
import { flowOutcomes } from './flow-outcomes.ts'
import { flowPartitions } from './flow-partitions.ts'
import { flowRetention } from './flow-retention.ts'
import { flowRows } from './flow-rows.ts'
import { flowTotals } from './flow-totals.ts'
import { tapeSegments } from './tape-segments.ts'

export const flowRepositories = {
  tapeSegments,
  flowRows,
  flowTotals,
  flowOutcomes,
  flowPartitions,
  flowRetention,
}

export type FlowRepositories = RepositoriesMadeBy<typeof flowRepositories>
export type FlowStore = Store<FlowRepositories>
