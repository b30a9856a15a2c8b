import type { APPROVAL_ANSWERS } from '../domain/approval.ts'
import type { LedgerStatus } from '../domain/ledger-status.ts'
import type { Phase } from '../domain/phase.ts'
import type { UnpricedReason } from '../domain/scorecard/measured-idea.ts'
import type { ScoredAction } from '../domain/scorecard/trade-result.ts'

/** Rows of the receiver: its ledger and the processes that work on it. Instants are TEXT `YYYY-MM-DDTHH:MM:SS.sssZ`. */
export interface LedgerRow {
  fingerprint: string
  status: LedgerStatus
  phase: Phase
  symbol: string
  payload: string
  payload_sha256: string
  decision: string | null
  order_result: string | null
  order_plan: string | null
  order_settled_at: string | null
  error: string | null
  llm_usage: string | null
  llm_tokens: number | null
  llm_cost_usd: number | null
  broker_text: string | null
  duplicates: number
  attempts: number
  unclear_queries: number
  fresh_from: string
  due_at: string
  lease_owner: string | null
  lease_instance: string | null
  lease_until: string | null
  asked_at: string | null
  intent_at: string | null
  notional_usd: number | null
  recheck_at: string | null
  approval_id: string | null
  created_at: string
  updated_at: string
}

interface InstanceRow {
  id: string
  host: string
  pid: number
  process_mark: string
  started_at: string
}

export interface ApprovalRow {
  id: string
  fingerprint: string
  shown: string
  requested_at: string
  expires_at: string
  answer: (typeof APPROVAL_ANSWERS)[number] | null
  answered_at: string | null
  answered_by: string | null
}

interface EvidenceRow {
  fingerprint: string
  decided_at: string
  content: string
}

interface OutcomeRow {
  fingerprint: string
  horizon: number
  unpriced: UnpricedReason | null
  content: string | null
  checked_at: string
}

interface BaselineRow {
  fingerprint: string
  action: ScoredAction | null
  error: string | null
  checked_at: string
}

interface ReplayRunRow {
  id: string
  title: string
  settings: string
  created_at: string
}

interface ReplayDecisionRow {
  run_id: string
  fingerprint: string
  decision: string | null
  error: string | null
  llm_usage: string | null
  decided_at: string
}

interface SwitchRow {
  id: string
  is_on: number
  changed_at: string
}

export interface ReceiverTables {
  decision_outcomes: OutcomeRow
  decision_baselines: BaselineRow
  replay_runs: ReplayRunRow
  replay_decisions: ReplayDecisionRow
  ledger: LedgerRow
  decision_evidence: EvidenceRow
  approvals: ApprovalRow
  receiver_switch: SwitchRow
  receiver_instances: InstanceRow
}
