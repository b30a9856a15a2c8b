import type { SinkCall } from '../sink.ts'
import type { StoredAttempt, StoredDelivery } from '../stored.ts'
import { named } from './named.ts'

export interface DeliveryFacts {
  readonly deliveries: readonly StoredDelivery[]
  readonly attempts: readonly StoredAttempt[]
  readonly calls: readonly SinkCall[]
  /** The SMS that the vendor took. */
  readonly messages: readonly string[]
}

/** For the claim, the send and its outcome after a delivery is due. */
const GRACE_MS = 30_000

/**
 * What is due has ended; what was sent has arrived, and nothing twice without an attempt whose outcome is unknown. Within
 * an attempt a request is repeated once where a kept connection breaks under it (pinned-pool.ts), which its id allows.
 */
export function deliveryFaults({ deliveries, attempts, calls, messages }: DeliveryFacts): string[] {
  const callsById = Map.groupBy(calls, ({ id }) => id)
  const attemptsById = Map.groupBy(attempts, ({ deliveryId }) => deliveryId)
  const known = new Set(deliveries.map(({ id }) => id))
  const webhooks = deliveries.filter(({ channel }) => channel === 'webhook')
  const answered = (id: string) => (callsById.get(id) ?? []).filter(({ status }) => status === 200).length
  const attemptsOf = (id: string) => attemptsById.get(id) ?? []
  const cuts = (id: string) => (callsById.get(id) ?? []).filter(({ isCut }) => isCut).length
  /** Those after which the sender did not know whether it had arrived. */
  const unclear = (id: string) =>
    attemptsOf(id).filter(({ outcome, httpStatus }) => outcome !== 'sent' && httpStatus === null).length
  const idsOf = (all: readonly StoredDelivery[]) =>
    all.map(({ id, channel, status }) => `${id} (${channel}, ${status})`)
  return [
    ...named('deliveries that are overdue', idsOf(deliveries.filter(({ overdueMs }) => (overdueMs ?? 0) > GRACE_MS))),
    ...named('webhooks that were sent and did not arrive', idsOf(webhooks.filter((it) => isLost(it, answered(it.id))))),
    ...named(
      'webhooks of no delivery',
      [...callsById.keys()].filter((id) => !known.has(id)),
    ),
    ...named(
      'webhooks with other bytes the second time',
      [...callsById].filter(([, all]) => new Set(all.map(({ digest }) => digest)).size > 1).map(([id]) => id),
    ),
    ...named(
      'webhooks that arrived more often than they were attempted',
      [...callsById].filter(([id, all]) => all.length > attemptsOf(id).length + cuts(id)).map(([id]) => id),
    ),
    ...named(
      'webhooks that arrived twice without an interruption',
      [...callsById.keys()].filter((id) => answered(id) > 1 + unclear(id) + cuts(id)),
    ),
    ...named(
      'deliveries that were sent twice',
      [...attemptsById]
        .filter(([, all]) => all.filter(({ outcome }) => outcome === 'sent').length > 1)
        .map(([id]) => id),
    ),
    ...smsFaults(deliveries, messages),
  ]
}

const isLost = ({ status }: StoredDelivery, answered: number) => status === 'sent' && answered === 0

/** A text that came as often as deliveries have it is none that came twice. */
function smsFaults(deliveries: readonly StoredDelivery[], messages: readonly string[]): string[] {
  const texts = deliveries.filter(({ channel }) => channel === 'sms').map(({ text }) => text)
  const twice = [...Map.groupBy(messages, (text) => text)].filter(([text, all]) => {
    const quoted = JSON.stringify(text).slice(1, -1)
    return all.length > texts.filter((each) => each.includes(text) || each.includes(quoted)).length
  })
  return named(
    'SMS that came twice',
    twice.map(([text]) => text),
  )
}
