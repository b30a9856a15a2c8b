import type { Account } from '../../../accounts/domain/account.ts'
import { allows } from '../../../accounts/domain/plan.ts'
import { cooldownCutoffMs } from '../../domain/cooldown.ts'
import { instant } from '../../domain/delivery/digest.ts'
import { inRaisingOrder, samePrintKeys } from '../../domain/event-key.ts'
import type { ChannelName } from '../../domain/notification.ts'
import type { Notification } from '../../domain/notification-record.ts'
import type { Delivery } from '../../store/delivery-rows.ts'
import type { NotificationRepositories } from '../../store/index.ts'
import type { RaisingEvent } from '../../store/notifications.ts'
import type { Notifier } from '../notifier.ts'
import { newEndpoint } from '../settings/endpoint-parts.ts'
import { deliveryRows } from './delivery-rows.ts'
import type { Raised, RaiseInParts, RaiseParts, RecipientWithEndpoints, Trigger } from './trigger.ts'
import { type Allowed, withGroups } from './trigger-groups.ts'

/**
 * Raises notifications, all of them or none, and wakes the dispatcher. The record, its place in the feed, the unread
 * count, the cooldown, the event key and every delivery with its frozen body are one commit. Results in the order of
 * the triggers.
 */
export async function raise(parts: RaiseParts, triggers: readonly Trigger[]): Promise<readonly Raised[]> {
  const results = await parts.store.transaction((repositories) => raiseIn(repositories, parts, triggers), 'hot')
  announceRaised(parts.notifier, results)
  return results
}

/** `raise` inside a transaction that does more; call `announceRaised` after its commit. */
export async function raiseIn(
  repositories: NotificationRepositories,
  parts: RaiseInParts,
  triggers: readonly Trigger[],
): Promise<readonly Raised[]> {
  const now = parts.now()
  const results = new Map<Trigger, Raised>()
  await repositories.accountLocks.feeds([...new Set(triggers.map(({ accountId }) => accountId))])
  const allowed = await allowedOf(repositories, parts, triggers, results, now)
  const fresh = await freshOf(repositories, allowed, results, now)
  const fired = await firedOf(repositories, await withGroups(repositories, fresh, results, now), results, now)
  const notifications = await record(repositories, fired, now)
  const deliveries: Delivery[] = []
  const prints = await printChannels(repositories, fired)
  for (const [index, each] of fired.entries()) {
    const notification = notifications[index]
    if (!notification) throw new Error('a notification was not recorded')
    await ensureEmailEndpoint(repositories, parts, each.to, now)
    const rows = deliveryRows(parts, { ...each, notification, taken: prints.takenBeside(each.id), now })
    prints.note(rows)
    deliveries.push(...rows)
    results.set(each.origin, { raised: true, notification })
  }
  await repositories.deliveries.add(deliveries)
  return triggers.flatMap((trigger) => results.get(trigger) ?? [])
}

export function announceRaised(notifier: Notifier, results: readonly Raised[]): void {
  const changed = results.flatMap((it) => ('notification' in it && it.notification ? [it.notification.accountId] : []))
  for (const accountId of new Set(changed)) notifier.feedChanged(accountId)
  if (results.some(({ raised }) => raised)) notifier.wake()
}

interface Fired extends Allowed {
  readonly triggeredMs: number
}

/** The triggers whose account may be notified, in the order in which they are raised. */
async function allowedOf(
  repositories: NotificationRepositories,
  { newId }: RaiseInParts,
  triggers: readonly Trigger[],
  results: Map<Trigger, Raised>,
  now: Date,
): Promise<Allowed[]> {
  const ruleIds = new Set(triggers.flatMap(({ rule }) => (rule ? [rule.id] : [])))
  const snoozed = await repositories.alerts.snoozed([...ruleIds], now)
  const known = await recipientsOf(repositories, [...new Set(triggers.map(({ accountId }) => accountId))])
  const allowed: Allowed[] = []
  for (const trigger of inRaisingOrder(triggers)) {
    const to = known.get(trigger.accountId)
    const refused = to ? refusal(to.account, trigger, snoozed) : 'no_account'
    if (to && !refused) allowed.push({ trigger, origin: trigger, to, id: newId() })
    else results.set(trigger, { raised: false, because: refused ?? 'no_account' })
  }
  return allowed
}

async function recipientsOf({ notificationSettings, endpoints }: NotificationRepositories, ids: readonly string[]) {
  const found = await notificationSettings.recipients(ids)
  const addresses = await endpoints.ofAccounts([...found.keys()])
  const known = new Map([...found].map(([id, it]): [string, RecipientWithEndpoints] => [id, { ...it, endpoints: [] }]))
  for (const endpoint of addresses) known.get(endpoint.accountId)?.endpoints.push(endpoint)
  return known
}

function refusal(
  { status: standing, plan }: Account,
  { rule }: Trigger,
  snoozed: ReadonlySet<string>,
): 'suspended' | 'plan' | 'snoozed' | undefined {
  if (standing !== 'good') return 'suspended'
  if (!allows(plan, rule?.capability ?? 'notifications')) return 'plan'
  return rule && snoozed.has(rule.id) ? 'snoozed' : undefined
}

/** The triggers whose event was never raised: the row of the event lets one of any number of concurrent ones through. */
async function freshOf(
  { notifications }: NotificationRepositories,
  allowed: readonly Allowed[],
  results: Map<Trigger, Raised>,
  now: Date,
): Promise<Allowed[]> {
  const isNew = await notifications.addEvents(allowed.map(eventOf), now)
  for (const [index, { origin }] of allowed.entries()) {
    if (!isNew[index]) results.set(origin, { raised: false, because: 'known' })
  }
  return allowed.filter((_, index) => isNew[index])
}

function eventOf({ trigger: { accountId, eventKey }, id }: Allowed): RaisingEvent {
  return { accountId, eventKey, notificationId: id }
}

/** Adds the instant of the match. Inside a cooldown only a counter is written, and the event may be raised later. */
async function firedOf(
  { cooldowns, notifications }: NotificationRepositories,
  fresh: readonly Allowed[],
  results: Map<Trigger, Raised>,
  now: Date,
): Promise<Fired[]> {
  const nowMs = now.getTime()
  const matches = fresh.flatMap((each) => matchOf(each, nowMs) ?? [])
  const instants = await cooldowns.fire(matches, nowMs)
  const triggered = new Map(matches.map(({ id }, index) => [id, instants[index] ?? null]))
  const cooling = fresh.filter(({ id }) => triggered.get(id) === null)
  const suppressed = matches.filter(({ id }) => triggered.get(id) === null).map((match) => ({ ...match, count: 1 }))
  const firedMs = await cooldowns.suppress(suppressed)
  for (const [index, { origin }] of cooling.entries()) {
    results.set(origin, { raised: false, because: 'cooldown', firedMs: firedMs[index] ?? 0 })
  }
  await notifications.removeEvents(cooling.map(eventOf))
  return fresh.flatMap((each) => {
    const triggeredMs = triggered.has(each.id) ? triggered.get(each.id) : nowMs
    return triggeredMs == null ? [] : [{ ...each, triggeredMs }]
  })
}

/** Undefined for a trigger without a rule. */
function matchOf({ id, trigger: { rule, content } }: Allowed, nowMs: number) {
  if (!rule) return
  const cutoffMs = cooldownCutoffMs(rule.cooldownMinutes, nowMs)
  return { id, alertId: rule.id, symbol: content.symbol ?? '', cutoffMs }
}

/** The records with their places in the feeds, in the order given. */
async function record(
  { notifications, feedEvents }: NotificationRepositories,
  fired: readonly Fired[],
  now: Date,
): Promise<Notification[]> {
  const heads = await feedEvents.advance(fired.map(({ trigger: { accountId } }) => ({ accountId, unreadBy: 1 })))
  const records = fired.flatMap(({ trigger, id, triggeredMs }, index): Notification[] => {
    const { accountId, content, rule } = trigger
    const head = heads[index]
    if (!head) throw new Error('a feed did not move')
    const details = { ...content.details, triggered_at: instant(triggeredMs) }
    const ownership = { id, accountId, seq: head.seq, alertId: rule?.id ?? null }
    return [{ ...content, details, ...ownership, createdAt: now.toISOString(), readAt: null, archivedAt: null }]
  })
  await notifications.add(records)
  const events = records.map(({ accountId, seq, id }) => ({ accountId, seq, kind: 'notification', ids: [id] }) as const)
  await feedEvents.add(events, now)
  return records
}

/** Nobody has to enter the account's own address. */
async function ensureEmailEndpoint(
  { endpoints }: NotificationRepositories,
  { notifier, newId }: RaiseInParts,
  { account, endpoints: known }: RecipientWithEndpoints,
  at: Date,
): Promise<void> {
  if (known.some(({ channel }) => channel === 'email')) return
  const endpoint = newEndpoint(notifier.box, {
    id: newId(),
    accountId: account.id,
    channel: 'email',
    address: account.email,
    label: account.email,
    verified: true,
    at,
  })
  await endpoints.put(endpoint)
  known.push(endpoint)
}

/** The channels to which other notifications of the same prints go, both stored ones and those of this call. */
async function printChannels({ notifications, deliveries }: NotificationRepositories, fired: readonly Fired[]) {
  const queries = fired.flatMap(({ id, trigger: { accountId, eventKey } }) =>
    samePrintKeys(eventKey).map((key) => ({ id, accountId, eventKey: key })),
  )
  const found = await notifications.ofEvents(queries)
  const siblings = new Map(queries.map(({ id }, index) => [id, found[index] ?? null]))
  const channels = new Map<string, Set<ChannelName>>()
  const note = (rows: readonly Delivery[]) => {
    for (const { notificationId, channel } of rows) {
      if (notificationId === null) continue
      channels.set(notificationId, (channels.get(notificationId) ?? new Set()).add(channel))
    }
  }
  note(await deliveries.ofNotifications([...siblings.values()].flatMap((id) => id ?? [])))
  return { note, takenBeside: (id: string) => channels.get(siblings.get(id) ?? '') ?? new Set<ChannelName>() }
}
