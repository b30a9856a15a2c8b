/** The deliveries of a new notification, each in its first state and with its frozen body. */
import type { AlertRule } from '../../domain/alerts/alert-rule.ts'
import { CHANNELS } from '../../domain/notifications/channels.ts'
import { ideaPayload } from '../../domain/notifications/contents.ts'
import { instant } from '../../domain/notifications/digest.ts'
import { type FirstState, firstState } from '../../domain/notifications/first-state.ts'
import { ideaExpiryMs } from '../../domain/notifications/idea-expiry.ts'
import type { ChannelName, NotificationContent } from '../../domain/notifications/notification.ts'
import type { Notification } from '../../domain/notifications/notification-record.ts'
import { quietUntilMs } from '../../domain/notifications/quiet-hours.ts'
import type { TradeIdea } from '../../domain/trade-ideas/trade-idea.ts'
import type { ChannelMessage } from '../../ports/channel.ts'
import type { Delivery } from '../../store/delivery-rows.ts'
import type { Endpoint } from '../../store/endpoints.ts'
import { fitnessOf } from './endpoint-parts.ts'
import type { RaiseParts, Told, Trigger } from './raise.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

export type DraftParts = Omit<RaiseParts, 'store'>

/** A notification on its way out. */
export interface Raising {
  readonly trigger: Trigger
  readonly to: Told
  readonly notification: Notification
  readonly taken: ReadonlySet<ChannelName>
  readonly now: Date
  readonly triggeredMs: number
}

/** One row for each channel and address that it is to take. */
export function deliveryRows(parts: DraftParts, raising: Raising): Delivery[] {
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

function deliveryRow(parts: DraftParts, raising: Raising, { channel, endpointId, state }: Way): Delivery {
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
    redelivery: false,
    interrupted: 0,
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
  { notifier, publicUrl }: DraftParts,
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
