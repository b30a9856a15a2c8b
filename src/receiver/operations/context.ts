import type { Context } from '../../catalogue/context.ts'
import { operationsOver } from '../../catalogue/operation.ts'
import type { Approvers } from '../ports/approvers.ts'
import type { ReceiverStore } from '../store/index.ts'

/** What operations of this context may use. */
export interface ReceiverContext extends Context {
  /** Of the account with which the receiver asks its tools, SERVICE_EMAIL in lower case; null where none is set. */
  readonly receiverEmail: string | null
  readonly store: Pick<
    ReceiverStore,
    'ledger' | 'decisionEvidence' | 'decisionScores' | 'approvals' | 'receiverSwitch' | 'transaction'
  >
  /** Who may answer orders that wait, and how far the price may move meanwhile; null without APPROVAL. */
  readonly approvals: { readonly approvers: Approvers; readonly maxDriftPct: number | null }
  /** Whether the setting KILL_SWITCH is on. */
  readonly killSwitchSetting: boolean
}

export const defineOperation = operationsOver<ReceiverContext>()
