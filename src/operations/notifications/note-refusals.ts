import { addressUnverified, needsVerification } from '../../domain/notifications/recipient-refused.ts'
import type { SendResult } from '../../ports/channel.ts'
import type { Endpoint } from '../../store/endpoints.ts'
import type { Groups } from '../../store/groups.ts'
import { type Raised, type RaiseParts, raiseIn } from './raise.ts'

/** Counts messages whose recipient the peer does not know; after too many in a row the owner has to verify the address. */
export async function noteRefusals(
  groups: Groups,
  parts: Omit<RaiseParts, 'store'>,
  endpoint: Endpoint,
  results: readonly SendResult[],
): Promise<readonly Raised[]> {
  let refusals = endpoint.refusals
  let reason = ''
  for (const result of results) {
    if (result.ok) refusals = 0
    else if (result.unknownRecipient) {
      refusals++
      reason = result.reason
    }
  }
  if (refusals === endpoint.refusals) return []
  const { id, accountId, channel, label } = endpoint
  if (endpoint.verifiedAt === null || !needsVerification(channel, refusals)) {
    await groups.endpoints.setRefusals(id, refusals)
    return []
  }
  await groups.endpoints.setVerified(id, null)
  const event = addressUnverified(`${id}:${parts.now().getTime()}`, channel, label, reason)
  return raiseIn(groups, parts, [{ accountId, ...event }])
}
