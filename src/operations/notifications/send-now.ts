import type { Account } from '../../domain/accounts/account.ts'
import { AppError } from '../../domain/errors.ts'
import { afterFailure, afterSuccess, HEALTHY } from '../../domain/notifications/endpoint-health.ts'
import type { SendResult } from '../../ports/channel.ts'
import type { DeliveryAttempt } from '../../store/delivery-rows.ts'
import type { Endpoint } from '../../store/endpoints.ts'
import type { Groups } from '../../store/groups.ts'
import type { Context } from '../context.ts'
import { isUrlChannel, openEndpoint } from './endpoint-parts.ts'
import { limitOf } from './limit-of.ts'
import { noteRefusals } from './note-refusals.ts'
import { announceRaised, type Raised } from './raise.ts'

/** What a program answers that understood the request and does not take its content (RFC 9110 section 15.5.21). */
const UNPROCESSABLE = 422

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
  const raised = await store.transaction((groups) => end(groups, context, { attempt, endpoint, result, ms }))
  announceRaised(notifier, raised)
  if (result.ok) return { status: 'sent', detail: sentDetail(result) }
  const isKnown = asked.cause === 'test' && isReached(endpoint, result)
  return { status: 'failed', detail: isKnown ? `${result.reason} ${REACHED}` : result.reason }
}

const REACHED = 'It is there and takes no tests, as programs for trade ideas do; the URL is enabled.'

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

async function end(
  groups: Groups,
  context: Context,
  { attempt, endpoint, result, ms }: Ended,
): Promise<readonly Raised[]> {
  const { deliveries, endpoints } = groups
  const at = context.now()
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
  if (!known) return []
  const isTest = attempt.cause === 'test'
  if (isTest && isReached(known, result)) {
    // A test that works is how a URL is switched on, and how an address that was switched off is switched on again.
    await endpoints.setHealth(known.id, HEALTHY)
    if (isUrlChannel(known.channel) && known.verifiedAt === null) await endpoints.setVerified(known.id, at)
  } else if (result.ok) await endpoints.setHealth(known.id, afterSuccess(known.health))
  else if (!result.operator && result.disable) {
    await endpoints.setHealth(known.id, afterFailure(known.health, at.getTime(), true))
  }
  return noteRefusals(groups, context, known, [result])
}

/**
 * Whether a test has found the peer. A program that takes nothing but trade ideas must not be sent an invented one: it
 * reads the signed test and refuses its content, which shows as well that it is there.
 */
function isReached({ channel }: Endpoint, result: SendResult): boolean {
  return result.ok || (channel === 'webhook' && result.httpStatus === UNPROCESSABLE)
}
