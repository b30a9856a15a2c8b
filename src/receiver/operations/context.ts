import type { Context } from '../../catalogue/context.ts'
import { operationsOver } from '../../catalogue/operation.ts'
import type { ReceiverStore } from '../store/index.ts'

/** What operations of this context may use. */
export interface ReceiverContext extends Context {
  readonly store: Pick<ReceiverStore, 'ledger' | 'decisionEvidence' | 'decisionScores'>
  /** Of the account with which the receiver asks its tools, SERVICE_EMAIL in lower case; null where none is set. */
  readonly receiverEmail: string | null
}

export const defineOperation = operationsOver<ReceiverContext>()
