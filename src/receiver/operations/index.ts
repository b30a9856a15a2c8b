import type { Operation } from '../../catalogue/operation.ts'
import { decisionScorecardOperation } from './decision-scorecard.ts'
import { listLedgerOperation } from './list-ledger.ts'
import { showLedgerEntryOperation } from './show-ledger-entry.ts'
import { showLedgerEvidenceOperation } from './show-ledger-evidence.ts'

/** What became of the trade ideas that the receiver accepted. */
export const receiverOperations = [
  listLedgerOperation,
  showLedgerEntryOperation,
  showLedgerEvidenceOperation,
  decisionScorecardOperation,
] as const satisfies readonly Operation[]
