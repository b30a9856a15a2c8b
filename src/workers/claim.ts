/** The claim: what is due and fair is judged once more, and what may go is leased, in one transaction. */
import { channelMany } from '../domain/notifications/channels.ts'
import { type ClaimVerdict, checkAtClaim, isCounted } from '../domain/notifications/claim-checks.ts'
import { accountContent } from '../domain/notifications/contents.ts'
import { HEALTHY, roomAt } from '../domain/notifications/endpoint-health.ts'
import { eventKeys } from '../domain/notifications/event-key.ts'
import { fairPick } from '../domain/notifications/fair-pick.ts'
import type { ChannelName } from '../domain/notifications/notification.ts'
import { limitsOf, overflow } from '../domain/notifications/plan-limits.ts'
import { quietUntilMs } from '../domain/notifications/quiet-hours.ts'
import { fitnessOf } from '../operations/notifications/endpoint-parts.ts'
import { type LimitAsked, type LimitBook, limitBook } from '../operations/notifications/limit-of.ts'
import { type Raised, raiseIn } from '../operations/notifications/raise.ts'
import type { Delivery, DeliveryAttempt } from '../store/delivery-rows.ts'
import type { Endpoint } from '../store/endpoints.ts'
import type { Groups } from '../store/groups.ts'
import type { Recipient } from '../store/notification-settings.ts'
import type { DeliveryParts } from './delivery.ts'
import { MOST_AT_ENDPOINT, MOST_CLAIMS_AT_ONCE } from './flights.ts'

/** How many of the longest due a claim looks at; where those are of a few endpoints, at more, then endpoint by endpoint. */
const WINDOWS = [2 * MOST_CLAIMS_AT_ONCE, 256] as const
const MOST_ENDPOINTS = 256
/** A claimed row is somebody's for the channel's own time limit and this. */
const LEASE_MARGIN_MS = 5_000
/** While an endpoint rests, so many of its rows are put off at once. */
const MOST_PUT_OFF = MOST_CLAIMS_AT_ONCE
const HOUR_MS = 3_600_000

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
}

export async function claim(groups: Groups, parts: DeliveryParts): Promise<Claim> {
  const now = parts.now()
  const endpoints = new Map<string, Endpoint>()
  const picked = await pick(groups, parts, endpoints, now)
  const ids = [...new Set(picked.map(({ accountId }) => accountId))]
  const owners = await groups.notificationSettings.recipients(ids)
  const limits = await limitBook(groups, countedOf(picked, owners), now)
  const known: Known = { owners, endpoints, limits, admitted: new Map() }
  const toSend: Delivery[] = []
  const waiting = new Map<string, { readonly accountId: string; readonly channel: ChannelName }>()
  const underWay = new Map<string, number>()
  let moved = 0
  for (const row of picked) {
    const more = underWay.get(row.endpointId) ?? 0
    const verdict = judge(parts, known, { row, more, now })
    if (verdict.act === 'send') {
      toSend.push(row)
      underWay.set(row.endpointId, more + 1)
      if (isCounted(row)) admit(known, row)
    } else if (verdict.act !== 'later') {
      moved++
      await apply(groups, row, verdict, now)
      if (verdict.act === 'wait') waiting.set(`${row.accountId} ${row.channel}`, row)
    }
  }
  const raised = await tellOfLimits(groups, parts, known, [...waiting.values()], now)
  return { claimed: await lease(groups, parts, known, toSend, now), moved, raised }
}

/** The longest due first; where those of a few endpoints fill the window, one endpoint after the other. */
async function pick(
  { outbox, endpoints }: Groups,
  { flights }: DeliveryParts,
  known: Map<string, Endpoint>,
  now: Date,
) {
  const learn = async (rows: readonly Delivery[]) => {
    const ids = [...new Set(rows.map(({ endpointId }) => endpointId))].filter((id) => !known.has(id))
    for (const endpoint of await endpoints.byIds(ids)) known.set(endpoint.id, endpoint)
  }
  const room = flights.room((id) => roomFor(known.get(id), now))
  if (room.total <= 0) return []
  const free = (rows: readonly Delivery[]) => rows.filter(({ id }) => !flights.has(id))
  let seen: Delivery[] = []
  for (const window of WINDOWS) {
    const high = await outbox.due(now, 'high', window)
    const normal = await outbox.due(now, 'normal', window)
    seen = [...high, ...normal]
    await learn(seen)
    const picked = fairPick(free(seen), room)
    if (picked.length >= room.total || Math.max(high.length, normal.length) < window) return picked
  }
  const ids = await outbox.endpointsAfter(flights.lastEndpoint, MOST_ENDPOINTS)
  flights.lastEndpoint = ids.length < MOST_ENDPOINTS ? '' : (ids.at(-1) ?? '')
  const withRoom = ids.filter((id) => room.atEndpoint(id) > 0)
  const others = await outbox.dueOfEndpoints(withRoom, now, MOST_AT_ENDPOINT)
  await learn(others)
  const seenIds = new Set(seen.map(({ id }) => id))
  return fairPick(free([...seen, ...others.filter(({ id }) => !seenIds.has(id))]), room)
}

/** Of whom how many attempts are thought of that count against limits. */
function countedOf(picked: readonly Delivery[], owners: Known['owners']): LimitAsked[] {
  const asked = new Map<string, LimitAsked>()
  for (const row of picked) {
    const { accountId, channel } = row
    const account = owners.get(accountId)?.account
    if (!account || !isCounted(row)) continue
    const key = `${accountId} ${channel}`
    asked.set(key, { account, channel, most: (asked.get(key)?.most ?? 0) + 1 })
  }
  return [...asked.values()]
}

/** What has no endpoint any more is picked to be ended, what rests to be put off. */
function roomFor(endpoint: Endpoint | undefined, now: Date): number {
  if (!endpoint) return MOST_PUT_OFF
  const room = roomAt(endpoint.health, now.getTime(), MOST_AT_ENDPOINT)
  return room === 0 ? MOST_PUT_OFF : room
}

interface Judged {
  readonly row: Delivery
  /** Rows to the same endpoint that this claim has let through already. */
  readonly more: number
  readonly now: Date
}

function judge(parts: DeliveryParts, known: Known, { row, more, now }: Judged): ClaimVerdict {
  const owner = known.owners.get(row.accountId)
  if (!owner) return { act: 'remove' }
  const { account, settings } = owner
  const endpoint = known.endpoints.get(row.endpointId)
  return checkAtClaim({
    accountId: row.accountId,
    channel: row.channel,
    priority: row.priority,
    plan: account.plan,
    enabled: settings.enabled,
    configured: parts.notifier.channels.has(row.channel) && row.body !== '',
    endpoint: fitnessOf(account, endpoint),
    quietUntilMs: quietUntilMs(settings.quietHours, settings.timeZone, now.getTime()),
    nowMs: now.getTime(),
    inGoodStanding: account.standing === 'good',
    attempts: row.attempts,
    redelivery: row.redelivery,
    interrupted: row.interrupted + (row.leaseOwner === null ? 0 : 1),
    lastCode: row.reason?.code === 'retry' ? row.reason.error : null,
    maybeSent: row.handedOver,
    expiresMs: row.expiresAt === null ? null : Date.parse(row.expiresAt),
    isSummary: row.notificationId === null,
    limit: isCounted(row)
      ? known.limits(account, row.channel, known.admitted.get(`${row.accountId} ${row.channel}`))
      : { free: true },
    health: endpoint?.health ?? HEALTHY,
    underWay: parts.flights.atEndpoint(row.endpointId) + more,
    cap: MOST_AT_ENDPOINT,
  })
}

function admit({ admitted }: Known, { accountId, channel }: Delivery): void {
  const key = `${accountId} ${channel}`
  admitted.set(key, (admitted.get(key) ?? 0) + 1)
}

type Moving = Exclude<ClaimVerdict, { act: 'send' } | { act: 'later' }>

async function apply({ deliveries }: Groups, { id }: Delivery, verdict: Moving, now: Date): Promise<void> {
  switch (verdict.act) {
    case 'remove':
      return deliveries.remove([id])
    case 'fail':
      return void (await deliveries.change(id, { status: 'failed', dueMs: null, reason: verdict.reason }, now))
    case 'drop':
      return void (await deliveries.change(id, { status: 'throttled', dueMs: null, reason: verdict.reason }, now))
    case 'wait':
      return void (await deliveries.change(
        id,
        { status: 'throttled', dueMs: verdict.dueMs, reason: verdict.reason },
        now,
      ))
    case 'hold': {
      const { dueMs, reason, batch } = verdict
      await deliveries.change(id, { status: 'pending', dueMs, reason, batchKey: batch?.key ?? null }, now)
    }
  }
}

/** No more than the hourly limit wait, and the owner is told once in an hour. */
async function tellOfLimits(
  groups: Groups,
  parts: DeliveryParts,
  known: Known,
  waiting: readonly { readonly accountId: string; readonly channel: ChannelName }[],
  now: Date,
): Promise<readonly Raised[]> {
  const raised: Raised[] = []
  for (const { accountId, channel } of waiting) {
    const owner = known.owners.get(accountId)
    if (!owner) continue
    const limits = limitsOf(owner.account.plan, channel)
    const dropped = overflow(await groups.outbox.waitingOf(accountId, channel), limits)
    const ids = dropped.map(({ id }) => id)
    await groups.outbox.drop(ids, { code: 'limit_dropped', window: 'hour', limit: limits.hour }, now)
    const hour = Math.floor(now.getTime() / HOUR_MS)
    const content = accountContent(
      `Limit of ${channelMany(channel)} reached`,
      `Your plan sends ${limits.hour} ${channelMany(channel)} in an hour and ${limits.day} in a day. What is over that waits, or is dropped when newer ones come. Choose a digest, fewer rules, or another plan.`,
      { channel, limit_hour: limits.hour, limit_day: limits.day },
    )
    const eventKey = eventKeys.account('limit', `${channel}:${hour}`)
    raised.push(...(await raiseIn(groups, parts, [{ accountId, eventKey, content, channels: [] }])))
  }
  return raised
}

async function lease(groups: Groups, parts: DeliveryParts, known: Known, rows: readonly Delivery[], now: Date) {
  const { flights, notifier } = parts
  const timeoutMs = Math.max(0, ...rows.map(({ channel }) => notifier.channels.get(channel)?.timeoutMs ?? 0))
  const counted = new Set(rows.filter(isCounted).map(({ id }) => id))
  const until = new Date(now.getTime() + timeoutMs + LEASE_MARGIN_MS)
  const taken = await groups.outbox.lease(rows, flights.nextLease(), { now, until })
  const claimed = taken.flatMap((delivery): Claimed[] => {
    const endpoint = known.endpoints.get(delivery.endpointId)
    return endpoint ? [{ delivery, endpoint, attempt: beginning(delivery, counted.has(delivery.id), now) }] : []
  })
  await groups.deliveries.putAttempts(claimed.map(({ attempt }) => attempt))
  return claimed
}

function beginning(delivery: Delivery, counted: boolean, now: Date): DeliveryAttempt {
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
