/**
 * May this delivery go now? One ordered list of checks decides it when a notification is raised, at every claim (plans,
 * settings, addresses and the clock have changed since), and for sends on request. The first check that objects decides.
 */
import type { Plan } from '../../../accounts/domain/plan.ts'
import type { Reason } from '../../contract/reason.ts'
import type { ChannelName, Priority } from '../notification.ts'
import { isForPeople, planHasChannel } from './channels.ts'
import { type DeliveryMove, type DeliveryStatus, statusAfter } from './delivery-state.ts'
import { catchUp, type DigestSettings, NEVER_MS, nextDigest } from './digest.ts'
import { type EndpointHealth, HEALTHY, roomAt } from './endpoint-health.ts'
import { type LimitVerdict, MAX_THROTTLED_MS } from './plan-limits.ts'
import { maxAttempts, triesOf } from './retry.ts'
import type { Stage } from './stage.ts'

/** `missing` where no address was ever given. */
export type EndpointFitness = 'usable' | 'missing' | 'unverified' | 'disabled'

export interface DeliveryFacts {
  readonly accountId: string
  readonly channel: ChannelName
  readonly priority: Priority
  readonly plan: Plan
  /** The account is suspended. */
  readonly suspended: boolean
  /** The master switch of the account's settings. */
  readonly enabled: boolean
  /** The rule's channels where it names some, else the account's. */
  readonly chosen: boolean
  /** Whether the server has the channel's settings. */
  readonly configured: boolean
  readonly endpoint: EndpointFitness
  /** A successful test verifies an address of this channel. */
  readonly testVerifies: boolean
  /** Another notification of the same print already goes to this channel. */
  readonly taken: boolean
  readonly digest: DigestSettings
  /** End of the present quiet hours; null outside of them. */
  readonly quietUntilMs: number | null
  readonly nowMs: number
  /** Attempts so far. */
  readonly attempts: number
  /** How many of the attempts ended with the process that made them. */
  readonly interrupted: number
  /** Its owner requested one more attempt, which counts like a first one. */
  readonly redelivery: boolean
  /** The code of the last failure; null before the first. */
  readonly lastCode: string | null
  /** The service stopped while an SMS was being handed over. */
  readonly maybeSent: boolean
  readonly expiresMs: number | null
  /** A summary of several: quiet hours or a digest held its members already. */
  readonly isSummary: boolean
  readonly limit: LimitVerdict
  readonly health: EndpointHealth
  /** Deliveries to the endpoint that are in flight. */
  readonly inFlight: number
  readonly maxInFlight: number
}

/** The facts of a delivery before its first attempt that do not depend on its account or channel. */
export const UNTRIED = {
  priority: 'normal',
  suspended: false,
  enabled: true,
  chosen: true,
  configured: true,
  testVerifies: false,
  taken: false,
  digest: { frequency: 'realtime', timeZone: 'UTC', digestTime: '00:00' },
  quietUntilMs: null,
  attempts: 0,
  interrupted: 0,
  redelivery: false,
  lastCode: null,
  maybeSent: false,
  expiresMs: null,
  isSummary: false,
  limit: { free: true },
  health: HEALTHY,
  inFlight: 0,
  maxInFlight: Number.POSITIVE_INFINITY,
} as const satisfies Partial<DeliveryFacts>

export type Verdict =
  | { readonly act: 'send' }
  /** Nobody needs it: there is no row, or the row goes. */
  | { readonly act: 'remove' }
  /** As many are in flight to the endpoint as it may have: nothing changes. */
  | { readonly act: 'later' }
  | ({ readonly act: 'move' } & DeliveryMove)

interface Check {
  readonly name: string
  readonly at: readonly Stage[]
  /** Null where the check has no objection. */
  readonly verdict: (facts: DeliveryFacts) => Verdict | null
}

const SEND: Verdict = { act: 'send' }
const REMOVE: Verdict = { act: 'remove' }
const LATER: Verdict = { act: 'later' }

const EVERYWHERE: readonly Stage[] = ['raise', 'claim', 'redelivery', 'test', 'verification']
const REQUESTED: readonly Stage[] = ['redelivery', 'test', 'verification']

/** The order decides which reason an owner reads where several apply. */
export const CHECKS: readonly Check[] = [
  {
    name: 'switched off',
    at: ['raise', 'claim'],
    // A delivery that was tried is finished: the peer may have it already.
    verdict: ({ enabled, attempts }) => (enabled || attempts > 0 ? null : REMOVE),
  },
  { name: 'not chosen', at: ['raise'], verdict: ({ chosen }) => (chosen ? null : REMOVE) },
  {
    name: 'suspended',
    at: EVERYWHERE,
    verdict: ({ suspended }) => (suspended ? fail({ code: 'standing' }) : null),
  },
  {
    name: 'plan',
    at: EVERYWHERE,
    verdict: ({ plan, channel }) => (planHasChannel(plan, channel) ? null : fail({ code: 'plan', channel })),
  },
  {
    name: 'not configured',
    at: EVERYWHERE,
    verdict: ({ configured, channel }) => (configured ? null : fail({ code: 'not_configured', channel })),
  },
  {
    name: 'endpoint',
    at: ['raise', 'claim', 'redelivery'],
    verdict: ({ endpoint, channel }) => (endpoint === 'usable' ? null : fail(unfit(endpoint, channel))),
  },
  {
    name: 'endpoint to test',
    at: ['test'],
    // A test is how a disabled address is enabled again, and how a URL is verified.
    verdict: ({ endpoint, channel, testVerifies }) =>
      endpoint === 'missing' || (endpoint === 'unverified' && !testVerifies) ? fail(unfit(endpoint, channel)) : null,
  },
  { name: 'same print', at: ['raise'], verdict: ({ taken }) => (taken ? REMOVE : null) },
  {
    name: 'may have been sent',
    at: ['claim'],
    verdict: ({ maybeSent }) => (maybeSent ? fail({ code: 'outcome_unknown' }) : null),
  },
  {
    name: 'expired',
    at: ['claim'],
    verdict: ({ expiresMs, nowMs }) => (expiresMs !== null && nowMs >= expiresMs ? fail({ code: 'expired' }) : null),
  },
  { name: 'attempts used up', at: ['claim'], verdict: usedUp },
  { name: 'digest', at: ['raise'], verdict: inDigest },
  { name: 'quiet hours', at: ['raise', 'claim'], verdict: inQuietHours },
  { name: 'limit of the plan', at: ['claim', ...REQUESTED], verdict: overLimit },
  { name: 'endpoint cooling or busy', at: ['claim'], verdict: withoutRoom },
]

const AT_STAGE: Readonly<Record<Stage, readonly Check[]>> = {
  raise: checksAt('raise'),
  claim: checksAt('claim'),
  redelivery: checksAt('redelivery'),
  test: checksAt('test'),
  verification: checksAt('verification'),
}

function checksAt(stage: Stage): readonly Check[] {
  return CHECKS.filter(({ at }) => at.includes(stage))
}

export function decide(stage: Stage, facts: DeliveryFacts): Verdict {
  for (const { verdict } of AT_STAGE[stage]) {
    const objection = verdict(facts)
    if (objection) return objection
  }
  return SEND
}

export interface FirstState {
  readonly status: DeliveryStatus
  readonly dueMs: number | null
  readonly batchKey: string | null
  readonly reason: Reason | null
}

/** The state in which a raised notification begins on a channel; null where it does not take that channel. */
export function firstState(facts: DeliveryFacts): FirstState | null {
  const verdict = decide('raise', facts)
  if (verdict.act === 'remove') return null
  if (verdict.act !== 'move') return { status: 'pending', dueMs: facts.nowMs, batchKey: null, reason: null }
  const { event, dueMs, batchKey = null, reason } = verdict
  return { status: statusAfter(event), dueMs, batchKey, reason }
}

/** Whether an attempt counts against the limits of the plan: retries are free. */
export function isCounted({ attempts, redelivery }: Pick<DeliveryFacts, 'attempts' | 'redelivery'>): boolean {
  return attempts === 0 || redelivery
}

function usedUp({ attempts, interrupted, redelivery, lastCode }: DeliveryFacts): Verdict | null {
  const tries = triesOf({ attempts, interrupted })
  if (redelivery || tries < maxAttempts(lastCode ?? '')) return null
  return fail({ code: 'gave_up', error: lastCode ?? 'interrupted', attempts: tries })
}

function inDigest(facts: DeliveryFacts): Verdict | null {
  const { channel, priority, digest, nowMs } = facts
  if (priority === 'high' || !isForPeople(channel)) return null
  const batch = nextDigest(facts, digest, nowMs)
  if (!batch) return null
  const { key, dueMs } = batch
  return hold(dueMs, key, { code: 'digest', kind: batch.kind === 'daily' ? 'daily' : 'hourly', atMs: dueMs })
}

/** Until their end: people get one summary of what was held, programs each message. */
function inQuietHours(facts: DeliveryFacts): Verdict | null {
  const { channel, priority, quietUntilMs, attempts, isSummary } = facts
  if (priority === 'high' || quietUntilMs === null) return null
  const untilMs = Math.min(quietUntilMs, NEVER_MS)
  // A delivery that was tried stays on its own: a summary would repeat a message that may have arrived.
  const gathers = isForPeople(channel) && attempts === 0 && !isSummary
  return hold(untilMs, gathers ? catchUp(facts, untilMs).key : null, { code: 'quiet_hours', atMs: untilMs })
}

function overLimit({ limit: verdict, attempts, redelivery, nowMs }: DeliveryFacts): Verdict | null {
  if (verdict.free || !isCounted({ attempts, redelivery })) return null
  const { window, limit, freeAtMs } = verdict
  if (freeAtMs - nowMs > MAX_THROTTLED_MS) {
    return { act: 'move', event: 'dropped', dueMs: null, reason: { code: 'limit_dropped', window, limit } }
  }
  const reason: Reason = { code: 'limit', window, limit, atMs: freeAtMs }
  return { act: 'move', event: 'limit_reached', dueMs: freeAtMs, reason }
}

function withoutRoom({ health, inFlight, maxInFlight, nowMs }: DeliveryFacts): Verdict | null {
  if (roomAt(health, nowMs, maxInFlight) > inFlight) return null
  const { openUntilMs, failures } = health
  if (health.state !== 'cooling' || openUntilMs === null || openUntilMs <= nowMs) return LATER
  return hold(openUntilMs, null, { code: 'cooling', failures, atMs: openUntilMs })
}

function fail(reason: Reason): Verdict {
  return { act: 'move', event: 'gave_up', dueMs: null, reason }
}

function hold(dueMs: number, batchKey: string | null, reason: Reason): Verdict {
  return { act: 'move', event: 'held', dueMs, batchKey, reason }
}

function unfit(endpoint: EndpointFitness, channel: ChannelName): Reason {
  if (endpoint === 'disabled') return { code: 'endpoint_disabled' }
  return { code: endpoint === 'missing' ? 'no_address' : 'not_verified', channel }
}
