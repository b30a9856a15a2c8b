import type { Account } from '../../domain/accounts/account.ts'
import { allows } from '../../domain/accounts/plan.ts'
import { type AlertRule, SOURCE_CAPABILITY } from '../../domain/alerts/alert-rule.ts'
import type { IdeaSubject } from '../../domain/alerts/subject.ts'
import { cooldownCutoffMs } from '../../domain/notifications/cooldown.ts'
import { instant } from '../../domain/notifications/digest.ts'
import { inRaisingOrder, samePrintKeys } from '../../domain/notifications/event-key.ts'
import type { ChannelName, NotificationContent } from '../../domain/notifications/notification.ts'
import type { Notification } from '../../domain/notifications/notification-record.ts'
import type { Delivery } from '../../store/delivery-rows.ts'
import type { Endpoint } from '../../store/endpoints.ts'
import type { Groups } from '../../store/groups.ts'
import type { Recipient } from '../../store/notification-settings.ts'
import type { RaisingEvent } from '../../store/notifications.ts'
import type { Store } from '../../store/open.ts'
import { deliveryRows } from './delivery-drafts.ts'
import { newEndpoint } from './endpoint-parts.ts'
import type { Notifier } from './notifier.ts'

/** One thing that an account may be told of. */
export interface Trigger {
  readonly accountId: string
  /** Makes the trigger unique within the account: see `eventKeys`. */
  readonly eventKey: string
  readonly content: NotificationContent
  /** The rule that matched; it brings its channels, its own webhook address and its cooldown. */
  readonly rule?: AlertRule
  /** The idea that matched: its webhook carries the payload of the specification. */
  readonly idea?: IdeaSubject
  /** Channels in place of those of the settings; an empty list is the bell alone. */
  readonly channels?: readonly ChannelName[]
}

export type Raised =
  | { readonly raised: true; readonly notification: Notification }
  | { readonly raised: false; readonly because: 'no_account' | 'standing' | 'plan' | 'known' | 'cooldown' }

export interface RaiseParts {
  readonly store: Store
  readonly notifier: Notifier
  readonly now: () => Date
  readonly newId: () => string
  /** `{base_url}` of links. */
  readonly publicUrl: string
}

/**
 * Raises notifications, all of them or none, and wakes what sends them. The record, its place in the feed, the unread
 * count, the cooldown, the event key and every delivery with its frozen body are one commit. Results in the order of
 * the triggers.
 */
export async function raise(parts: RaiseParts, triggers: readonly Trigger[]): Promise<readonly Raised[]> {
  const results = await parts.store.transaction((groups) => raiseIn(groups, parts, triggers))
  announceRaised(parts.notifier, results)
  return results
}

/** The same inside a transaction that does more; `announceRaised` is to be called after its commit. */
export async function raiseIn(
  groups: Groups,
  parts: Omit<RaiseParts, 'store'>,
  triggers: readonly Trigger[],
): Promise<readonly Raised[]> {
  const now = parts.now()
  const results = new Map<Trigger, Raised>()
  const allowed = await admitted(groups, parts, triggers, results)
  const fired = await firedOf(groups, await freshOf(groups, allowed, results, now), results, now)
  const notifications = await record(groups, fired, now)
  const deliveries: Delivery[] = []
  const prints = await printChannels(groups, fired)
  for (const [index, each] of fired.entries()) {
    const notification = notifications[index]
    if (!notification) throw new Error('a notification was not recorded')
    await ensureEmailEndpoint(groups, parts, each.to, now)
    const rows = deliveryRows(parts, { ...each, notification, taken: prints.takenBeside(each.id), now })
    prints.note(rows)
    deliveries.push(...rows)
    results.set(each.trigger, { raised: true, notification })
  }
  await groups.deliveries.add(deliveries)
  return triggers.flatMap((trigger) => results.get(trigger) ?? [])
}

export function announceRaised(notifier: Notifier, results: readonly Raised[]): void {
  const accounts = new Set(results.flatMap((it) => (it.raised ? [it.notification.accountId] : [])))
  for (const accountId of accounts) notifier.feedChanged(accountId)
  if (accounts.size > 0) notifier.wake()
}

export interface Told extends Recipient {
  readonly endpoints: Endpoint[]
}

/** A trigger that may raise a notification, and the id that this would have. */
interface Allowed {
  readonly trigger: Trigger
  readonly to: Told
  readonly id: string
}

interface Fired extends Allowed {
  readonly triggeredMs: number
}

/** Those whose account may be told, in the order of their raising. */
async function admitted(
  groups: Groups,
  { newId }: Omit<RaiseParts, 'store'>,
  triggers: readonly Trigger[],
  results: Map<Trigger, Raised>,
): Promise<Allowed[]> {
  const known = await recipientsOf(groups, [...new Set(triggers.map(({ accountId }) => accountId))])
  const allowed: Allowed[] = []
  for (const trigger of inRaisingOrder(triggers)) {
    const to = known.get(trigger.accountId)
    const refused = to ? refusal(to.account, trigger) : 'no_account'
    if (to && !refused) allowed.push({ trigger, to, id: newId() })
    else results.set(trigger, { raised: false, because: refused ?? 'no_account' })
  }
  return allowed
}

async function recipientsOf({ notificationSettings, endpoints }: Groups, ids: readonly string[]) {
  const found = await notificationSettings.recipients(ids)
  const addresses = await endpoints.ofAccounts([...found.keys()])
  const known = new Map([...found].map(([id, it]): [string, Told] => [id, { ...it, endpoints: [] }]))
  for (const endpoint of addresses) known.get(endpoint.accountId)?.endpoints.push(endpoint)
  return known
}

function refusal({ standing, plan }: Account, { rule }: Trigger): 'standing' | 'plan' | undefined {
  if (standing !== 'good') return 'standing'
  return allows(plan, rule ? SOURCE_CAPABILITY[rule.source] : 'notifications') ? undefined : 'plan'
}

/** Those whose event was never raised: of any number that raise it at once, its row lets one through. */
async function freshOf(
  { notifications }: Groups,
  allowed: readonly Allowed[],
  results: Map<Trigger, Raised>,
  now: Date,
): Promise<Allowed[]> {
  const isNew = await notifications.addEvents(allowed.map(eventOf), now)
  for (const [index, { trigger }] of allowed.entries()) {
    if (!isNew[index]) results.set(trigger, { raised: false, because: 'known' })
  }
  return allowed.filter((_, index) => isNew[index])
}

function eventOf({ trigger: { accountId, eventKey }, id }: Allowed): RaisingEvent {
  return { accountId, eventKey, notificationId: id }
}

/** With the instant of the match. Inside a cooldown nothing is written but a counter, and the event may come again. */
async function firedOf(
  { alerts, notifications }: Groups,
  fresh: readonly Allowed[],
  results: Map<Trigger, Raised>,
  now: Date,
): Promise<Fired[]> {
  const nowMs = now.getTime()
  const matches = fresh.flatMap((each) => matchOf(each, nowMs) ?? [])
  const instants = await alerts.fire(matches, nowMs)
  const triggered = new Map(matches.map(({ id }, index) => [id, instants[index] ?? null]))
  const cooling = fresh.filter(({ id }) => triggered.get(id) === null)
  for (const { trigger } of cooling) results.set(trigger, { raised: false, because: 'cooldown' })
  await alerts.suppress(matches.filter(({ id }) => triggered.get(id) === null))
  await notifications.removeEvents(cooling.map(eventOf))
  return fresh.flatMap((each) => {
    const triggeredMs = triggered.has(each.id) ? triggered.get(each.id) : nowMs
    return triggeredMs == null ? [] : [{ ...each, triggeredMs }]
  })
}

/** Undefined for what no rule has found. */
function matchOf({ id, trigger: { rule, content } }: Allowed, nowMs: number) {
  if (!rule) return
  const cutoffMs = cooldownCutoffMs(rule.cooldownMinutes, nowMs)
  return { id, alertId: rule.id, symbol: content.symbol ?? '', cutoffMs }
}

/** The records with their places in the feeds, in the order given. */
async function record(
  { notifications, feedEvents }: Groups,
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
    return [{ ...content, details, ...ownership, createdAt: now.toISOString(), readAt: null }]
  })
  await notifications.add(records)
  const events = records.map(({ accountId, seq, id }) => ({ accountId, seq, kind: 'notification', ids: [id] }) as const)
  await feedEvents.add(events, now)
  return records
}

/** The account's own address needs nobody to enter it. */
async function ensureEmailEndpoint(
  { endpoints }: Groups,
  { notifier, newId }: Omit<RaiseParts, 'store'>,
  { account, endpoints: known }: Told,
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

/** Which channels other notifications of the same prints take already, of those stored and those about to be. */
async function printChannels({ notifications, deliveries }: Groups, fired: readonly Fired[]) {
  const asked = fired.flatMap(({ id, trigger: { accountId, eventKey } }) =>
    samePrintKeys(eventKey).map((key) => ({ id, accountId, eventKey: key })),
  )
  const found = await notifications.ofEvents(asked)
  const siblings = new Map(asked.map(({ id }, index) => [id, found[index] ?? null]))
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
