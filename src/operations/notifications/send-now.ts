import type { Account } from '../../domain/accounts/account.ts'
import { AppError } from '../../domain/errors.ts'
import { afterFailure, afterSuccess, HEALTHY } from '../../domain/notifications/endpoint-health.ts'
import type { SendResult } from '../../ports/channel.ts'
import type { DeliveryAttempt } from '../../store/delivery-rows.ts'
import type { Endpoint } from '../../store/endpoints.ts'
import type { Groups } from '../../store/groups.ts'
import type { Context } from '../context.ts'
import { openEndpoint } from './endpoint-parts.ts'
import { limitOf } from './limit-of.ts'

/** Time beyond the channel's own limit after which an attempt that was asked for is ended. */
const MARGIN_MS = 5_000

export interface SendNow {
  readonly account: Account
  readonly endpoint: Endpoint
  readonly deliveryId: string
  readonly n: number
  readonly cause: 'manual' | 'test'
  readonly body: string
}

export interface SentNow {
  readonly status: 'sent' | 'failed'
  /** One sentence on what the peer said. */
  readonly detail: string
}

/** One attempt that its owner asked for: it counts against the limit of the plan, and is made within the request. */
export async function sendNow(context: Context, asked: SendNow): Promise<SentNow> {
  const { store, notifier, now } = context
  const { endpoint, deliveryId, body } = asked
  const channel = notifier.channels.get(endpoint.channel)
  if (!channel) throw new AppError('invalid', 'This channel is not configured on this server.')
  const attempt = await store.transaction((groups) => begin(groups, asked, now()))
  const started = now().getTime()
  const signal = AbortSignal.timeout(channel.timeoutMs + MARGIN_MS)
  const result = await channel.send({ deliveryId, endpoint: openEndpoint(notifier.box, endpoint, now()), body }, signal)
  const ms = Math.max(0, now().getTime() - started)
  await store.transaction((groups) => end(groups, { attempt, endpoint, result, ms }, now()))
  return result.ok ? { status: 'sent', detail: sentDetail(result) } : { status: 'failed', detail: result.reason }
}

function sentDetail({ httpStatus }: SendResult): string {
  return httpStatus === null ? 'Sent.' : `Sent, answered with status ${httpStatus}.`
}

async function begin(groups: Groups, { account, endpoint, deliveryId, n, cause }: SendNow, now: Date) {
  await requireSlot(groups, account, endpoint, now)
  const attempt: DeliveryAttempt = {
    deliveryId,
    n,
    cause,
    counted: true,
    accountId: account.id,
    channel: endpoint.channel,
    startedAt: now.toISOString(),
    ms: null,
    outcome: null,
    httpStatus: null,
    errorCode: null,
    responseHead: null,
  }
  await groups.deliveries.putAttempts([attempt])
  return attempt
}

async function requireSlot(groups: Groups, account: Account, { channel }: Endpoint, now: Date): Promise<void> {
  const verdict = await limitOf(groups, account, channel, now)
  if (verdict.free) return
  const waitMs = verdict.freeAtMs - now.getTime()
  const retryAfterS = Number.isFinite(waitMs) ? Math.ceil(waitMs / 1_000) : 86_400
  throw new AppError('rate_limited', `The limit of ${verdict.limit} per ${verdict.window} is reached.`, { retryAfterS })
}

interface Ended {
  readonly attempt: DeliveryAttempt
  readonly endpoint: Endpoint
  readonly result: SendResult
  readonly ms: number
}

async function end({ deliveries, endpoints }: Groups, { attempt, endpoint, result, ms }: Ended, now: Date) {
  await deliveries.putAttempts([
    {
      ...attempt,
      ms,
      outcome: result.ok ? 'sent' : 'failed',
      httpStatus: result.httpStatus,
      errorCode: result.ok ? null : result.code,
      responseHead: result.responseHead,
    },
  ])
  const [known] = await endpoints.byIds([endpoint.id])
  if (!known) return
  // A test that works is how an address that was switched off is switched on again.
  const isTest = attempt.cause === 'test'
  if (result.ok) await endpoints.setHealth(known.id, isTest ? HEALTHY : afterSuccess(known.health))
  else if (!result.operator && result.disable) {
    await endpoints.setHealth(known.id, afterFailure(known.health, now.getTime(), true))
  }
}
