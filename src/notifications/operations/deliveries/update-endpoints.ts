import { accountContent } from '../../domain/contents.ts'
import { isReached } from '../../domain/delivery/attempt-outcome.ts'
import { channelTitle } from '../../domain/delivery/channels.ts'
import { type EndpointHealth, healthAfter } from '../../domain/delivery/endpoint-health.ts'
import { addressUnverified, needsVerification } from '../../domain/delivery/recipient-refused.ts'
import type { Stage } from '../../domain/delivery/stage.ts'
import { eventKeys } from '../../domain/event-key.ts'
import type { SendResult } from '../../ports/channel.ts'
import type { Endpoint } from '../../store/endpoints.ts'
import type { NotificationRepositories } from '../../store/index.ts'
import { raiseIn } from '../raise/raise.ts'
import type { Raised, RaiseInParts } from '../raise/trigger.ts'
import { isUrlChannel, sealedAddress } from '../settings/endpoint-parts.ts'

interface EndpointResult {
  readonly stage: Stage
  readonly endpoint: Endpoint
  readonly result: SendResult
}

/** Writes what results say about their endpoints. What is no endpoint (yet) is left out: an address to be verified. */
export async function updateEndpoints(
  repositories: NotificationRepositories,
  parts: RaiseInParts,
  ended: readonly EndpointResult[],
  now: Date,
): Promise<readonly Raised[]> {
  const ids = [...new Set(ended.map(({ endpoint }) => endpoint.id))]
  const raised: Raised[] = []
  const endpoints = await repositories.endpoints.lock(ids)
  // All at once, in their order: only a failure notifies the owner.
  const failed = ended.flatMap(({ endpoint, result }) => (result.ok ? [] : [endpoint.accountId]))
  await repositories.accountLocks.feeds([...new Set(failed)])
  for (const endpoint of endpoints) {
    const results = ended.filter((each) => each.endpoint.id === endpoint.id)
    raised.push(...(await countRefusals(repositories, parts, endpoint, results)))
    raised.push(...(await updateHealth(repositories, parts, { endpoint, results, now })))
    await followMove(repositories, parts, endpoint, results)
  }
  return raised
}

/** Unless its owner has set another address since the attempt began. */
async function followMove(
  repositories: NotificationRepositories,
  { notifier }: RaiseInParts,
  { id, addressDigest }: Endpoint,
  results: readonly EndpointResult[],
): Promise<void> {
  const moved = results.findLast(({ result, endpoint }) => result.movedTo && endpoint.addressDigest === addressDigest)
  if (moved?.result.movedTo)
    await repositories.endpoints.setAddress(id, sealedAddress(notifier.box, moved.result.movedTo))
}

/** Counts messages whose recipient the peer does not know: after too many in a row the owner has to verify the address. */
async function countRefusals(
  repositories: NotificationRepositories,
  parts: RaiseInParts,
  endpoint: Endpoint,
  results: readonly EndpointResult[],
): Promise<readonly Raised[]> {
  let refusals = endpoint.refusals
  let reason = ''
  for (const { result } of results) {
    if (result.ok) refusals = 0
    else if (result.unknownRecipient) {
      refusals++
      reason = result.reason
    }
  }
  if (refusals === endpoint.refusals) return []
  const { id, accountId, channel, label } = endpoint
  if (endpoint.verifiedAt === null || !needsVerification(channel, refusals)) {
    await repositories.endpoints.setRefusals(id, refusals)
    return []
  }
  await repositories.endpoints.setVerified(id, null)
  const event = addressUnverified(`${id}:${parts.now().getTime()}`, channel, label, reason)
  return raiseIn(repositories, parts, [{ accountId, ...event }])
}

interface HealthUpdate {
  readonly endpoint: Endpoint
  readonly results: readonly EndpointResult[]
  readonly now: Date
}

async function updateHealth(
  repositories: NotificationRepositories,
  parts: RaiseInParts,
  { endpoint, results, now }: HealthUpdate,
): Promise<readonly Raised[]> {
  const { id, channel, verifiedAt } = endpoint
  const isReachedByTest = results.some(({ stage, result }) => stage === 'test' && isReached(channel, result))
  if (isReachedByTest && verifiedAt === null && isUrlChannel(channel)) await repositories.endpoints.setVerified(id, now)
  let health = endpoint.health
  for (const { stage, result } of results) health = healthAfter(health, { stage, channel, result }, now.getTime())
  if (sameHealth(health, endpoint.health)) return []
  await repositories.endpoints.setHealth(id, health)
  const isNews = results.some(({ stage }) => stage === 'claim')
  const isDisabledNow = health.state === 'disabled' && endpoint.health.state !== 'disabled'
  // Who requested an attempt reads its outcome in the answer.
  return isNews && isDisabledNow ? notifyOfDisabled(repositories, parts, endpoint, now) : []
}

function sameHealth(left: EndpointHealth, right: EndpointHealth): boolean {
  return left.state === right.state && left.failures === right.failures && left.openUntilMs === right.openUntilMs
}

/** In the bell and by e-mail, never on the address that is broken. */
function notifyOfDisabled(
  repositories: NotificationRepositories,
  parts: RaiseInParts,
  { id, accountId, channel, label }: Endpoint,
  now: Date,
) {
  const title = `${channelTitle(channel)} address switched off`
  const body = `Nothing is sent to ${label} any more, since it has only failed or says that it is gone. Test it in the settings to switch it on again.`
  const eventKey = eventKeys.account('endpoint_disabled', `${id}:${now.getTime()}`)
  const content = accountContent(title, body, { channel, address: label }, 'high')
  return raiseIn(repositories, parts, [
    { accountId, eventKey, content, channels: channel === 'email' ? [] : ['email'] },
  ])
}
