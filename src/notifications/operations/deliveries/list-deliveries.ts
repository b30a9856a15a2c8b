import { z } from 'zod'
import { Cursor, Limit, NextCursor, page } from '../../../accounts/operations/page.ts'
import { CHANNELS } from '../../domain/delivery/channels.ts'
import { reasonWords } from '../../domain/delivery/reason-words.ts'
import type { Delivery, DeliveryAttempt } from '../../store/delivery-rows.ts'
import { callingAccount, NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../access.ts'
import { defineOperation } from '../context.ts'

const STATUSES = ['pending', 'sent', 'failed', 'throttled'] as const

const Attempt = z
  .object({
    started_at: z.iso.datetime().describe('When it began, UTC.'),
    cause: z.enum(['auto', 'manual', 'test']).describe('Scheduled, or requested by the owner.'),
    outcome: z
      .enum(['sent', 'failed'])
      .nullable()
      .describe('Null while it is under way, and where the service stopped.'),
    status_code: z.int().min(0).max(999).nullable().describe('HTTP or SMTP status of the answer; null without one.'),
    error_code: z.string().nullable().describe('What failed, in short; null where nothing did.'),
    ms: z.int().min(0).max(1e9).nullable().describe('How long it took, milliseconds.'),
    response: z.string().nullable().describe('The beginning of the answer, masked; kept for 30 days.'),
  })
  .meta({ id: 'DeliveryAttempt' })

const DeliveryView = z
  .object({
    id: z.string().describe('Id of the delivery; `msg_` and it are the webhook-id.'),
    notification_id: z.string().nullable().describe('The notification; null for a summary of several.'),
    channel: z.enum(CHANNELS).describe('The way it takes.'),
    endpoint: z.string().nullable().describe('The address without its secrets; null where it is gone.'),
    status: z.enum(STATUSES).describe('How far it has come.'),
    reason: z.string().nullable().describe('Why it stands there, in words; null where there is nothing to say.'),
    due_at: z.iso.datetime().nullable().describe('When it is tried next, UTC; null at an end.'),
    body: z.string().describe('The exact text that is sent on every attempt.'),
    created_at: z.iso.datetime().describe('When it was made, UTC.'),
    updated_at: z.iso.datetime().describe('When it last changed, UTC.'),
    attempts: z.array(Attempt).describe('Tries in their order.'),
  })
  .meta({ id: 'Delivery' })

export const listDeliveries = defineOperation({
  name: 'list_deliveries',
  title: 'Deliveries',
  description:
    'What was sent, or is to be sent, through which channel, newest first, with every attempt: time, outcome, status code and the beginning of the answer.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'GET', path: '/deliveries' },
  input: z.strictObject({
    status: z.enum(STATUSES).optional().describe('Only deliveries of this status.'),
    channel: z.enum(CHANNELS).optional().describe('Only deliveries through this channel.'),
    limit: Limit,
    cursor: Cursor,
  }),
  output: z.object({ data: z.array(DeliveryView).describe('Deliveries, newest first.'), next_cursor: NextCursor }),
  example: { status: 'failed' },
  async run({ status, channel, limit, cursor }, context) {
    const { store, now } = context
    const { id: accountId, timeZone } = callingAccount(context)
    const found = await store.deliveries.list(accountId, { status, channel }, { beforeId: cursor, limit: limit + 1 })
    const { rows, nextCursor } = page(found, limit)
    const labels = new Map((await store.endpoints.ofAccount(accountId)).map(({ id, label }) => [id, label]))
    const attempts = await store.deliveries.attemptsOf(rows.map(({ id }) => id))
    return {
      data: rows.map((row) => ({
        ...deliveryView(row, labels.get(row.endpointId) ?? null),
        reason: reasonWords(row.reason, timeZone, now().getTime()),
        attempts: attempts.filter(({ deliveryId }) => deliveryId === row.id).map(attemptView),
      })),
      next_cursor: nextCursor,
    }
  },
})

function deliveryView(row: Delivery, endpoint: string | null) {
  return {
    id: row.id,
    notification_id: row.notificationId,
    channel: row.channel,
    endpoint,
    status: row.status,
    due_at: row.dueAt,
    body: row.body,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

function attemptView(it: DeliveryAttempt) {
  return {
    started_at: it.startedAt,
    cause: it.cause,
    outcome: it.outcome,
    status_code: it.httpStatus,
    error_code: it.errorCode,
    ms: it.ms,
    response: it.responseHead,
  }
}
