/** What attempts have come to: the rows, the log of attempts and the health of endpoints. */
import { type AfterAttempt, afterAttempt } from '../domain/notifications/attempt-outcome.ts'
import { channelTitle } from '../domain/notifications/channels.ts'
import { accountContent } from '../domain/notifications/contents.ts'
import { afterFailure, afterSuccess, type EndpointHealth } from '../domain/notifications/endpoint-health.ts'
import { eventKeys } from '../domain/notifications/event-key.ts'
import { triesOf } from '../domain/notifications/retry.ts'
import { noteRefusals } from '../operations/notifications/note-refusals.ts'
import { type Raised, raiseIn } from '../operations/notifications/raise.ts'
import type { SendResult } from '../ports/channel.ts'
import type { DeliveryAttempt } from '../store/delivery-rows.ts'
import type { Endpoint } from '../store/endpoints.ts'
import type { Groups } from '../store/groups.ts'
import type { DeliveryParts, SentAttempt } from './delivery.ts'

export interface Settled {
  /** Of each attempt whether its lease still held. */
  readonly held: readonly boolean[]
  readonly raised: readonly Raised[]
}

export async function settle(groups: Groups, parts: DeliveryParts, ended: readonly SentAttempt[]): Promise<Settled> {
  const now = parts.now()
  const settlements = ended.map((each) => ({
    id: each.delivery.id,
    isSummary: each.delivery.notificationId === null,
    leaseOwner: each.delivery.leaseOwner ?? '',
    ...next(parts, each, now),
  }))
  const held = await groups.outbox.settle(settlements, now)
  const written = ended.filter(({ delivery }) => held.has(delivery.id))
  await groups.deliveries.putAttempts(written.map(attemptEnd))
  const raised = await updateHealth(groups, parts, written, now)
  return { held: ended.map(({ delivery }) => held.has(delivery.id)), raised }
}

function next({ random }: DeliveryParts, { delivery, result }: SentAttempt, now: Date): AfterAttempt {
  return afterAttempt(result, {
    attempts: triesOf(delivery),
    last: delivery.redelivery,
    triggeredMs: Date.parse(delivery.createdAt),
    nowMs: now.getTime(),
    random: random(),
  })
}

function attemptEnd({ attempt, result, ms }: SentAttempt): DeliveryAttempt {
  return {
    ...attempt,
    ms,
    outcome: result.ok ? 'sent' : 'failed',
    httpStatus: result.httpStatus,
    errorCode: result.ok ? null : result.code,
    responseHead: result.responseHead,
  }
}

async function updateHealth(
  groups: Groups,
  parts: DeliveryParts,
  ended: readonly SentAttempt[],
  now: Date,
): Promise<readonly Raised[]> {
  const ids = [...new Set(ended.map(({ endpoint }) => endpoint.id))]
  const raised: Raised[] = []
  for (const endpoint of await groups.endpoints.byIds(ids)) {
    const results = ended.flatMap((each) => (each.endpoint.id === endpoint.id ? [each.result] : []))
    raised.push(...(await noteRefusals(groups, parts, endpoint, results)))
    let health = endpoint.health
    for (const result of results) health = afterResult(health, result, now)
    if (sameHealth(health, endpoint.health)) continue
    await groups.endpoints.setHealth(endpoint.id, health)
    if (health.state === 'disabled' && endpoint.health.state !== 'disabled') {
      raised.push(...(await tellOwner(groups, parts, endpoint, now)))
    }
  }
  return raised
}

/** The service's own wrong settings say nothing of the endpoint. */
function afterResult(health: EndpointHealth, result: SendResult, now: Date): EndpointHealth {
  if (result.ok) return afterSuccess(health)
  return result.operator ? health : afterFailure(health, now.getTime(), result.disable === true)
}

function sameHealth(left: EndpointHealth, right: EndpointHealth): boolean {
  return left.state === right.state && left.failures === right.failures && left.openUntilMs === right.openUntilMs
}

/** In the bell and by e-mail, never on the address that is broken. */
function tellOwner(groups: Groups, parts: DeliveryParts, { id, accountId, channel, label }: Endpoint, now: Date) {
  const title = `${channelTitle(channel)} address switched off`
  const body = `Nothing is sent to ${label} any more, since it has only failed or says that it is gone. Test it in the settings to switch it on again.`
  const eventKey = eventKeys.account('endpoint_disabled', `${id}:${now.getTime()}`)
  const content = accountContent(title, body, { channel, address: label }, 'high')
  return raiseIn(groups, parts, [{ accountId, eventKey, content, channels: channel === 'email' ? [] : ['email'] }])
}
