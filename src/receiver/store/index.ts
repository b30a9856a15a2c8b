import type { RepositoriesMadeBy } from '../../store/made-on-use.ts'
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

export const receiverRepositories = {
  ledger,
  ledgerClaims,
  ledgerOutcomes,
  ledgerCounts,
  decisionCosts,
  decisionEvidence,
  decisionScores,
  decisionReplays,
  approvals,
  followedOrders,
  receiverInstances,
  receiverSwitch,
}

export type ReceiverRepositories = RepositoriesMadeBy<typeof receiverRepositories>
export type ReceiverStore = Store<ReceiverRepositories>
