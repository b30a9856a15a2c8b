import { sha256Hex } from '../../lib/node/sha256.ts'
import { censoring } from '../../lib/text/safe-text.ts'
import type { Decision } from '../contract/decision.ts'
import { BUDGET_DAY_MS, BUDGET_MONTH_MS, budgetReason, hasBudget } from '../domain/budget.ts'
import { keptEvidence } from '../domain/evidence.ts'
import { clientOrderIdOf } from '../domain/fingerprint.ts'
import { applyGates } from '../domain/gates.ts'
import { decisionGuard, HOUR_MS, SWITCHED_OFF } from '../domain/guards.ts'
import type { Holdings } from '../domain/holdings.ts'
import { placedOrder } from '../domain/order.ts'
import { skipped } from '../domain/skip-reason.ts'
import type { DecisionOutcome } from '../ports/decider.ts'
import type { ReceiverRepositories } from '../store/index.ts'
import type { ClaimedIdea } from '../store/ledger-claims.ts'
import { readHoldings } from './before-order.ts'
import { end, fail, handOver, noteLost } from './decision-end.ts'
import { after, type DecisionParts, isStale, type Job, LEASE_MS, newLease, RENEW_EVERY_MS } from './decision-parts.ts'
import { carryOut, find, RECHECK_MS, STALE, settle } from './order.ts'
import { firstLookAt, followOrder } from './order-follow.ts'

/**
 * One idea from the ledger as far as it goes: decision, gates, intent, order, end, each committed before the next
 * begins, so that a crash at any point is gone on from. False when no idea waits, or only ideas that need a decision
 * and the tool server has no room for one: they stay queued, in order.
 */
export async function decideNext(parts: DecisionParts, signal: AbortSignal): Promise<boolean> {
  using place = await parts.room.reserve()
  const claimed = await parts.store.ledgerClaims.claim(newLease(parts), { isDecided: place === undefined })
  if (!claimed) return recheckNext(parts, signal)
  if (claimed.phase !== 'accepted') place?.[Symbol.dispose]()
  await underLease(parts, claimed, signal, (job) => workOn(parts, { ...job, place }))
  return true
}

async function workOn(parts: DecisionParts, job: Job): Promise<void> {
  const { phase, decision, attempts, fingerprint } = job.claimed
  if (attempts > 1) parts.log.info({ fingerprint, phase, attempts }, 'going on with an idea')
  // A possible order is looked up even when the idea is stale: it may exist.
  if (phase === 'submitting' && decision) return settle(parts, job, decision)
  const hasAsked = phase === 'decided' && job.claimed.approvalId !== null
  if (isStale(parts, job.claimed) && !hasAsked) return fail(parts, job, STALE)
  if (phase === 'decided' && decision) return carryOut(parts, job, decision)
  return decide(parts, job)
}

async function decide(parts: DecisionParts, job: Job): Promise<void> {
  const { claimed, signal } = job
  const { refusal, skip } = await parts.store.transaction((repositories) => allowed(parts, claimed, repositories))
  if (refusal !== null) return fail(parts, job, refusal)
  if (skip !== null) return end(parts, job, { status: 'skipped', decision: undecided(claimed.idea.symbol, skip) })
  const outcome = await requestDecision(parts, job)
  job.place?.[Symbol.dispose]()
  const { ledgerOutcomes } = parts.store
  if (outcome?.usage) logUsage(parts, claimed, outcome)
  // Before the decision, so that none is without it. What was requested in vain is evidence, too.
  if (outcome && !signal.aborted) await keepEvidence(parts, claimed, outcome)
  if (!outcome?.ok) return endWithout(parts, job, outcome)
  const decision = applyGates(outcome.decision, claimed.idea, parts.limits)
  const isWritten = await ledgerOutcomes.decided(claimed, decision, outcome.usage, parts.now())
  noteLost(parts, claimed, isWritten)
  if (!isWritten) return
  if (signal.aborted) return handOver(parts, job)
  await carryOut(parts, job, decision)
}

async function keepEvidence(
  { store, secrets, now }: DecisionParts,
  { fingerprint }: ClaimedIdea,
  { evidence = [] }: DecisionOutcome,
): Promise<void> {
  if (evidence.length === 0) return
  const kept = keptEvidence(evidence, { censor: censoring(secrets), sha256Hex })
  await store.decisionEvidence.add(fingerprint, kept, now())
}

/** The end of an idea that was given no decision. */
async function endWithout(
  parts: DecisionParts,
  job: Job,
  outcome: Extract<DecisionOutcome, { readonly ok: false }> | undefined,
): Promise<void> {
  const { claimed } = job
  if (job.signal.aborted) return handOver(parts, job)
  if (outcome === undefined) return fail(parts, job, 'The decision failed by a fault of the service: see its log.')
  await parts.store.ledgerOutcomes.noteUsage(claimed, outcome.usage)
  if (!outcome.isSkip) return fail(parts, job, outcome.error)
  return end(parts, job, { status: 'skipped', decision: undecided(claimed.idea.symbol, outcome.error) })
}

type AllowedBy = Pick<ReceiverRepositories, 'ledgerCounts' | 'decisionCosts' | 'receiverSwitch'>

/** Why no decision may be requested, which fails the idea, or what skips it; else the request is counted. */
async function allowed(
  { guards, budget, now }: DecisionParts,
  claimed: ClaimedIdea,
  { ledgerCounts, decisionCosts, receiverSwitch }: AllowedBy,
): Promise<{ readonly refusal: string | null; readonly skip: string | null }> {
  await ledgerCounts.holdCounts()
  const at = now()
  if (await receiverSwitch.isOn()) return { refusal: `Not decided: ${SWITCHED_OFF}.`, skip: null }
  const refusal = decisionGuard(await ledgerCounts.decisionsSince(after(at, -HOUR_MS)), guards)
  if (refusal !== null) return { refusal, skip: null }
  if (hasBudget(budget)) {
    const day = await decisionCosts.spentSince(after(at, -BUDGET_DAY_MS))
    const skip = budgetReason(budget, day, await decisionCosts.spentSince(after(at, -BUDGET_MONTH_MS)))
    if (skip !== null) return { refusal: null, skip }
  }
  await ledgerCounts.asking(claimed, at)
  return { refusal: null, skip: null }
}

/** The skip of an idea that no model has decided. */
function undecided(symbol: string, reason: string): Decision {
  const nothing = { symbol, notional_usd: 0, confidence: 0, risk_notes: [] }
  return skipped({ ...nothing, action: 'skip', rationale: 'No model decided.' }, reason)
}

/** A decider never throws; if one does, asking it again would cost again and end the same way. */
async function requestDecision(parts: DecisionParts, job: Job): Promise<DecisionOutcome | undefined> {
  const { claimed, signal } = job
  const { fingerprint, idea } = claimed
  try {
    const readHeld = () => shownHoldings(parts, job)
    const held = parts.showHoldings ? { held: await readHeld(), readHeld } : {}
    return await parts.decider.decide({ fingerprint, idea, limits: parts.limits, ...held }, signal)
  } catch (error) {
    parts.log.error({ err: error, fingerprint }, 'the decider failed')
    return undefined
  }
}

async function shownHoldings(parts: DecisionParts, job: Job): Promise<Holdings | null> {
  const outcome = await readHoldings(parts, job)
  if (outcome.outcome === 'read') return outcome.holdings
  parts.log.warn({ fingerprint: job.claimed.fingerprint, reason: outcome.text }, 'a model is not shown what is held')
  return null
}

function logUsage({ log }: DecisionParts, { fingerprint }: ClaimedIdea, { ok, usage }: DecisionOutcome): void {
  log.info(
    {
      fingerprint,
      ok,
      mode: usage.mode,
      provider: usage.provider,
      model: usage.model,
      prompt_version: usage.promptVersion,
      response_id: usage.responseId,
      input_tokens: usage.inputTokens,
      cached_tokens: usage.cachedTokens,
      output_tokens: usage.outputTokens,
      reasoning_tokens: usage.reasoningTokens,
      tool_calls: usage.toolCalls,
      failed_tool_calls: usage.failedToolCalls,
      ms: Math.round(usage.latencyMs),
      cost_usd: usage.estimatedCostUsd,
    },
    'decision requested',
  )
}

/** Looks at an order that is followed, or asks once more about one that seemed not to have been taken. */
async function recheckNext(parts: DecisionParts, signal: AbortSignal): Promise<boolean> {
  const { store, now, log } = parts
  const claimed = await store.ledgerClaims.claimRecheck(newLease(parts))
  if (!claimed) return false
  if (claimed.status === 'ordered') return followOrder(parts, claimed, signal)
  const { fingerprint } = claimed
  const outcome = await find(parts, clientOrderIdOf(fingerprint), signal)
  if (outcome.outcome === 'found') {
    const appeared = placedOrder(outcome.order, claimed.plan)
    await store.ledgerOutcomes.appeared(claimed, appeared, { now: now(), recheckAt: firstLookAt(parts) })
    log.warn({ fingerprint, from: 'failed', to: 'ordered' }, 'an order appeared after all')
    return true
  }
  const isOpen = outcome.outcome === 'unclear' && !isStale(parts, claimed)
  // A process that ends leaves the query to the next.
  const nextAt = signal.aborted ? now() : isOpen ? after(now(), RECHECK_MS) : null
  await store.ledgerOutcomes.recheck(claimed, nextAt)
  return true
}

/** Renews the lease while the work goes on, and aborts it when another process has taken the idea. */
async function underLease(
  parts: DecisionParts,
  claimed: ClaimedIdea,
  signal: AbortSignal,
  work: (job: Omit<Job, 'place'>) => Promise<void>,
): Promise<void> {
  const lost = new AbortController()
  const renew = async (): Promise<void> => {
    try {
      const isHeld = await parts.store.ledgerClaims.renew(claimed, after(parts.now(), LEASE_MS))
      if (!isHeld) lost.abort()
    } catch (error) {
      parts.log.warn({ err: error, fingerprint: claimed.fingerprint }, 'a lease could not be renewed')
    }
  }
  const timer = setInterval(() => void renew(), RENEW_EVERY_MS)
  try {
    await work({ claimed, signal: AbortSignal.any([signal, lost.signal]) })
  } finally {
    clearInterval(timer)
  }
}
