/** Digests and catch-ups: the deliveries gathered for an address become one message, sent like any other. */

import type { Reason } from '../contract/reason.ts'
import {
  type BatchKind,
  batchKindOf,
  dailyAfter,
  dateOfKey,
  instant,
  LATEST_DIGEST_MS,
  NEVER_MS,
  nextDigest,
} from '../domain/delivery/digest.ts'
import { quietUntilMs } from '../domain/delivery/quiet-hours.ts'
import { summaryContent, summaryItems } from '../domain/delivery/summary.ts'
import type { Notification } from '../domain/notification-record.ts'
import type { NotificationSettings } from '../domain/settings.ts'
import type { Notifier } from '../operations/notifier.ts'
import { unsubscribeUrl } from '../operations/settings/unsubscribe.ts'
import type { GatheredGroup } from '../store/deliveries.ts'
import type { Delivery } from '../store/delivery-rows.ts'
import type { NotificationRepositories, NotificationStore } from '../store/index.ts'

export interface DigestParts {
  readonly store: NotificationStore
  readonly notifier: Notifier
  readonly now: () => Date
  readonly newId: () => string
  readonly publicUrl: string
}

const MAX_ROWS = 500

/** One step: every address with gathered deliveries that are due. True when there was one. */
export async function flushDigests(parts: DigestParts, signal: AbortSignal): Promise<boolean> {
  const groups = await parts.store.deliveries.dueGroups(parts.now(), MAX_ROWS)
  for (const group of groups) {
    if (signal.aborted) return false
    await parts.store.transaction((inside) => flush(inside, parts, group))
  }
  if (groups.length > 0) parts.notifier.wake()
  return groups.length > 0
}

/** Batch, marks of the members and the frozen text are one commit: after a crash there is one message or none. */
async function flush(repositories: NotificationRepositories, parts: DigestParts, group: GatheredGroup): Promise<void> {
  const now = parts.now()
  const settings = await repositories.notificationSettings.of(group.accountId)
  const rows = await repositories.deliveries.gatheredOf(group, now)
  if (!settings?.enabled) return repositories.deliveries.remove(rows.map(({ id }) => id))
  const quietMs = quietUntilMs(settings.quietHours, settings.timeZone, now.getTime())
  if (quietMs !== null) return holdAll(repositories, rows, Math.min(quietMs, NEVER_MS), now)
  const { ready, gone } = await withoutLate(repositories, group, settings, rows, now)
  const members = await wanted(repositories, group.accountId, ready)
  const summary = { id: parts.newId(), group, now, timeZone: settings.timeZone }
  const own = await claimBatches(repositories, summary, members, gone)
  if (own.length > 0) await addSummary(repositories, parts, { ...summary, members: own })
}

/** A digest that falls in quiet hours goes at their end and keeps its key. */
async function holdAll(
  { deliveries }: NotificationRepositories,
  rows: readonly Delivery[],
  untilMs: number,
  now: Date,
): Promise<void> {
  const reason: Reason = { code: 'quiet_hours', atMs: untilMs }
  for (const { id } of rows) await deliveries.move(id, { event: 'held', dueMs: untilMs, reason }, now)
}

/** What is much too late goes in the next digest; what came after its digest was sent goes in the one after. */
async function withoutLate(
  { deliveries }: NotificationRepositories,
  group: GatheredGroup,
  settings: NotificationSettings,
  rows: readonly Delivery[],
  now: Date,
): Promise<{ ready: readonly Delivery[]; gone: ReadonlyMap<string, boolean> }> {
  const gone = new Map<string, boolean>()
  const ready: Delivery[] = []
  for (const row of rows) {
    const key = row.batchKey ?? ''
    const isLate = row.dueAt !== null && now.getTime() - Date.parse(row.dueAt) >= LATEST_DIGEST_MS
    if (!gone.has(key)) gone.set(key, await deliveries.hasBatch(key, group.endpointId))
    const slot = nextSlot(group, settings, { key, isLate, hasGone: gone.get(key) === true, now })
    if (!slot) ready.push(row)
    else {
      const reason: Reason = { code: 'digest', kind: slot.kind === 'daily' ? 'daily' : 'hourly', atMs: slot.dueMs }
      await deliveries.move(row.id, { event: 'held', dueMs: slot.dueMs, batchKey: slot.key, reason }, now)
    }
  }
  return { ready, gone }
}

interface Lateness {
  readonly key: string
  readonly isLate: boolean
  readonly hasGone: boolean
  readonly now: Date
}

function nextSlot(group: GatheredGroup, settings: NotificationSettings, { key, isLate, hasGone, now }: Lateness) {
  const kind = batchKindOf(key)
  if (kind === 'daily' && hasGone) {
    const after = dailyAfter(group, settings, dateOfKey(key))
    // The zone or the time was changed: a digest that is past is not waited for.
    return after.dueMs > now.getTime() ? after : null
  }
  return isLate && kind !== 'catch_up' ? nextDigest(group, settings, now.getTime()) : null
}

interface Member {
  readonly row: Delivery
  readonly notification: Notification
}

/** Removes rows whose notification was read or deleted meanwhile, or whose rule was deleted: nobody needs them. */
async function wanted(
  repositories: NotificationRepositories,
  accountId: string,
  rows: readonly Delivery[],
): Promise<Member[]> {
  const ids = rows.flatMap(({ notificationId }) => notificationId ?? [])
  const known = new Map((await repositories.notifications.byIds(accountId, ids)).map((it) => [it.id, it]))
  const rules = new Map<string, boolean>()
  const members: Member[] = []
  const unneeded: string[] = []
  for (const row of rows) {
    const notification = known.get(row.notificationId ?? '')
    const ruleId = notification?.alertId ?? null
    if (ruleId !== null && !rules.has(ruleId)) {
      rules.set(ruleId, (await repositories.alerts.byId(accountId, ruleId)) !== undefined)
    }
    const hasRule = ruleId === null || rules.get(ruleId) === true
    if (notification && notification.readAt === null && hasRule) members.push({ row, notification })
    else unneeded.push(row.id)
  }
  await repositories.deliveries.remove(unneeded)
  return members
}

/** Without the members of a batch that another process has just sent: they are in its summary, or in the next one. */
async function claimBatches(
  { deliveries }: NotificationRepositories,
  { id, group, now }: Pick<Summary, 'id' | 'group' | 'now'>,
  members: readonly Member[],
  gone: ReadonlyMap<string, boolean>,
): Promise<Member[]> {
  const taken = new Set<string>()
  for (const key of new Set(members.map(({ row }) => row.batchKey ?? ''))) {
    const isNew = await deliveries.addBatch(key, group, id, now)
    if (!isNew && gone.get(key) !== true) taken.add(key)
  }
  return members.filter(({ row }) => !taken.has(row.batchKey ?? ''))
}

interface Summary {
  readonly id: string
  readonly group: GatheredGroup
  readonly members: readonly Member[]
  readonly now: Date
  readonly timeZone: string
}

async function addSummary(
  repositories: NotificationRepositories,
  parts: DigestParts,
  { id, group, members, now, timeZone }: Summary,
): Promise<void> {
  const keys = new Set(members.map(({ row }) => row.batchKey ?? ''))
  const notifications = members.map(({ notification }) => notification)
  const at = instant(now.getTime())
  const items = summaryItems(notifications)
  const link = { box: parts.notifier.box, publicUrl: parts.publicUrl }
  const content = summaryContent(kindOf(keys), notifications)
  const { accountId } = group
  const { type } = content
  const body = parts.notifier.channels.get(group.channel)?.freeze({
    deliveryId: id,
    notificationId: notifications[0]?.id ?? id,
    seq: Math.max(...notifications.map(({ seq }) => seq)),
    content,
    programPayload: null,
    createdAt: at,
    dueAt: at,
    timeZone,
    url: `${parts.publicUrl}/notifications?status=unread`,
    unsubscribeUrl: group.channel === 'email' ? unsubscribeUrl(link, { accountId, alertId: null, type }) : null,
    items,
    moreItems: notifications.length - items.length,
  })
  await repositories.deliveries.add([
    {
      id,
      accountId: group.accountId,
      notificationId: null,
      channel: group.channel,
      endpointId: group.endpointId,
      status: 'pending',
      reason: null,
      priority: 'normal',
      dueAt: at,
      expiresAt: null,
      attempts: 0,
      handedOver: false,
      leaseOwner: null,
      leaseUntil: null,
      batchKey: null,
      summaryId: null,
      body: body ?? '',
      redelivery: false,
      interrupted: 0,
      createdAt: at,
      updatedAt: at,
    },
  ])
  await repositories.deliveries.join(
    members.map(({ row }) => row.id),
    id,
    now,
  )
}

/** Batches that meet are one message under the name of the longest period. */
function kindOf(keys: ReadonlySet<string>): BatchKind {
  const kinds = new Set([...keys].map(batchKindOf))
  if (kinds.has('daily')) return 'daily'
  return kinds.has('hourly') ? 'hourly' : 'catch_up'
}
