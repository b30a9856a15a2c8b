/** One file for all of them: each file that the start of the site may load costs bytes there. */
export { ApprovalPage } from './approval.tsx'
export { ApprovalsPage } from './approvals.tsx'
export { LedgerPage } from './ledger.tsx'
export { ScorecardPage } from './scorecard.tsx'
