import type { Account } from '../../domain/accounts/account.ts'
import { allows } from '../../domain/accounts/plan.ts'
import { type AlertRule, SOURCE_CAPABILITY } from '../../domain/alerts/alert-rule.ts'
import type { IdeaSubject } from '../../domain/alerts/subject.ts'
import { CHANNELS } from '../../domain/notifications/channels.ts'
import { ideaPayload } from '../../domain/notifications/contents.ts'
import { cooldownCutoffMs } from '../../domain/notifications/cooldown.ts'
import { instant } from '../../domain/notifications/digest.ts'
import { inRaisingOrder, samePrintKeys } from '../../domain/notifications/event-key.ts'
import { type FirstState, firstState } from '../../domain/notifications/first-state.ts'
import { ideaExpiryMs } from '../../domain/notifications/idea-expiry.ts'
import type { ChannelName, NotificationContent } from '../../domain/notifications/notification.ts'
import type { Notification } from '../../domain/notifications/notification-record.ts'
import { quietUntilMs } from '../../domain/notifications/quiet-hours.ts'
import type { TradeIdea } from '../../domain/trade-ideas/trade-idea.ts'
import type { ChannelMessage } from '../../ports/channel.ts'
import type { Delivery } from '../../store/delivery-rows.ts'
import type { Endpoint } from '../../store/endpoints.ts'
import type { Groups } from '../../store/groups.ts'
import type { Recipient } from '../../store/notification-settings.ts'
import type { Store } from '../../store/open.ts'
import { fitnessOf, newEndpoint } from './endpoint-parts.ts'
import type { Notifier } from './notifier.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

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
  const known = await recipientsOf(groups, [...new Set(triggers.map(({ accountId }) => accountId))])
  const results = new Map<Trigger, Raised>()
  for (const trigger of inRaisingOrder(triggers)) {
    results.set(trigger, await raiseOne(groups, parts, trigger, known.get(trigger.accountId)))
  }
  return triggers.flatMap((trigger) => results.get(trigger) ?? [])
}

export function announceRaised(notifier: Notifier, results: readonly Raised[]): void {
  const accounts = new Set(results.flatMap((it) => (it.raised ? [it.notification.accountId] : [])))
  for (const accountId of accounts) notifier.feedChanged(accountId)
  if (accounts.size > 0) notifier.wake()
}

interface Told extends Recipient {
  readonly endpoints: Endpoint[]
}

async function recipientsOf({ notificationSettings, endpoints }: Groups, ids: readonly string[]) {
  const found = await notificationSettings.recipients(ids)
  const addresses = await endpoints.ofAccounts([...found.keys()])
  const known = new Map([...found].map(([id, it]): [string, Told] => [id, { ...it, endpoints: [] }]))
  for (const endpoint of addresses) known.get(endpoint.accountId)?.endpoints.push(endpoint)
  return known
}

async function raiseOne(
  groups: Groups,
  parts: Omit<RaiseParts, 'store'>,
  trigger: Trigger,
  to: Told | undefined,
): Promise<Raised> {
  const refused = to ? refusal(to.account, trigger) : 'no_account'
  if (!to || refused) return { raised: false, because: refused ?? 'no_account' }
  const { accountId, eventKey, rule, content } = trigger
  if ((await groups.notifications.ofEvents(accountId, [eventKey])).length > 0)
    return { raised: false, because: 'known' }
  const now = parts.now()
  const triggeredMs = rule ? await fire(groups, rule, content.symbol ?? '', now.getTime()) : now.getTime()
  if (triggeredMs === null) return { raised: false, because: 'cooldown' }
  const { seq } = await groups.feedEvents.advance(accountId, 1)
  const notification: Notification = {
    ...content,
    details: { ...content.details, triggered_at: instant(triggeredMs) },
    id: parts.newId(),
    accountId,
    seq,
    alertId: rule?.id ?? null,
    createdAt: now.toISOString(),
    readAt: null,
  }
  await groups.notifications.addEvent(accountId, eventKey, notification.id, now)
  await groups.notifications.add(notification)
  await groups.feedEvents.add(accountId, { seq, kind: 'notification', ids: [notification.id] }, now)
  await ensureEmailEndpoint(groups, parts, to, now)
  const taken = await takenChannels(groups, accountId, eventKey)
  await groups.deliveries.add(deliveryRows(parts, { trigger, to, notification, taken, now, triggeredMs }))
  return { raised: true, notification }
}

function refusal({ standing, plan }: Account, { rule }: Trigger): 'standing' | 'plan' | undefined {
  if (standing !== 'good') return 'standing'
  return allows(plan, rule ? SOURCE_CAPABILITY[rule.source] : 'notifications') ? undefined : 'plan'
}

/** The instant of the match, or null inside the cooldown, where nothing is written but a counter. */
async function fire({ alerts }: Groups, rule: AlertRule, symbol: string, nowMs: number): Promise<number | null> {
  const cutoffMs = cooldownCutoffMs(rule.cooldownMinutes, nowMs)
  const triggeredMs = await alerts.fire(rule.id, symbol, nowMs, cutoffMs)
  if (triggeredMs === null) await alerts.suppress(rule.id, symbol)
  return triggeredMs
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

async function takenChannels({ notifications, deliveries }: Groups, accountId: string, eventKey: string) {
  const siblings = await notifications.ofEvents(accountId, samePrintKeys(eventKey))
  const rows = await deliveries.ofNotifications(siblings)
  return new Set(rows.map(({ channel }) => channel))
}

interface Raising {
  readonly trigger: Trigger
  readonly to: Told
  readonly notification: Notification
  readonly taken: ReadonlySet<ChannelName>
  readonly now: Date
  readonly triggeredMs: number
}

function deliveryRows(parts: Omit<RaiseParts, 'store'>, raising: Raising): Delivery[] {
  const { trigger, to, notification, taken, now } = raising
  const { account, settings } = to
  const quiet = quietUntilMs(settings.quietHours, settings.timeZone, now.getTime())
  const chosen = trigger.channels ?? trigger.rule?.channels ?? CHANNELS.filter((channel) => settings.channels[channel])
  const rows: Delivery[] = []
  for (const channel of CHANNELS) {
    for (const endpoint of endpointsFor(channel, trigger.rule, to.endpoints)) {
      const state = firstState({
        accountId: account.id,
        channel,
        priority: notification.priority,
        plan: account.plan,
        enabled: settings.enabled,
        chosen: chosen.includes(channel),
        configured: parts.notifier.channels.has(channel),
        endpoint: fitnessOf(account, endpoint),
        taken: taken.has(channel),
        digest: settings,
        quietUntilMs: quiet,
        nowMs: now.getTime(),
      })
      if (state.row !== 'none')
        rows.push(deliveryRow(parts, raising, { channel, endpointId: endpoint?.id ?? '', state }))
    }
  }
  return rows
}

/** A rule with an address of its own uses that and not the account's. */
function endpointsFor(
  channel: ChannelName,
  rule: AlertRule | undefined,
  endpoints: readonly Endpoint[],
): readonly (Endpoint | undefined)[] {
  const own = channel === 'webhook' ? endpoints.find(({ id }) => id === rule?.endpointId) : undefined
  if (own) return [own]
  const ofAccount = endpoints.filter((it) => it.channel === channel && it.alertId === null)
  return ofAccount.length > 0 ? ofAccount : [undefined]
}

interface Way {
  readonly channel: ChannelName
  readonly endpointId: string
  readonly state: Exclude<FirstState, { row: 'none' }>
}

function deliveryRow(
  parts: Omit<RaiseParts, 'store'>,
  raising: Raising,
  { channel, endpointId, state }: Way,
): Delivery {
  const { notification, now } = raising
  const id = parts.newId()
  const idea = ideaOf(raising)
  return {
    id,
    accountId: notification.accountId,
    notificationId: notification.id,
    channel,
    endpointId,
    status: state.row,
    reason: state.reason,
    priority: notification.priority,
    dueAt: state.row === 'pending' ? instant(state.dueMs) : null,
    expiresAt: channel === 'webhook' && idea ? instant(ideaExpiryMs(now.getTime())) : null,
    attempts: 0,
    handedOver: false,
    leaseOwner: null,
    batchKey: state.row === 'pending' ? (state.batch?.key ?? null) : null,
    summaryId: null,
    body: frozen(parts, raising, {
      channel,
      deliveryId: id,
      idea,
      dueMs: state.row === 'pending' ? state.dueMs : now.getTime(),
    }),
    createdAt: notification.createdAt,
    updatedAt: notification.createdAt,
  }
}

function ideaOf({ trigger: { rule, idea }, triggeredMs }: Raising): TradeIdea | null {
  return rule && idea ? ideaPayload(rule, idea, instant(triggeredMs)) : null
}

interface Freezing {
  readonly channel: ChannelName
  readonly deliveryId: string
  readonly idea: TradeIdea | null
  readonly dueMs: number
}

/** Empty where the server has no such channel: there is nothing that could give the message a form. */
function frozen(
  { notifier, publicUrl }: Omit<RaiseParts, 'store'>,
  { notification, to }: Raising,
  { channel, deliveryId, idea, dueMs }: Freezing,
): string {
  const message: ChannelMessage = {
    deliveryId,
    notificationId: notification.id,
    seq: notification.seq,
    content: contentOf(notification),
    tradeIdea: idea,
    createdAt: notification.createdAt,
    dueAt: instant(dueMs),
    timeZone: to.settings.timeZone,
    url: `${publicUrl}/notifications/${notification.id}`,
    unsubscribeUrl: channel === 'email' ? unsubscribeUrl({ box: notifier.box, publicUrl }, notification) : null,
    items: [],
    moreItems: 0,
  }
  return notifier.channels.get(channel)?.freeze(message) ?? ''
}

function contentOf({ type, title, body, symbol, priority, details }: Notification): NotificationContent {
  return { type, title, body, symbol, priority, details }
}
