import type { Connection } from '../../store/connection.ts'
import type { Store } from '../../store/store.ts'
import { approvals } from './approvals.ts'
import { decisionCosts } from './decision-costs.ts'
import { decisionEvidence } from './decision-evidence.ts'
import { decisionReplays } from './decision-replays.ts'
import { decisionScores } from './decision-scores.ts'
import { followedOrders } from './followed-orders.ts'
import { ledger } from './ledger.ts'
import { ledgerClaims } from './ledger-claims.ts'
import { ledgerCounts } from './ledger-counts.ts'
import { ledgerOutcomes } from './ledger-outcomes.ts'
import { receiverInstances } from './receiver-instances.ts'
import { receiverSwitch } from './receiver-switch.ts'
import type { ReceiverTables } from './tables.ts'

export function receiverRepositories(connection: Connection<ReceiverTables>) {
  return {
    ledger: ledger(connection),
    ledgerClaims: ledgerClaims(connection),
    ledgerOutcomes: ledgerOutcomes(connection),
    ledgerCounts: ledgerCounts(connection),
    decisionCosts: decisionCosts(connection),
    decisionEvidence: decisionEvidence(connection),
    decisionScores: decisionScores(connection),
    decisionReplays: decisionReplays(connection),
    approvals: approvals(connection),
    followedOrders: followedOrders(connection),
    receiverInstances: receiverInstances(connection),
    receiverSwitch: receiverSwitch(connection),
  }
}

export type ReceiverRepositories = ReturnType<typeof receiverRepositories>
export type ReceiverStore = Store<ReceiverRepositories>
