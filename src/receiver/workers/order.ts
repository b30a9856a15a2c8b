import type { Decision } from '../contract/decision.ts'
import { clientOrderIdOf } from '../domain/fingerprint.ts'
import { applyGates } from '../domain/gates.ts'
import { SWITCHED_OFF } from '../domain/guards.ts'
import { isOrder, type OrderDecision, orderOf, placedOrder } from '../domain/order.ts'
import { skipped } from '../domain/skip-reason.ts'
import type { BrokerOrder, FindOutcome, SubmitOutcome } from '../ports/broker.ts'
import { consent, park, standingOf } from './approval.ts'
import { type PlannedOrder, planOrder, reserve } from './before-order.ts'
import { end, fail, handOver, noteLost } from './decision-end.ts'
import { after, type DecisionParts, isStale, type Job, LEASE_MS } from './decision-parts.ts'
import { firstLookAt } from './order-follow.ts'

/** Between the queries about an order of which nobody knows whether it was taken. */
const QUERY_DELAYS_MS = [0, 1_000, 2_000]
/** Before an order is sent again that the brokerage was too busy to take, where it does not say how long. */
const BUSY_DELAYS_MS = [1_000, 2_000, 4_000]
/** A brokerage that asks for more is not waited for. */
const LONGEST_BUSY_MS = 60_000
/** Until the next round of queries, when the brokerage could not answer them. */
const POSTPONED_MS = [5_000, 15_000, 30_000, 60_000]
/** A miss is no proof that an order was not taken: after this time the order is looked up a last time. */
export const RECHECK_MS = 60_000

/**
 * From a decision to its end: skip, suppressed order, or order; or to its wait for the yes of a person. The gates are
 * applied again, with the present limits: the decision may be an old one.
 */
export async function carryOut(parts: DecisionParts, job: Job, decision: Decision): Promise<void> {
  const final = applyGates(decision, job.claimed.idea, parts.limits)
  if (!isOrder(final)) return end(parts, job, { status: 'skipped', decision: final })
  if (!parts.dryRun && !parts.paper) {
    return fail(parts, job, 'ALPACA_PAPER is false: orders are placed in paper mode only, so none was sent.')
  }
  const skip = (reason: string) => end(parts, job, { status: 'skipped', decision: skipped(final, reason) })
  const standing = await standingOf(parts, job, final)
  if (standing.kind === 'refused') return skip(standing.reason)
  if (standing.kind === 'waiting') return park(parts, job, standing.approval)
  // A yes is as old as the work on it: a service that was away for long does not order by it.
  if (isStale(parts, job.claimed)) return fail(parts, job, STALE)
  const { reason, planned } = await planOrder(parts, job, final, { mayWait: standing.kind !== 'not_needed' })
  if (reason !== null) return skip(reason)
  const verdict = await consent(parts, job, standing, planned)
  if (verdict === null) return place(parts, job, planned)
  if (verdict !== 'waits') return skip(verdict.reason)
}

/** Reserves the order's place under the bounds, then sends it, or suppresses it in a dry run. */
async function place(parts: DecisionParts, job: Job, planned: PlannedOrder): Promise<void> {
  const { final } = planned
  const reserved = await parts.store.transaction((repositories) => reserve(parts, job, planned, repositories))
  if (reserved.reason !== null) {
    return end(parts, job, { status: 'skipped', decision: skipped(final, reserved.reason) })
  }
  noteLost(parts, job.claimed, reserved.isWritten)
  if (!reserved.isWritten) return
  const { fingerprint, idea } = job.claimed
  if (parts.dryRun) parts.log.info({ fingerprint, symbol: idea.symbol, status: 'dry_run' }, 'idea ended')
  else await submit(parts, { ...job, claimed: { ...job.claimed, plan: planned.plan } }, final)
}

async function submit(parts: DecisionParts, job: Job, decision: OrderDecision): Promise<void> {
  const outcome = await submittedOnceThereIsRoom(parts, job, decision)
  if (outcome === 'lost') return noteLost(parts, job.claimed, false)
  if (outcome.outcome === 'accepted') {
    return ordered(parts, job, outcome.order)
  }
  if (outcome.outcome === 'busy' && job.signal.aborted) return handOver(parts, job)
  if (outcome.outcome === 'refused' || outcome.outcome === 'busy') return fail(parts, job, outcome.text)
  const { fingerprint } = job.claimed
  parts.log.warn({ fingerprint, outcome: outcome.outcome }, 'the fate of an order is unclear: asking the brokerage')
  // Without the brokerage's own words the next owner may send the order again, which its id makes safe.
  if (job.signal.aborted) return handOver(parts, job)
  await parts.store.ledgerOutcomes.uncertain(job.claimed, outcome.text)
  await settle(parts, { ...job, claimed: { ...job.claimed, brokerText: outcome.text } }, decision)
}

/**
 * Sends the order, and sends it again under the same order id while the brokerage answers that it is too busy: such an
 * answer is certainly no order. Only the owner of the lease sends, and nothing that became stale meanwhile.
 */
async function submittedOnceThereIsRoom(
  parts: DecisionParts,
  job: Job,
  decision: OrderDecision,
): Promise<SubmitOutcome | 'lost'> {
  const { claimed, signal } = job
  for (const delayMs of BUSY_DELAYS_MS) {
    const outcome = await submitted(parts, job, decision)
    if (outcome.outcome !== 'busy') return outcome
    const waitMs = outcome.retryAfterMs ?? delayMs
    if (waitMs > LONGEST_BUSY_MS) return outcome
    parts.log.warn({ fingerprint: claimed.fingerprint, wait_ms: waitMs }, 'the brokerage is busy: sending again later')
    await parts.wait(waitMs, signal)
    if (signal.aborted || isStale(parts, claimed)) return outcome
    const ending = await endingBeforeResend(parts, claimed)
    if (ending !== null) return ending
  }
  return submitted(parts, job, decision)
}

/** Why an order that the brokerage was too busy to take is not sent again; null where it is. */
async function endingBeforeResend(
  { store, now }: DecisionParts,
  claimed: Job['claimed'],
): Promise<SubmitOutcome | 'lost' | null> {
  if (await store.receiverSwitch.isOn()) {
    return { outcome: 'refused', text: `The order was not sent again: ${SWITCHED_OFF}.` }
  }
  return (await store.ledgerClaims.renew(claimed, after(now(), LEASE_MS))) ? null : 'lost'
}

function ordered(parts: DecisionParts, job: Job, order: BrokerOrder): Promise<void> {
  const orderResult = placedOrder(order, job.claimed.plan)
  return end(parts, job, { status: 'ordered', orderResult, recheckAt: firstLookAt(parts) ?? undefined })
}

/** Finds out whether there is an order, for an idea that may have one, and ends it or goes on accordingly. */
export async function settle(parts: DecisionParts, job: Job, decision: Decision): Promise<void> {
  const found = await lookUp(parts, job)
  if (found.outcome === 'found') {
    return ordered(parts, job, found.order)
  }
  if (job.signal.aborted) return handOver(parts, job)
  if (found.outcome === 'unclear') return postpone(parts, job)
  const recheckAt = after(parts.now(), RECHECK_MS)
  if (isStale(parts, job.claimed)) return fail(parts, job, STALE, recheckAt)
  const { brokerText } = job.claimed
  // Nobody has seen the brokerage's answer, so the crash came first: the one case in which an order is sent again.
  if (brokerText === null) return carryOut(parts, job, decision)
  return fail(parts, job, brokerText, recheckAt)
}

export const STALE =
  'Stale after restart or a long wait: unfinished 15 minutes after its acceptance, so it is not traded any more.'

/** `absent` only after three clear answers. */
async function lookUp(parts: DecisionParts, { claimed, signal }: Job): Promise<FindOutcome> {
  let unclear: FindOutcome | undefined
  for (const delayMs of QUERY_DELAYS_MS) {
    await parts.wait(delayMs, signal)
    const outcome = await find(parts, clientOrderIdOf(claimed.fingerprint), signal)
    if (outcome.outcome === 'found') return outcome
    if (signal.aborted) return { outcome: 'unclear', text: 'stopped' }
    if (outcome.outcome === 'unclear') unclear = outcome
  }
  return unclear ?? { outcome: 'absent' }
}

async function postpone(parts: DecisionParts, job: Job): Promise<void> {
  const { claimed } = job
  if (isStale(parts, claimed)) {
    const id = clientOrderIdOf(claimed.fingerprint)
    const error = `Outcome unknown: the brokerage did not answer. Look for ${id} at the broker.`
    return fail(parts, job, error, after(parts.now(), RECHECK_MS))
  }
  const delayMs = POSTPONED_MS[Math.min(claimed.unclearQueries, POSTPONED_MS.length - 1)] ?? RECHECK_MS
  noteLost(parts, claimed, await parts.store.ledgerClaims.postpone(claimed, after(parts.now(), delayMs)))
}

/** A brokerage adapter never throws; if one does, nobody knows what happened. */
async function submitted(parts: DecisionParts, { claimed, signal }: Job, decision: OrderDecision) {
  try {
    return await parts.broker.submit(orderOf(claimed.fingerprint, decision, claimed.plan), signal)
  } catch (error) {
    parts.log.error({ err: error, fingerprint: claimed.fingerprint }, 'the brokerage adapter failed')
    return { outcome: 'unclear', text: 'The brokerage adapter failed.' } satisfies SubmitOutcome
  }
}

export async function find(parts: DecisionParts, clientOrderId: string, signal: AbortSignal): Promise<FindOutcome> {
  try {
    return await parts.broker.find(clientOrderId, signal)
  } catch (error) {
    parts.log.error({ err: error, client_order_id: clientOrderId }, 'the brokerage adapter failed')
    return { outcome: 'unclear', text: 'The brokerage adapter failed.' }
  }
}
