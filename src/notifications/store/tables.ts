import type { ActionKind } from '../domain/action-kind.ts'
import type { DeliveryStatus } from '../domain/delivery/delivery-state.ts'
import type { Frequency } from '../domain/delivery/digest.ts'
import type { EndpointHealth } from '../domain/delivery/endpoint-health.ts'
import type { ChannelName, NotificationType, Priority } from '../domain/notification.ts'

/** Rows of notifications and deliveries. Columns that end in `_sealed` are encrypted under a key outside the store. */
interface NotificationHeadRow {
  account_id: string
  seq: number
  unread_count: number
}

export interface NotificationRow {
  id: string
  account_id: string
  seq: number
  type: NotificationType
  priority: Priority
  title: string
  body: string
  symbol: string | null
  details: string
  alert_id: string | null
  created_at: string
  read_at: string | null
  /** The action on many that read it, until something else changes that; of the archive likewise. */
  read_action: string | null
  archived_at: string | null
  archive_action: string | null
  deleted_at: string | null
}

interface NotificationEventRow {
  account_id: string
  event_key: string
  notification_id: string
  at: string
}

export type FeedEventKind =
  | 'notification'
  | 'read'
  | 'unread'
  | 'deleted'
  | 'all_read'
  | 'archived'
  | 'restored'
  | 'rules'
  | 'reset'

interface FeedEventRow {
  account_id: string
  seq: number
  kind: FeedEventKind
  ids: string
  at: string
}

interface NotificationActionRow {
  id: string
  account_id: string
  kind: ActionKind
  expires_at: string
}

export interface NotificationSettingsRow {
  account_id: string
  enabled: number
  channels: string
  quiet_hours: string
  frequency: Frequency
  digest_time: string
  sound: number
}

/** When a rule last raised a notification about a symbol: what its cooldown is counted from. */
interface AlertFireRow {
  alert_id: string
  symbol: string
  fired_ms: number
  triggered_ms: number
  suppressed: number
}

export interface EndpointRow {
  id: string
  account_id: string
  alert_id: string | null
  channel: ChannelName
  address_sealed: string
  address_digest: string
  label: string
  secret_sealed: string | null
  older_secret_sealed: string | null
  older_secret_until: string | null
  verified_at: string | null
  state: EndpointHealth['state']
  failures: number
  first_failure_at: string | null
  open_until: string | null
  refusals: number
  created_at: string
}

interface PhoneCodeRow {
  id: string
  account_id: string
  phone_sealed: string
  code_digest: string
  tries: number
  created_at: string
  expires_at: string
}

interface ChatCodeRow {
  code_digest: string
  account_id: string
  channel: ChannelName
  expires_at: string
}

interface ChatInboxRow {
  inbox: string
  position: number | null
  reader: string
  read_until: string
}

export interface DeliveryRow {
  id: string
  account_id: string
  notification_id: string | null
  channel: ChannelName
  endpoint_id: string
  status: DeliveryStatus
  reason: string | null
  priority_rank: number
  due_at: string | null
  expires_at: string | null
  attempts: number
  handed_over: number
  lease_owner: string | null
  lease_until: string | null
  batch_key: string | null
  summary_id: string | null
  body: string
  redelivery: number
  interrupted: number
  created_at: string
  updated_at: string
}

export type AttemptCause = 'auto' | 'manual' | 'test'

export interface DeliveryAttemptRow {
  delivery_id: string
  n: number
  cause: AttemptCause
  counted: number
  account_id: string
  channel: ChannelName
  started_at: string
  ms: number | null
  outcome: 'sent' | 'failed' | null
  http_status: number | null
  error_code: string | null
  response_head: string | null
}

interface BatchRow {
  key: string
  endpoint_id: string
  account_id: string
  summary_id: string
  flushed_at: string
}

interface InstanceRow {
  id: string
  host: string
  pid: number
  process_started_at: string
  heartbeat_at: string
  sends: number
}

export interface NotificationTables {
  notification_heads: NotificationHeadRow
  notifications: NotificationRow
  notification_events: NotificationEventRow
  notification_actions: NotificationActionRow
  feed_events: FeedEventRow
  notification_settings: NotificationSettingsRow
  alert_fires: AlertFireRow
  endpoints: EndpointRow
  phone_codes: PhoneCodeRow
  chat_codes: ChatCodeRow
  chat_inboxes: ChatInboxRow
  deliveries: DeliveryRow
  delivery_attempts: DeliveryAttemptRow
  batches: BatchRow
  instances: InstanceRow
}
