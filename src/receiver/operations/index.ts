import type { Operation } from '../../catalogue/operation.ts'
import { answerApprovalOperation } from './answer-approval.ts'
import { decisionScorecardOperation } from './decision-scorecard.ts'
import { listApprovalsOperation } from './list-approvals.ts'
import { listLedgerOperation } from './list-ledger.ts'
import { showApprovalOperation } from './show-approval.ts'
import { showLedgerEntryOperation } from './show-ledger-entry.ts'
import { showLedgerEvidenceOperation } from './show-ledger-evidence.ts'

/** What became of the trade ideas that the receiver accepted, and the orders that wait for a yes. */
export const receiverOperations = [
  listLedgerOperation,
  showLedgerEntryOperation,
  showLedgerEvidenceOperation,
  decisionScorecardOperation,
  listApprovalsOperation,
  showApprovalOperation,
  answerApprovalOperation,
] as const satisfies readonly Operation[]
