import type { NetFlow } from '../../../src/flow/contract/net-flow.ts'
import {
  flowMinutes,
  type NetFlowResolution,
  type NetFlowRow,
  netFlowOfMinutes,
} from '../../../src/flow/domain/sums/net-flow.ts'

/** Rows of one symbol in any order, of one session or several, through the minutes that the service keeps. */
export function netFlow(rows: Iterable<NetFlowRow>, resolution: NetFlowResolution): NetFlow {
  const sessions = Map.groupBy(rows, ({ sessionDate }) => sessionDate)
  return netFlowOfMinutes(
    [...sessions].map(([sessionDate, ofSession]) => ({ sessionDate, minutes: flowMinutes(ofSession) })),
    resolution,
  )
}
