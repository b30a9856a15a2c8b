/** Digests and catch-ups: what was gathered for an address becomes one message, which is then sent like any other. */
import {
  type BatchKind,
  batchKindOf,
  dailyAfter,
  dateOfKey,
  instant,
  LATEST_DIGEST_MS,
  NEVER_MS,
  nextDigest,
} from '../domain/notifications/digest.ts'
import type { Notification } from '../domain/notifications/notification-record.ts'
import { quietUntilMs } from '../domain/notifications/quiet-hours.ts'
import type { Reason } from '../domain/notifications/reason.ts'
import type { NotificationSettings } from '../domain/notifications/settings.ts'
import { summaryContent, summaryItems } from '../domain/notifications/summary.ts'
import type { Notifier } from '../operations/notifications/notifier.ts'
import { unsubscribeUrl } from '../operations/notifications/unsubscribe.ts'
import type { GatheredGroup } from '../store/deliveries.ts'
import type { Delivery } from '../store/delivery-rows.ts'
import type { Groups } from '../store/groups.ts'
import type { Store } from '../store/open.ts'

export interface DigestParts {
  readonly store: Store
  readonly notifier: Notifier
  readonly now: () => Date
  readonly newId: () => string
  readonly publicUrl: string
}

const MOST_ROWS = 500

/** One step: every address for which something gathered is due. True when there was one. */
export async function flushDigests(parts: DigestParts, signal: AbortSignal): Promise<boolean> {
  const groups = await parts.store.deliveries.dueGroups(parts.now(), MOST_ROWS)
  for (const group of groups) {
    if (signal.aborted) return false
    await parts.store.transaction((inside) => flush(inside, parts, group))
  }
  if (groups.length > 0) parts.notifier.wake()
  return groups.length > 0
}

/** Batch, marks of the members and the frozen text are one commit: after a crash there is one message or none. */
async function flush(groups: Groups, parts: DigestParts, group: GatheredGroup): Promise<void> {
  const now = parts.now()
  const settings = await groups.notificationSettings.of(group.accountId)
  const rows = await groups.deliveries.gatheredOf(group, now)
  if (!settings?.enabled) return groups.deliveries.remove(rows.map(({ id }) => id))
  const quietMs = quietUntilMs(settings.quietHours, settings.timeZone, now.getTime())
  if (quietMs !== null) return holdAll(groups, rows, Math.min(quietMs, NEVER_MS), now)
  const ready = await withoutLate(groups, group, settings, rows, now)
  const members = await wanted(groups, group.accountId, ready)
  if (members.length > 0) await addSummary(groups, parts, { group, members, now, timeZone: settings.timeZone })
}

/** A digest that falls in quiet hours goes at their end and keeps its key. */
async function holdAll({ deliveries }: Groups, rows: readonly Delivery[], untilMs: number, now: Date): Promise<void> {
  const reason: Reason = { code: 'quiet_hours', atMs: untilMs }
  for (const { id } of rows) await deliveries.change(id, { status: 'pending', dueMs: untilMs, reason }, now)
}

/** What is much too late goes with the next digest, and what came after its digest had gone with the one after. */
async function withoutLate(
  { deliveries }: Groups,
  group: GatheredGroup,
  settings: NotificationSettings,
  rows: readonly Delivery[],
  now: Date,
): Promise<Delivery[]> {
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
      await deliveries.change(row.id, { status: 'pending', dueMs: slot.dueMs, batchKey: slot.key, reason }, now)
    }
  }
  return ready
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
    // The zone or the time was changed: what is past already is not waited for.
    return after.dueMs > now.getTime() ? after : null
  }
  return isLate && kind !== 'catch_up' ? nextDigest(group, settings, now.getTime()) : null
}

interface Member {
  readonly row: Delivery
  readonly notification: Notification
}

/** What was read or deleted meanwhile, or whose rule is gone, nobody needs any more: such rows are removed. */
async function wanted(groups: Groups, accountId: string, rows: readonly Delivery[]): Promise<Member[]> {
  const ids = rows.flatMap(({ notificationId }) => notificationId ?? [])
  const known = new Map((await groups.notifications.byIds(accountId, ids)).map((it) => [it.id, it]))
  const rules = new Map<string, boolean>()
  const members: Member[] = []
  const unneeded: string[] = []
  for (const row of rows) {
    const notification = known.get(row.notificationId ?? '')
    const ruleId = notification?.alertId ?? null
    if (ruleId !== null && !rules.has(ruleId)) {
      rules.set(ruleId, (await groups.alerts.byId(accountId, ruleId)) !== undefined)
    }
    const hasRule = ruleId === null || rules.get(ruleId) === true
    if (notification && notification.readAt === null && hasRule) members.push({ row, notification })
    else unneeded.push(row.id)
  }
  await groups.deliveries.remove(unneeded)
  return members
}

interface Summary {
  readonly group: GatheredGroup
  readonly members: readonly Member[]
  readonly now: Date
  readonly timeZone: string
}

async function addSummary(
  groups: Groups,
  parts: DigestParts,
  { group, members, now, timeZone }: Summary,
): Promise<void> {
  const id = parts.newId()
  const keys = new Set(members.map(({ row }) => row.batchKey ?? ''))
  for (const key of keys) await groups.deliveries.addBatch(key, group, id, now)
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
    tradeIdea: null,
    createdAt: at,
    dueAt: at,
    timeZone,
    url: `${parts.publicUrl}/notifications?status=unread`,
    unsubscribeUrl: group.channel === 'email' ? unsubscribeUrl(link, { accountId, alertId: null, type }) : null,
    items,
    moreItems: notifications.length - items.length,
  })
  await groups.deliveries.add([
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
      batchKey: null,
      summaryId: null,
      body: body ?? '',
      redelivery: false,
      interrupted: 0,
      createdAt: at,
      updatedAt: at,
    },
  ])
  await groups.deliveries.join(
    members.map(({ row }) => row.id),
    id,
    now,
  )
}

/** Several that meet are one message under the name of the longest. */
function kindOf(keys: ReadonlySet<string>): BatchKind {
  const kinds = new Set([...keys].map(batchKindOf))
  if (kinds.has('daily')) return 'daily'
  return kinds.has('hourly') ? 'hourly' : 'catch_up'
}
