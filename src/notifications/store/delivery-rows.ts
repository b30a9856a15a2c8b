import { Reason } from '../contract/reason.ts'
import type { DeliveryStatus } from '../domain/delivery/delivery-state.ts'
import type { ChannelName, Priority } from '../domain/notification.ts'
import type { AttemptCause, DeliveryAttemptRow, DeliveryRow } from './tables.ts'

/** One notification, or a summary of several, through one channel to one address. Instants are ISO 8601 UTC. */
export interface Delivery {
  readonly id: string
  readonly accountId: string
  /** Null for a summary. */
  readonly notificationId: string | null
  readonly channel: ChannelName
  /** Empty where there was no address. */
  readonly endpointId: string
  readonly status: DeliveryStatus
  readonly reason: Reason | null
  readonly priority: Priority
  readonly dueAt: string | null
  readonly expiresAt: string | null
  /** Automatic attempts, counted when they begin. */
  readonly attempts: number
  /** An SMS was about to be handed over: after a crash it is unknown whether it was. */
  readonly handedOver: boolean
  /** Who sends it now, or was sending it when its process ended. */
  readonly leaseOwner: string | null
  /** Until then nobody else sends it, though it is due. */
  readonly leaseUntil: string | null
  /** The batch that it is gathered in. */
  readonly batchKey: string | null
  /** The delivery of the summary that holds it. */
  readonly summaryId: string | null
  /** The exact text that is sent. */
  readonly body: string
  /** Its owner requested one more attempt. */
  readonly redelivery: boolean
  /** How many of the attempts ended with the process that made them. */
  readonly interrupted: number
  readonly createdAt: string
  readonly updatedAt: string
}

export interface DeliveryAttempt {
  readonly deliveryId: string
  readonly n: number
  readonly cause: AttemptCause
  /** Counts against the limits of the plan. */
  readonly counted: boolean
  readonly accountId: string
  readonly channel: ChannelName
  readonly startedAt: string
  /** Duration; null while it is in flight, and after a crash. */
  readonly ms: number | null
  readonly outcome: 'sent' | 'failed' | null
  readonly httpStatus: number | null
  readonly errorCode: string | null
  readonly responseHead: string | null
}

export const DELIVERY_COLUMNS = [
  'id',
  'account_id',
  'notification_id',
  'channel',
  'endpoint_id',
  'status',
  'reason',
  'priority_rank',
  'due_at',
  'expires_at',
  'attempts',
  'handed_over',
  'lease_owner',
  'lease_until',
  'batch_key',
  'summary_id',
  'body',
  'redelivery',
  'interrupted',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof DeliveryRow)[]

/** A row's values in the order of its columns. */
export function deliveryValues(it: Delivery): readonly DeliveryRow[keyof DeliveryRow][] {
  return [
    it.id,
    it.accountId,
    it.notificationId,
    it.channel,
    it.endpointId,
    it.status,
    reasonText(it.reason),
    it.priority === 'high' ? 0 : 1,
    it.dueAt,
    it.expiresAt,
    it.attempts,
    Number(it.handedOver),
    it.leaseOwner,
    it.leaseUntil,
    it.batchKey,
    it.summaryId,
    it.body,
    Number(it.redelivery),
    it.interrupted,
    it.createdAt,
    it.updatedAt,
  ]
}

export function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    accountId: row.account_id,
    notificationId: row.notification_id,
    channel: row.channel,
    endpointId: row.endpoint_id,
    status: row.status,
    reason: readReason(row.reason),
    priority: row.priority_rank === 0 ? 'high' : 'normal',
    dueAt: row.due_at,
    expiresAt: row.expires_at,
    attempts: row.attempts,
    handedOver: row.handed_over === 1,
    leaseOwner: row.lease_owner,
    leaseUntil: row.lease_until,
    batchKey: row.batch_key,
    summaryId: row.summary_id,
    body: row.body,
    redelivery: row.redelivery === 1,
    interrupted: row.interrupted,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export const ATTEMPT_COLUMNS = [
  'delivery_id',
  'n',
  'cause',
  'counted',
  'account_id',
  'channel',
  'started_at',
  'ms',
  'outcome',
  'http_status',
  'error_code',
  'response_head',
] as const satisfies readonly (keyof DeliveryAttemptRow)[]

/** A row's values in the order of its columns. */
export function attemptValues(it: DeliveryAttempt): readonly DeliveryAttemptRow[keyof DeliveryAttemptRow][] {
  return [
    it.deliveryId,
    it.n,
    it.cause,
    Number(it.counted),
    it.accountId,
    it.channel,
    it.startedAt,
    it.ms === null ? null : Math.round(it.ms),
    it.outcome,
    it.httpStatus,
    it.errorCode,
    it.responseHead,
  ]
}

export function toAttempt(row: DeliveryAttemptRow): DeliveryAttempt {
  return {
    deliveryId: row.delivery_id,
    n: row.n,
    cause: row.cause,
    counted: row.counted === 1,
    accountId: row.account_id,
    channel: row.channel,
    startedAt: row.started_at,
    ms: row.ms,
    outcome: row.outcome,
    httpStatus: row.http_status,
    errorCode: row.error_code,
    responseHead: row.response_head,
  }
}

export function readReason(text: string | null): Reason | null {
  return text === null ? null : Reason.parse(JSON.parse(text))
}

export function reasonText(reason: Reason | null): string | null {
  return reason && JSON.stringify(reason)
}

/** A list for `in (…)` of one of a few lengths, so that few statements are prepared: its last entry is repeated. */
export function padded(ids: readonly string[]): string[] {
  const length = 2 ** Math.ceil(Math.log2(Math.max(1, ids.length)))
  const last = ids.at(-1) ?? ''
  return Array.from({ length }, (_, index) => ids[index] ?? last)
}
