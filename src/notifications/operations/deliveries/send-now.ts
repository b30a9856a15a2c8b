import type { Account } from '../../../accounts/domain/account.ts'
import { AppError } from '../../../lib/errors.ts'
import { isReached } from '../../domain/delivery/attempt-outcome.ts'
import type { RequestedStage } from '../../domain/delivery/stage.ts'
import type { SendResult } from '../../ports/channel.ts'
import type { Delivery, DeliveryAttempt } from '../../store/delivery-rows.ts'
import type { Endpoint } from '../../store/endpoints.ts'
import type { NotificationRepositories } from '../../store/index.ts'
import type { NotificationContext } from '../context.ts'
import { announceRaised } from '../raise/raise.ts'
import { openEndpoint, UNREADABLE } from '../settings/endpoint-parts.ts'
import { limitOf } from './limit-book.ts'
import { recordOutcomes } from './record-outcomes.ts'
import { requireDeliverable } from './require-deliverable.ts'

/** Time beyond the channel's own limit after which a requested attempt is aborted. */
const MARGIN_MS = 5_000

export interface SendNow {
  readonly stage: RequestedStage
  readonly account: Account
  readonly endpoint: Endpoint
  readonly deliveryId: string
  /** The delivery that is sent again, with the lease of the request; absent for a message that is no delivery. */
  readonly delivery?: Delivery
  /** The number of the attempt. */
  readonly n: number
  readonly body: string
}

export interface SentNow {
  readonly status: 'sent' | 'failed'
  /** One sentence on what the peer said. */
  readonly detail: string
}

/** One attempt that the owner requested: it counts against the limit of the plan and is made within the request. */
export async function sendNow(context: NotificationContext, request: SendNow): Promise<SentNow> {
  const { store, notifier, now } = context
  const { stage, endpoint, deliveryId, delivery = null, body } = request
  const channel = notifier.channels.get(endpoint.channel)
  if (!channel) throw new AppError('invalid', 'This channel is not configured on this server.')
  const attempt = await store.transaction((repositories) => begin(repositories, context, request), 'hot')
  const started = now().getTime()
  const signal = AbortSignal.timeout(channel.timeoutMs + MARGIN_MS)
  const address = openEndpoint(notifier.box, endpoint, now())
  const result = address ? await channel.send({ deliveryId, endpoint: address, body }, signal) : UNREADABLE
  const ms = Math.max(0, now().getTime() - started)
  const { raised } = await store.transaction(
    (repositories) => recordOutcomes(repositories, context, [{ stage, delivery, endpoint, attempt, result, ms }]),
    'hot',
  )
  announceRaised(notifier, raised)
  if (result.ok) return { status: 'sent', detail: sentDetail(result) }
  const isThere = stage === 'test' && isReached(endpoint.channel, result)
  return { status: 'failed', detail: isThere ? `${result.reason} ${REACHED}` : result.reason }
}

const REACHED = 'It is there and takes no tests, as programs for trade ideas do; the URL is enabled.'

function sentDetail({ httpStatus }: SendResult): string {
  return httpStatus === null ? 'Sent.' : `Sent, answered with status ${httpStatus}.`
}

async function begin(
  repositories: NotificationRepositories,
  context: NotificationContext,
  { stage, account, endpoint, deliveryId, n }: SendNow,
): Promise<DeliveryAttempt> {
  const at = context.now()
  const { channel } = endpoint
  await repositories.accountLocks.sends([account.id])
  const limit = await limitOf(repositories, account, channel, at)
  requireDeliverable(context, { stage, account, channel, endpoint, limit })
  const attempt: DeliveryAttempt = {
    deliveryId,
    n,
    cause: stage === 'redelivery' ? 'manual' : 'test',
    counted: true,
    accountId: account.id,
    channel,
    startedAt: at.toISOString(),
    ms: null,
    outcome: null,
    httpStatus: null,
    errorCode: null,
    responseHead: null,
  }
  await repositories.deliveries.putAttempts([attempt])
  return attempt
}
