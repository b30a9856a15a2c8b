import { afterAttempt } from '../../domain/delivery/attempt-outcome.ts'
import { triesOf } from '../../domain/delivery/retry.ts'
import type { RequestedStage } from '../../domain/delivery/stage.ts'
import type { SendResult } from '../../ports/channel.ts'
import type { Delivery, DeliveryAttempt } from '../../store/delivery-rows.ts'
import type { Endpoint } from '../../store/endpoints.ts'
import type { NotificationRepositories } from '../../store/index.ts'
import type { Settlement } from '../../store/outbox.ts'
import type { Raised, RaiseInParts } from '../raise/trigger.ts'
import { updateEndpoints } from './update-endpoints.ts'

interface Ended {
  readonly endpoint: Endpoint
  readonly attempt: DeliveryAttempt
  readonly result: SendResult
  /** How long it took, milliseconds. */
  readonly ms: number
}

/** An attempt that the dispatcher made under a lease. */
export interface ScheduledAttempt extends Ended {
  readonly stage: 'claim'
  readonly delivery: Delivery
  /** From 0 up to 1, for the jitter of the next attempt. */
  readonly random: number
}

/** An attempt that the owner requested; a test or a verification belongs to no delivery. */
export interface RequestedAttempt extends Ended {
  readonly stage: RequestedStage
  /** With the lease that the request holds. */
  readonly delivery: Delivery | null
}

export type EndedAttempt = ScheduledAttempt | RequestedAttempt

export interface Recorded {
  /** For each attempt whether its lease was still valid; nothing was written where it was not. */
  readonly written: readonly boolean[]
  readonly raised: readonly Raised[]
}

/**
 * Writes the outcomes of attempts: the rows of the deliveries, the log of attempts, the health of the endpoints and what
 * their owners are notified of. The only place that does; the dispatcher, tests and redeliveries share it.
 */
export async function recordOutcomes(
  repositories: NotificationRepositories,
  parts: RaiseInParts,
  ended: readonly EndedAttempt[],
): Promise<Recorded> {
  const now = parts.now()
  const settlements = ended.flatMap((each) => (each.stage === 'claim' ? [settlementOf(each, now)] : []))
  const settled = await repositories.outbox.settle(settlements, now)
  const isWritten = (each: EndedAttempt) => each.stage !== 'claim' || settled.has(each.delivery.id)
  for (const each of ended) if (each.stage !== 'claim') await endRequest(repositories, each, now)
  const written = ended.filter(isWritten)
  await repositories.deliveries.putAttempts(written.map(loggedAttempt))
  const raised = await updateEndpoints(repositories, parts, written, now)
  return { written: ended.map(isWritten), raised }
}

function settlementOf({ delivery, result, random }: ScheduledAttempt, now: Date): Settlement {
  const after = afterAttempt(result, {
    attempts: triesOf(delivery),
    last: delivery.redelivery,
    triggeredMs: Date.parse(delivery.createdAt),
    nowMs: now.getTime(),
    random,
  })
  const { id, notificationId, leaseOwner } = delivery
  return { id, isSummary: notificationId === null, leaseOwner: leaseOwner ?? '', ...after }
}

/** A redelivery that fails leaves the row as it was: the attempt is in the log. */
async function endRequest(
  { deliveries }: NotificationRepositories,
  { delivery, result }: RequestedAttempt,
  now: Date,
): Promise<void> {
  if (!delivery) return
  if (result.ok) await deliveries.markRedelivered(delivery.id, now)
  else if (delivery.leaseOwner !== null) await deliveries.giveBack(delivery.id, delivery.leaseOwner)
}

function loggedAttempt({ attempt, result, ms }: EndedAttempt): DeliveryAttempt {
  return {
    ...attempt,
    ms,
    outcome: result.ok ? 'sent' : 'failed',
    httpStatus: result.httpStatus,
    errorCode: result.ok ? null : result.code,
    responseHead: result.responseHead,
  }
}
