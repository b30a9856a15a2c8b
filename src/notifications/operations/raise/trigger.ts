import type { Capability } from '../../../accounts/domain/plan.ts'
import type { ChannelName, NotificationContent } from '../../domain/notification.ts'
import type { Notification } from '../../domain/notification-record.ts'
import type { MessageLink } from '../../ports/channel.ts'
import type { Endpoint } from '../../store/endpoints.ts'
import type { NotificationStore } from '../../store/index.ts'
import type { Recipient } from '../../store/notification-settings.ts'
import type { Notifier } from '../notifier.ts'

/** What a rule determines about the notifications that it raises. */
export interface RaisingRule {
  readonly id: string
  /** Replace those of the settings; null where those apply. */
  readonly channels: readonly ChannelName[] | null
  /** Its own webhook address; null where the account's applies. */
  readonly endpointId: string | null
  readonly cooldownMinutes: number
  /** The plan of the account must include it. */
  readonly capability: Capability
}

export interface ProgramPayload {
  /** `triggeredAt` is new for the rule and symbol: ISO 8601 UTC with milliseconds. */
  payload(triggeredAt: string): Readonly<Record<string, unknown>>
  /** When what was raised at an instant is too old to be sent, epoch milliseconds. */
  expiresMs(raisedMs: number): number
}

/** An event of which an account may be notified. */
export interface Trigger {
  readonly accountId: string
  /** Makes the trigger unique within the account: see `eventKeys`. */
  readonly eventKey: string
  readonly content: NotificationContent
  /** The rule that matched. */
  readonly rule?: RaisingRule
  /** Sent to programs in place of the record. */
  readonly program?: ProgramPayload
  /** Where messages lead, in place of the notification's own page. */
  readonly link?: MessageLink
  /** Replace those of the settings; an empty list leaves only the bell. */
  readonly channels?: readonly ChannelName[]
  /** Events of one group are one notification that grows. */
  readonly group?: TriggerGroup
}

export interface TriggerGroup {
  /** Unique within the account. */
  readonly key: string
  /** The content of the notification after this event too. */
  readonly grown: (before: NotificationContent) => NotificationContent
  /** So many notifications of the type ring from that instant on; later ones are silent and stay in the list. */
  readonly rings: { readonly max: number; readonly since: string }
}

export type Raised =
  | { readonly raised: true; readonly notification: Notification }
  /** `notification` is null where the notification of the group is raised by the same call. */
  | { readonly raised: false; readonly because: 'grown'; readonly notification: Notification | null }
  /** `firedMs` is when the rule last notified about the symbol. */
  | { readonly raised: false; readonly because: 'cooldown'; readonly firedMs: number }
  | { readonly raised: false; readonly because: 'no_account' | 'suspended' | 'plan' | 'snoozed' | 'known' }

export interface RaiseParts {
  readonly store: NotificationStore
  readonly notifier: Notifier
  readonly now: () => Date
  readonly newId: () => string
  /** `{base_url}` of links. */
  readonly publicUrl: string
}

/** For what runs inside a transaction of the caller. */
export type RaiseInParts = Omit<RaiseParts, 'store'>

/** A recipient with its addresses. */
export interface RecipientWithEndpoints extends Recipient {
  readonly endpoints: Endpoint[]
}

/** A notification with what its deliveries are made from. */
export interface RaisedNotification {
  readonly trigger: Trigger
  readonly to: RecipientWithEndpoints
  readonly notification: Notification
  /** Channels to which another notification of the same print goes. */
  readonly taken: ReadonlySet<ChannelName>
  readonly now: Date
  readonly triggeredMs: number
}
