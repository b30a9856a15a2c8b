/** The deliveries of a new notification, each in its first state and with its frozen body. */
import { CHANNELS } from '../../domain/delivery/channels.ts'
import { type FirstState, firstState, UNTRIED } from '../../domain/delivery/delivery-policy.ts'
import { instant } from '../../domain/delivery/digest.ts'
import { quietUntilMs } from '../../domain/delivery/quiet-hours.ts'
import type { ChannelName, NotificationContent } from '../../domain/notification.ts'
import type { Notification } from '../../domain/notification-record.ts'
import type { ChannelMessage } from '../../ports/channel.ts'
import type { Delivery } from '../../store/delivery-rows.ts'
import type { Endpoint } from '../../store/endpoints.ts'
import { fitnessOf } from '../settings/endpoint-parts.ts'
import { unsubscribeUrl } from '../settings/unsubscribe.ts'
import type { RaisedNotification, RaiseInParts, RaisingRule } from './trigger.ts'

/** One row for each channel and address that it goes to. */
export function deliveryRows(parts: RaiseInParts, raised: RaisedNotification): Delivery[] {
  const { trigger, to, notification, taken, now } = raised
  const { account, settings } = to
  const quiet = quietUntilMs(settings.quietHours, settings.timeZone, now.getTime())
  const chosen = trigger.channels ?? trigger.rule?.channels ?? CHANNELS.filter((channel) => settings.channels[channel])
  const rows: Delivery[] = []
  for (const channel of CHANNELS) {
    for (const endpoint of endpointsFor(channel, trigger.rule, to.endpoints)) {
      const state = firstState({
        ...UNTRIED,
        accountId: account.id,
        channel,
        priority: notification.priority,
        plan: account.plan,
        suspended: account.status !== 'good',
        enabled: settings.enabled,
        chosen: chosen.includes(channel),
        configured: parts.notifier.channels.has(channel),
        endpoint: fitnessOf(account, endpoint),
        taken: taken.has(channel),
        digest: settings,
        quietUntilMs: quiet,
        nowMs: now.getTime(),
      })
      if (state) rows.push(deliveryRow(parts, raised, { channel, endpointId: endpoint?.id ?? '', state }))
    }
  }
  return rows
}

/** A rule's own address replaces those of the account. */
function endpointsFor(
  channel: ChannelName,
  rule: RaisingRule | undefined,
  endpoints: readonly Endpoint[],
): readonly (Endpoint | undefined)[] {
  const own = channel === 'webhook' ? endpoints.find(({ id }) => id === rule?.endpointId) : undefined
  if (own) return [own]
  const ofAccount = endpoints.filter((it) => it.channel === channel && it.alertId === null)
  return ofAccount.length > 0 ? ofAccount : [undefined]
}

interface Draft {
  readonly channel: ChannelName
  readonly endpointId: string
  readonly state: FirstState
}

function deliveryRow(parts: RaiseInParts, raised: RaisedNotification, { channel, endpointId, state }: Draft): Delivery {
  const { notification, now } = raised
  const id = parts.newId()
  const { program } = raised.trigger
  const { status, dueMs, batchKey, reason } = state
  return {
    id,
    accountId: notification.accountId,
    notificationId: notification.id,
    channel,
    endpointId,
    status,
    reason,
    priority: notification.priority,
    dueAt: dueMs === null ? null : instant(dueMs),
    expiresAt: channel === 'webhook' && program ? instant(program.expiresMs(now.getTime())) : null,
    attempts: 0,
    handedOver: false,
    leaseOwner: null,
    leaseUntil: null,
    batchKey,
    summaryId: null,
    body: frozenBody(parts, raised, { channel, deliveryId: id, dueMs: dueMs ?? now.getTime() }),
    redelivery: false,
    interrupted: 0,
    createdAt: notification.createdAt,
    updatedAt: notification.createdAt,
  }
}

interface BodyFacts {
  readonly channel: ChannelName
  readonly deliveryId: string
  readonly dueMs: number
}

/** Empty where the server has no such channel to give the message its form. */
function frozenBody(
  { notifier, publicUrl }: RaiseInParts,
  { notification, to, trigger, triggeredMs }: RaisedNotification,
  { channel, deliveryId, dueMs }: BodyFacts,
): string {
  const message: ChannelMessage = {
    deliveryId,
    notificationId: notification.id,
    seq: notification.seq,
    content: contentOf(notification),
    programPayload: trigger.program?.payload(instant(triggeredMs)) ?? null,
    createdAt: notification.createdAt,
    dueAt: instant(dueMs),
    timeZone: to.settings.timeZone,
    url: trigger.link?.url ?? `${publicUrl}/notifications/${notification.id}`,
    ...(trigger.link && { urlLabel: trigger.link.label }),
    unsubscribeUrl: channel === 'email' ? unsubscribeUrl({ box: notifier.box, publicUrl }, notification) : null,
    items: [],
    moreItems: 0,
  }
  return notifier.channels.get(channel)?.freeze(message) ?? ''
}

function contentOf({ type, title, body, symbol, priority, details }: Notification): NotificationContent {
  return { type, title, body, symbol, priority, details }
}
