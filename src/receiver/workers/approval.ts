import { MINUTE_MS } from '../../lib/time/duration.ts'
import { type Approval, approvalState, needsApproval, outdatedReason } from '../domain/approval.ts'
import type { OrderDecision } from '../domain/order.ts'
import type { Approvers } from '../ports/approvers.ts'
import { boundReason, type PlannedOrder } from './before-order.ts'
import { noteLost } from './decision-end.ts'
import { after, type DecisionParts, type Job } from './decision-parts.ts'

/** How an order stands with the people who may answer. */
export type Standing =
  | { readonly kind: 'not_needed' | 'needed' }
  | { readonly kind: 'waiting' | 'approved'; readonly approval: Approval }
  | { readonly kind: 'refused'; readonly reason: string }

/** What was answered, if anything was asked. A request that ended without an answer is closed here, for good. */
export async function standingOf(parts: DecisionParts, job: Job, final: OrderDecision): Promise<Standing> {
  const { store, now, approval: setting } = parts
  const { claimed } = job
  if (claimed.approvalId === null) {
    return { kind: needsApproval(setting.rule, final.notional_usd) ? 'needed' : 'not_needed' }
  }
  const found = await store.approvals.byId(claimed.approvalId)
  if (found === undefined) return { kind: 'refused', reason: 'its request for approval is gone (APPROVAL)' }
  const state = approvalState(found, now())
  if (state === 'waiting') return { kind: 'waiting', approval: found }
  if (state === 'expired') {
    const isClosed = found.answer === 'none' || (await store.approvals.close(found.id, now()))
    // An answer that was committed meanwhile counts.
    return isClosed ? { kind: 'refused', reason: 'nobody answered in time (APPROVAL)' } : standingOf(parts, job, final)
  }
  return answeredStanding(setting.approvers, found)
}

async function answeredStanding({ emailOf, mayAnswer }: Approvers, approval: Approval): Promise<Standing> {
  const by = approval.answeredBy ?? ''
  if (approval.answer === 'no') {
    return { kind: 'refused', reason: `declined by ${(await emailOf(by)) ?? 'an account that is deleted'} (APPROVAL)` }
  }
  if (await mayAnswer(by)) return { kind: 'approved', approval }
  return { kind: 'refused', reason: 'the account that approved it may no longer do so (APPROVERS)' }
}

/** Gives a claimed entry back that still waits. */
export async function park(parts: DecisionParts, { claimed }: Job, approval: Approval): Promise<void> {
  noteLost(parts, claimed, await parts.store.approvals.park(claimed, approval))
}

/**
 * Asks everybody who may answer, in the commit that parks the entry: nobody is asked about an order that does not wait,
 * and no order waits of which nobody was told. Null when it waits now, else why it is a skip.
 */
async function requestApproval(parts: DecisionParts, job: Job, planned: PlannedOrder): Promise<string | null> {
  const { now, newId, dryRun, approval: setting, log } = parts
  const { claimed } = job
  const { final, plan, lastPrice: price } = planned
  const { rule } = setting
  if (price === null || !(price > 0) || rule === null) {
    return 'the last price is unknown, so an approval could not be checked (APPROVAL)'
  }
  const at = now()
  const asked = {
    id: newId(),
    fingerprint: claimed.fingerprint,
    shown: { action: final.action, symbol: final.symbol, notionalUsd: final.notional_usd, price, plan, dryRun },
    requestedAt: at.toISOString(),
    expiresAt: after(at, rule.minutes * MINUTE_MS).toISOString(),
  }
  return setting.approvers.transaction(async (repositories, { accountIds, notify }) => {
    const bound = await boundReason(parts, claimed, { planned, at }, repositories)
    if (bound !== null) return bound
    if (accountIds.length === 0) return 'nobody can approve it: no account of APPROVERS may answer (APPROVAL)'
    const isWritten = await repositories.approvals.request(claimed, asked)
    noteLost(parts, claimed, isWritten)
    if (!isWritten) return null
    await notify({ approval: asked, idea: claimed.idea, decision: final })
    const fields = { fingerprint: claimed.fingerprint, symbol: final.symbol, expires_at: asked.expiresAt }
    log.info({ ...fields, approval_id: asked.id, asked: accountIds.length }, 'an order waits for approval')
    return null
  })
}

/** Whether a planned order goes on: null, or why it is a skip; `waits` when a person was asked now. */
export async function consent(
  parts: DecisionParts,
  job: Job,
  standing: Standing,
  planned: PlannedOrder,
): Promise<{ readonly reason: string } | 'waits' | null> {
  if (standing.kind === 'needed') {
    const reason = await requestApproval(parts, job, planned)
    return reason === null ? 'waits' : { reason }
  }
  if (standing.kind !== 'approved') return null
  const maxDriftPct = parts.approval.rule?.maxDriftPct ?? 0
  const reason = outdatedReason(standing.approval.shown, { ...planned, dryRun: parts.dryRun }, maxDriftPct)
  return reason === null ? null : { reason }
}
