import type { Caller } from '../../catalogue/context.ts'
import { AppError } from '../../lib/errors.ts'
import { type Approval, approvalState, orderRisk } from '../domain/approval.ts'
import { orderWords } from '../domain/approval-text.ts'
import type { ReceiverContext } from './context.ts'

/** The account of an approver; throws for any other caller. */
export async function requireApprover({ caller, approvals }: Pick<ReceiverContext, 'caller' | 'approvals'>) {
  const account: Caller['account'] = caller.account
  if (account && (await approvals.approvers.mayAnswer(account.id))) return account
  throw new AppError(
    'forbidden',
    'Only the accounts that the operator named in APPROVERS can see and answer orders that wait.',
  )
}

export async function requireApproval({ store }: Pick<ReceiverContext, 'store'>, id: string): Promise<Approval> {
  const approval = await store.approvals.byId(id)
  if (approval) return approval
  throw new AppError('not_found', 'There is no such request for approval.')
}

/** The request as this approver is shown it. */
export async function approvalView(context: ReceiverContext, approval: Approval, accountId: string) {
  const { store, approvals, now } = context
  const record = await store.ledger.byFingerprint(approval.fingerprint)
  const { payload: idea, decision } = record?.entry ?? { payload: null, decision: null }
  if (idea === null || decision === null) throw new AppError('not_found', 'The ledger entry of this request is gone.')
  const { shown } = approval
  const { shares, lossAtStopUsd, gainAtTargetUsd } = orderRisk(shown, idea)
  const state = approvalState(approval, now())
  return {
    id: approval.id,
    state,
    requested_at: approval.requestedAt,
    expires_at: approval.expiresAt,
    answered_at: approval.answeredAt,
    answered_by: approval.answeredBy === null ? null : await approvals.approvers.emailOf(approval.answeredBy),
    fingerprint: approval.fingerprint,
    idea,
    decision,
    order: {
      words: orderWords(shown),
      action: shown.action,
      symbol: shown.symbol,
      notional_usd: shown.notionalUsd,
      price: shown.price,
      shares,
      style: shown.plan?.style ?? ('notional' as const),
      time_in_force: shown.plan?.timeInForce ?? ('day' as const),
      take_profit: shown.plan?.takeProfit ?? null,
      stop_loss: shown.plan?.stopLoss ?? null,
      dry_run: shown.dryRun,
    },
    risk: {
      loss_at_stop_usd: lossAtStopUsd,
      gain_at_target_usd: gainAtTargetUsd,
      max_drift_pct: approvals.maxDriftPct,
    },
    answer_key: state === 'waiting' ? approvals.approvers.keyOf(approval, accountId) : null,
  }
}
