/** What is asked again before each attempt, since plans, settings, addresses and the clock have moved on meanwhile. */
import { isForPeople, planHasChannel } from './channels.ts'
import type { BatchSlot } from './digest.ts'
import { type EndpointHealth, roomAt } from './endpoint-health.ts'
import { type DeliveryFacts, held, unfit } from './first-state.ts'
import { type LimitVerdict, LONGEST_WAIT_MS } from './plan-limits.ts'
import type { Reason } from './reason.ts'
import { mostAttempts, triesOf } from './retry.ts'

export interface ClaimFacts
  extends Pick<
    DeliveryFacts,
    'accountId' | 'channel' | 'priority' | 'plan' | 'enabled' | 'configured' | 'endpoint' | 'quietUntilMs' | 'nowMs'
  > {
  /** The account's standing is good. */
  readonly inGoodStanding: boolean
  /** Attempts so far. */
  readonly attempts: number
  /** How many of the attempts ended with the process that made them. */
  readonly interrupted: number
  /** Its owner asked for one attempt more, which counts like a first one. */
  readonly redelivery: boolean
  /** The code of the last failure; null before the first. */
  readonly lastCode: string | null
  /** The service stopped while an SMS was being handed over. */
  readonly maybeSent: boolean
  readonly expiresMs: number | null
  /** A summary of several: it was held already, and its members were chosen. */
  readonly isSummary: boolean
  readonly limit: LimitVerdict
  readonly health: EndpointHealth
  /** Deliveries to the endpoint that are under way. */
  readonly underWay: number
  readonly cap: number
}

export type ClaimVerdict =
  | { readonly act: 'send' }
  | { readonly act: 'remove' }
  | { readonly act: 'fail'; readonly reason: Reason }
  | { readonly act: 'hold'; readonly dueMs: number; readonly batch: BatchSlot | null; readonly reason: Reason }
  | { readonly act: 'wait'; readonly dueMs: number; readonly reason: Reason }
  | { readonly act: 'drop'; readonly reason: Reason }
  /** Another is under way where one probe is allowed, or as many as the cap: nothing changes. */
  | { readonly act: 'later' }

type Check = (facts: ClaimFacts) => ClaimVerdict | null

const fail = (reason: Reason): ClaimVerdict => ({ act: 'fail', reason })

const switchedOff: Check = ({ enabled, attempts }) => (enabled || attempts > 0 ? null : { act: 'remove' })
const standing: Check = ({ inGoodStanding }) => (inGoodStanding ? null : fail({ code: 'standing' }))
const plan: Check = ({ plan: owned, channel }) =>
  planHasChannel(owned, channel) ? null : fail({ code: 'plan', channel })
const configured: Check = ({ configured: is, channel }) => (is ? null : fail({ code: 'not_configured', channel }))
const endpoint: Check = ({ endpoint: fitness, channel }) =>
  fitness === 'usable' ? null : fail(unfit(fitness, channel))
const unclear: Check = ({ maybeSent }) => (maybeSent ? fail({ code: 'outcome_unknown' }) : null)
const expiry: Check = ({ expiresMs, nowMs }) => {
  return expiresMs !== null && nowMs >= expiresMs ? fail({ code: 'expired' }) : null
}
const usedUp: Check = ({ attempts, interrupted, redelivery, lastCode }) => {
  const tries = triesOf({ attempts, interrupted })
  if (redelivery || tries < mostAttempts(lastCode ?? '')) return null
  return fail({ code: 'gave_up', error: lastCode ?? 'interrupted', attempts: tries })
}
const quiet: Check = (facts) => {
  if (facts.priority === 'high' || facts.quietUntilMs === null) return null
  const first = held(facts, facts.quietUntilMs)
  if (first.row !== 'pending' || !first.reason) return null
  // What was tried already goes on by itself: a summary of one half-sent message would repeat it.
  const batch = facts.attempts === 0 && !facts.isSummary && isForPeople(facts.channel) ? first.batch : null
  return { act: 'hold', dueMs: first.dueMs, batch, reason: first.reason }
}
const limit: Check = ({ limit: verdict, attempts, redelivery, nowMs }) => {
  if (!isCounted({ attempts, redelivery }) || verdict.free) return null
  const { window, limit: most, freeAtMs } = verdict
  if (freeAtMs - nowMs > LONGEST_WAIT_MS) return { act: 'drop', reason: { code: 'limit_dropped', window, limit: most } }
  return { act: 'wait', dueMs: freeAtMs, reason: { code: 'limit', window, limit: most, atMs: freeAtMs } }
}
const breaker: Check = ({ health, underWay, cap, nowMs }) => {
  if (roomAt(health, nowMs, cap) > underWay) return null
  const { openUntilMs, failures } = health
  if (health.state !== 'cooling' || openUntilMs === null || openUntilMs <= nowMs) return { act: 'later' }
  return { act: 'hold', dueMs: openUntilMs, batch: null, reason: { code: 'cooling', failures, atMs: openUntilMs } }
}

/** In the order of the design. */
const CHECKS: readonly Check[] = [
  switchedOff,
  standing,
  plan,
  configured,
  endpoint,
  unclear,
  expiry,
  usedUp,
  quiet,
  limit,
  breaker,
]

/** What counts against the limits of the plan; retries are free. */
export function isCounted({ attempts, redelivery }: Pick<ClaimFacts, 'attempts' | 'redelivery'>): boolean {
  return attempts === 0 || redelivery
}

export function checkAtClaim(facts: ClaimFacts): ClaimVerdict {
  for (const check of CHECKS) {
    const verdict = check(facts)
    if (verdict) return verdict
  }
  return { act: 'send' }
}
