/** The dispatcher: claims what is due, sends it, and records the outcome. */
import { Batcher } from '../../lib/node/batcher.ts'
import { nextTurn } from '../../lib/node/next-turn.ts'
import { operatorFault } from '../operations/deliveries/operator-fault.ts'
import { recordOutcomes, type ScheduledAttempt } from '../operations/deliveries/record-outcomes.ts'
import { announceRaised } from '../operations/raise/raise.ts'
import { openEndpoint, UNREADABLE } from '../operations/settings/endpoint-parts.ts'
import type { SendResult } from '../ports/channel.ts'
import { type Claim, type Claimed, claim } from './claim.ts'
import type { DeliveryParts } from './delivery-parts.ts'
import { promoteThrottled } from './promote-throttled.ts'

const MAX_OUTCOMES_AT_ONCE = 200

export function deliveryParts(parts: Omit<DeliveryParts, 'outcomes'>): DeliveryParts {
  const outcomes = new Batcher<ScheduledAttempt, boolean>({
    maxItems: MAX_OUTCOMES_AT_ONCE,
    flush: (ended) => recordAndClaim(complete, ended),
  })
  const complete: DeliveryParts = { ...parts, outcomes }
  return complete
}

/**
 * One step: promotes throttled deliveries, claims some of what is due and begins to send it. True when it did any of
 * this. Sends continue beside the steps; `inFlight.idle()` waits for their end.
 */
export async function deliverDue(parts: DeliveryParts): Promise<boolean> {
  if (parts.inFlight.isFull) return false
  const promoted = await promoteThrottled(parts)
  const claimed = await parts.store.transaction((repositories) => claim(repositories, parts), 'hot')
  begin(parts, claimed)
  // The next claim waits for the next turn of the event loop, so that requests are served between two.
  await nextTurn()
  return promoted || claimed.claimed.length > 0 || claimed.moved > 0
}

function begin(parts: DeliveryParts, { claimed, raised }: Claim): void {
  announceRaised(parts.notifier, raised)
  for (const each of claimed) {
    const { id, endpointId, accountId } = each.delivery
    parts.inFlight.begin({ id, endpointId, accountId }, () => send(parts, each))
  }
}

/** The outcomes of a turn are one commit, and the next claim fills their places in it. */
async function recordAndClaim(parts: DeliveryParts, ended: readonly ScheduledAttempt[]): Promise<readonly boolean[]> {
  for (const { delivery } of ended) parts.inFlight.release(delivery.id)
  try {
    const { recorded, claimed } = await parts.store.transaction(
      async (repositories) => ({
        recorded: await recordOutcomes(repositories, parts, ended),
        claimed: await claim(repositories, parts),
      }),
      'hot',
    )
    announceRaised(parts.notifier, recorded.raised)
    begin(parts, claimed)
    // Where nothing is due any more, the loop finds out when something will be.
    if (claimed.claimed.length === 0) parts.notifier.wake()
    return recorded.written
  } catch (error) {
    // What was sent stays sent, whatever is wrong with the claim: the loop meets that fault again and reports it.
    parts.log('outcomes are written alone, since they could not be with a claim', { err: error })
    const recorded = await parts.store.transaction((repositories) => recordOutcomes(repositories, parts, ended), 'hot')
    announceRaised(parts.notifier, recorded.raised)
    parts.notifier.wake()
    return recorded.written
  }
}

/** Never throws: a delivery whose outcome cannot be written is due again when its lease expires. */
async function send(parts: DeliveryParts, claimed: Claimed): Promise<void> {
  const { delivery } = claimed
  const startedMs = parts.monotonicMs()
  try {
    const result = await attempt(parts, claimed)
    if (!result) {
      parts.log('a lease was lost before its delivery was sent', { delivery: delivery.id })
      return parts.notifier.wake()
    }
    const ms = parts.monotonicMs() - startedMs
    const isWritten = await parts.outcomes.add({ stage: 'claim', ...claimed, result, ms, random: parts.random() })
    if (!isWritten) parts.log('a lease was lost while its delivery was sent', { delivery: delivery.id })
  } catch (error) {
    parts.log('the outcome of a delivery could not be written', { delivery: delivery.id, err: error })
    parts.notifier.wake()
  }
}

/** Undefined when another process has leased the row since. */
async function attempt(parts: DeliveryParts, claimed: Claimed): Promise<SendResult | undefined> {
  const { delivery, endpoint } = claimed
  const channel = parts.notifier.channels.get(delivery.channel)
  if (!channel) return operatorFault('not_configured', 'The channel is not configured on this server.')
  try {
    const address = openEndpoint(parts.notifier.box, endpoint, parts.now())
    if (!address) return UNREADABLE
    // An SMS costs money and cannot be recalled: after a crash from here on it is not repeated.
    if (delivery.channel === 'sms') {
      const isHeld = await parts.store.outbox.markHandedOver(delivery.id, delivery.leaseOwner ?? '')
      if (!isHeld) return undefined
    }
    return await channel.send({ deliveryId: delivery.id, endpoint: address, body: delivery.body }, parts.signal)
  } catch (error) {
    parts.log('a channel threw', { channel: delivery.channel, delivery: delivery.id, err: error })
    return operatorFault('internal', 'The service failed while sending.')
  }
}
