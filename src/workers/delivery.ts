/** The dispatcher: claims what is due, sends it, and writes what became of it. */
import { Gatherer } from '../lib/node/gatherer.ts'
import { nextTurn } from '../lib/node/next-turn.ts'
import { openEndpoint } from '../operations/notifications/endpoint-parts.ts'
import type { Notifier } from '../operations/notifications/notifier.ts'
import { announceRaised } from '../operations/notifications/raise.ts'
import type { SendResult } from '../ports/channel.ts'
import type { Store } from '../store/open.ts'
import { type Claim, type Claimed, claim } from './claim.ts'
import type { Flights } from './flights.ts'
import { settle } from './settle.ts'
import { promoteWaiting } from './waiting.ts'

export interface DeliveryParts {
  readonly store: Store
  readonly notifier: Notifier
  readonly flights: Flights
  readonly now: () => Date
  /** Milliseconds of a clock that never jumps. */
  readonly monotonicMs: () => number
  /** From 0 up to 1. */
  readonly random: () => number
  readonly newId: () => string
  readonly publicUrl: string
  /** Cuts what is being sent. */
  readonly signal: AbortSignal
  readonly outcomes: Gatherer<SentAttempt, boolean>
  /** A lost lease, or a fault of a channel: static text and fields. */
  readonly log: (message: string, fields: Readonly<Record<string, unknown>>) => void
}

/** An attempt that has ended. */
export interface SentAttempt extends Claimed {
  readonly result: SendResult
  readonly ms: number
}

const MOST_OUTCOMES_AT_ONCE = 200

export function deliveryParts(parts: Omit<DeliveryParts, 'outcomes'>): DeliveryParts {
  const outcomes = new Gatherer<SentAttempt, boolean>({
    most: MOST_OUTCOMES_AT_ONCE,
    flush: (ended) => settleAndClaim(complete, ended),
  })
  const complete: DeliveryParts = { ...parts, outcomes }
  return complete
}

/**
 * One step: frees those that wait for a slot, claims some of what is due and begins to send it. True when it did any of
 * this. Sending goes on beside the steps; `flights.idle()` waits for its end.
 */
export async function deliverDue(parts: DeliveryParts): Promise<boolean> {
  if (parts.flights.isFull) return false
  const promoted = await promoteWaiting(parts)
  const claimed = await parts.store.transaction((groups) => claim(groups, parts))
  begin(parts, claimed)
  // The next claim belongs to the next turn of the event loop: others want to be served between two.
  await nextTurn()
  return promoted || claimed.claimed.length > 0 || claimed.moved > 0
}

function begin(parts: DeliveryParts, { claimed, raised }: Claim): void {
  announceRaised(parts.notifier, raised)
  for (const each of claimed) {
    const { id, endpointId, accountId } = each.delivery
    parts.flights.begin({ id, endpointId, accountId }, () => send(parts, each))
  }
}

/** Outcomes of a turn are one commit, and in it what is due takes their places. */
async function settleAndClaim(parts: DeliveryParts, ended: readonly SentAttempt[]): Promise<readonly boolean[]> {
  for (const { delivery } of ended) parts.flights.land(delivery.id)
  try {
    const { settled, claimed } = await parts.store.transaction(async (groups) => ({
      settled: await settle(groups, parts, ended),
      claimed: await claim(groups, parts),
    }))
    announceRaised(parts.notifier, settled.raised)
    begin(parts, claimed)
    // Where nothing is due any more, the loop finds out when something will be.
    if (claimed.claimed.length === 0) parts.notifier.wake()
    return settled.held
  } catch (error) {
    // What was sent stays sent, whatever is wrong with what is due: that is the loop's to find and to tell.
    parts.log('outcomes are written alone, since they could not be with a claim', { err: error })
    const { held, raised } = await parts.store.transaction((groups) => settle(groups, parts, ended))
    announceRaised(parts.notifier, raised)
    parts.notifier.wake()
    return held
  }
}

/** Never throws: what cannot be written now is due again when its lease runs out. */
async function send(parts: DeliveryParts, claimed: Claimed): Promise<void> {
  const { delivery } = claimed
  const startedMs = parts.monotonicMs()
  try {
    const result = await attempt(parts, claimed)
    if (!result) {
      parts.log('a lease was lost before its delivery was sent', { delivery: delivery.id })
      return parts.notifier.wake()
    }
    const ended = { ...claimed, result, ms: parts.monotonicMs() - startedMs }
    const isHeld = await parts.outcomes.add(ended)
    if (!isHeld) parts.log('a lease was lost while its delivery was sent', { delivery: delivery.id })
  } catch (error) {
    parts.log('the outcome of a delivery could not be written', { delivery: delivery.id, err: error })
    parts.notifier.wake()
  }
}

/** Undefined when somebody else has taken the row. */
async function attempt(parts: DeliveryParts, claimed: Claimed): Promise<SendResult | undefined> {
  const { delivery, endpoint } = claimed
  const channel = parts.notifier.channels.get(delivery.channel)
  if (!channel) return fault('not_configured', 'The channel is not configured on this server.')
  try {
    // An SMS costs money and cannot be recalled: after a crash from here on it is not repeated.
    if (delivery.channel === 'sms') {
      const isHeld = await parts.store.outbox.markHandedOver(delivery.id, delivery.leaseOwner ?? '')
      if (!isHeld) return undefined
    }
    const address = openEndpoint(parts.notifier.box, endpoint, parts.now())
    return await channel.send({ deliveryId: delivery.id, endpoint: address, body: delivery.body }, parts.signal)
  } catch (error) {
    parts.log('a channel threw', { channel: delivery.channel, delivery: delivery.id, err: error })
    return fault('internal', 'The service failed while sending.')
  }
}

function fault(code: string, reason: string): SendResult {
  return { ok: false, retry: true, operator: true, code, reason, httpStatus: null, responseHead: null }
}
