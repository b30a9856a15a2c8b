/** The claim: the delivery policy decides again about what is due and fair; what may go is leased, in one transaction. */
import { decide, isCounted, type Verdict } from '../domain/delivery/delivery-policy.ts'
import { HEALTHY, roomAt } from '../domain/delivery/endpoint-health.ts'
import { fairPick } from '../domain/delivery/fair-pick.ts'
import { quietUntilMs } from '../domain/delivery/quiet-hours.ts'
import { type LimitBook, type LimitQuery, limitBook } from '../operations/deliveries/limit-book.ts'
import type { Raised } from '../operations/raise/trigger.ts'
import { fitnessOf } from '../operations/settings/endpoint-parts.ts'
import type { Delivery, DeliveryAttempt } from '../store/delivery-rows.ts'
import type { Endpoint } from '../store/endpoints.ts'
import type { NotificationRepositories } from '../store/index.ts'
import type { Recipient } from '../store/notification-settings.ts'
import type { DeliveryParts } from './delivery-parts.ts'
import { dropOverflow, type ThrottledChannel } from './drop-overflow.ts'
import { MAX_CLAIMS_AT_ONCE } from './in-flight-deliveries.ts'

/** How many of the longest due a claim reads; where a few endpoints fill these, it goes on endpoint by endpoint. */
const WINDOWS = [2 * MAX_CLAIMS_AT_ONCE, 256] as const
const MAX_ENDPOINTS = 256
/** A lease lasts for the time limit of the channel and this. */
const LEASE_MARGIN_MS = 5_000
/** While an endpoint cools, so many of its rows are put off at once. */
const MAX_PUT_OFF = MAX_CLAIMS_AT_ONCE

export interface Claimed {
  readonly delivery: Delivery
  readonly endpoint: Endpoint
  readonly attempt: DeliveryAttempt
}

export interface Claim {
  readonly claimed: readonly Claimed[]
  /** Rows that were moved instead of sent. */
  readonly moved: number
  readonly raised: readonly Raised[]
}

interface Known {
  readonly owners: ReadonlyMap<string, Recipient>
  readonly endpoints: Map<string, Endpoint>
  readonly limits: LimitBook
  /** Counted sends that this claim adds, by account and channel. */
  readonly admitted: Map<string, number>
  /** Rows to each endpoint that this claim has let through already. */
  readonly claimedAt: Map<string, number>
}

export async function claim(repositories: NotificationRepositories, parts: DeliveryParts): Promise<Claim> {
  const now = parts.now()
  const endpoints = new Map<string, Endpoint>()
  const picked = await pick(repositories, parts, endpoints, now)
  const ids = [...new Set(picked.map(({ accountId }) => accountId))]
  const owners = await repositories.notificationSettings.recipients(ids)
  const limits = await limitBook(repositories, countedOf(picked, owners), now)
  const known: Known = { owners, endpoints, limits, admitted: new Map(), claimedAt: new Map() }
  const toSend: Delivery[] = []
  const throttled = new Map<string, ThrottledChannel>()
  let moved = 0
  for (const row of picked) {
    const verdict = verdictOn(row, parts, known, now)
    if (verdict.act === 'later') continue
    if (verdict.act === 'send') {
      toSend.push(row)
      admit(known, row)
      continue
    }
    moved++
    if (verdict.act === 'remove') await repositories.deliveries.remove([row.id])
    else await repositories.deliveries.move(row.id, verdict, now)
    if (verdict.act === 'move' && verdict.event === 'limit_reached') throttled.set(keyOf(row), row)
  }
  const raised = await dropOverflow(repositories, parts, { owners, throttled: throttled.values(), now })
  return { claimed: await lease(repositories, parts, known, toSend, now), moved, raised }
}

/** The longest due first; where those of a few endpoints fill the window, one endpoint after the other. */
async function pick(
  { outbox, endpoints, accountLocks }: NotificationRepositories,
  { inFlight }: DeliveryParts,
  known: Map<string, Endpoint>,
  now: Date,
) {
  const learn = async (rows: readonly Delivery[]) => {
    const ids = [...new Set(rows.map(({ endpointId }) => endpointId))].filter((id) => !known.has(id))
    for (const endpoint of await endpoints.byIds(ids)) known.set(endpoint.id, endpoint)
  }
  const room = inFlight.room((id) => roomFor(known.get(id), now, inFlight.maxAtEndpoint))
  if (room.total <= 0) return []
  const mine = new Map<string, boolean>()
  /** Without the rows of accounts whose sends another process counts now: it claims them, or the next claim does. */
  const free = async (rows: readonly Delivery[]) => {
    const unknown = [...new Set(rows.map(({ accountId }) => accountId))].filter((id) => !mine.has(id))
    const locked = await accountLocks.freeSends(unknown)
    for (const id of unknown) mine.set(id, locked.has(id))
    return rows.filter(({ id, accountId }) => mine.get(accountId) === true && !inFlight.has(id))
  }
  let seen: Delivery[] = []
  for (const window of WINDOWS) {
    const high = await outbox.due(now, 'high', window)
    const normal = await outbox.due(now, 'normal', window)
    seen = [...high, ...normal]
    await learn(seen)
    const picked = fairPick(await free(seen), room)
    if (picked.length >= room.total || Math.max(high.length, normal.length) < window) return picked
  }
  const ids = await outbox.endpointsAfter(inFlight.lastEndpoint, MAX_ENDPOINTS)
  inFlight.lastEndpoint = ids.length < MAX_ENDPOINTS ? '' : (ids.at(-1) ?? '')
  const withRoom = ids.filter((id) => room.atEndpoint(id) > 0)
  const others = await outbox.dueOfEndpoints(withRoom, now, inFlight.maxAtEndpoint)
  await learn(others)
  const seenIds = new Set(seen.map(({ id }) => id))
  return fairPick(await free([...seen, ...others.filter(({ id }) => !seenIds.has(id))]), room)
}

/** For each account and channel how many of the picked attempts count against its limits. */
function countedOf(picked: readonly Delivery[], owners: Known['owners']): LimitQuery[] {
  const queries = new Map<string, LimitQuery>()
  for (const row of picked) {
    const { accountId, channel } = row
    const account = owners.get(accountId)?.account
    if (!account || !isCounted(row)) continue
    const key = keyOf(row)
    queries.set(key, { account, channel, count: (queries.get(key)?.count ?? 0) + 1 })
  }
  return [...queries.values()]
}

/** Rows without an endpoint are picked to be ended, those of a cooling one to be put off. */
function roomFor(endpoint: Endpoint | undefined, now: Date, maxAtEndpoint: number): number {
  if (!endpoint) return MAX_PUT_OFF
  const room = roomAt(endpoint.health, now.getTime(), maxAtEndpoint)
  return room === 0 ? MAX_PUT_OFF : room
}

function verdictOn(row: Delivery, { notifier, inFlight }: DeliveryParts, known: Known, now: Date): Verdict {
  const owner = known.owners.get(row.accountId)
  if (!owner) return { act: 'remove' }
  const { account, settings } = owner
  const endpoint = known.endpoints.get(row.endpointId)
  return decide('claim', {
    ...AT_CLAIM,
    accountId: row.accountId,
    channel: row.channel,
    priority: row.priority,
    plan: account.plan,
    suspended: account.status !== 'good',
    enabled: settings.enabled,
    configured: notifier.channels.has(row.channel) && row.body !== '',
    endpoint: fitnessOf(account, endpoint),
    digest: settings,
    quietUntilMs: quietUntilMs(settings.quietHours, settings.timeZone, now.getTime()),
    nowMs: now.getTime(),
    attempts: row.attempts,
    redelivery: row.redelivery,
    interrupted: row.interrupted + (row.leaseOwner === null ? 0 : 1),
    lastCode: row.reason?.code === 'retry' ? row.reason.error : null,
    maybeSent: row.handedOver,
    expiresMs: row.expiresAt === null ? null : Date.parse(row.expiresAt),
    isSummary: row.notificationId === null,
    limit: isCounted(row) ? known.limits(account, row.channel, known.admitted.get(keyOf(row))) : { free: true },
    health: endpoint?.health ?? HEALTHY,
    inFlight: inFlight.atEndpoint(row.endpointId) + (known.claimedAt.get(row.endpointId) ?? 0),
    maxInFlight: inFlight.maxAtEndpoint,
  })
}

/** Facts that were decided when the delivery was raised. */
const AT_CLAIM = { chosen: true, taken: false, testVerifies: false } as const

function admit({ admitted, claimedAt }: Known, row: Delivery): void {
  add(claimedAt, row.endpointId)
  if (isCounted(row)) add(admitted, keyOf(row))
}

async function lease(
  repositories: NotificationRepositories,
  parts: DeliveryParts,
  known: Known,
  rows: readonly Delivery[],
  now: Date,
) {
  const { inFlight, notifier } = parts
  const timeoutMs = Math.max(0, ...rows.map(({ channel }) => notifier.channels.get(channel)?.timeoutMs ?? 0))
  const counted = new Set(rows.filter(isCounted).map(({ id }) => id))
  const until = new Date(now.getTime() + timeoutMs + LEASE_MARGIN_MS)
  const leased = await repositories.outbox.lease(rows, inFlight.nextLease(), { now, until })
  const claimed = leased.flatMap((delivery): Claimed[] => {
    const endpoint = known.endpoints.get(delivery.endpointId)
    return endpoint ? [{ delivery, endpoint, attempt: newAttempt(delivery, counted.has(delivery.id), now) }] : []
  })
  await repositories.deliveries.putAttempts(claimed.map(({ attempt }) => attempt))
  return claimed
}

function newAttempt(delivery: Delivery, counted: boolean, now: Date): DeliveryAttempt {
  const { id, attempts, redelivery, accountId, channel } = delivery
  return {
    deliveryId: id,
    n: attempts,
    cause: redelivery ? 'manual' : 'auto',
    counted,
    accountId,
    channel,
    startedAt: now.toISOString(),
    ms: null,
    outcome: null,
    httpStatus: null,
    errorCode: null,
    responseHead: null,
  }
}

function keyOf({ accountId, channel }: ThrottledChannel): string {
  return `${accountId} ${channel}`
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
