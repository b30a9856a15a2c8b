import { PLAN_LIMITS } from '../../../../src/notifications/domain/delivery/plan-limits.ts'
import { REQUESTS_PER_MINUTE } from '../../../../src/surfaces/rest/rate-limit.ts'
import { credentialFaults } from './checkers/credentials.ts'
import { deliveryFaults } from './checkers/deliveries.ts'
import { eventFaults } from './checkers/events.ts'
import { feedFaults } from './checkers/feeds.ts'
import { ideaFaults } from './checkers/ideas.ts'
import { requestFaults, sendFaults } from './checkers/limits.ts'
import { named } from './checkers/named.ts'
import { tapeFaults } from './checkers/tape.ts'
import { COUNTING } from './faults.ts'
import type { History } from './history.ts'
import type { Stored } from './stored.ts'
import type { ChaosWorld } from './world.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** What all checkers find in a history and the store after it, each as a sentence. */
export function faultsFound(
  { peer, sink, twilio, vendor, bells, users, processes }: ChaosWorld,
  history: History,
  stored: Stored,
) {
  const owner = users.ada.id
  const calls = sink.calls
  const { befallen, admitted } = history
  const bellFacts = bells.map(({ faults, heard, seq }) => ({ faults, heard: heard(), seq: seq() }))
  const counted = { counting: COUNTING, limit: REQUESTS_PER_MINUTE.api_key, windowMs: MINUTE_MS }
  const { hour } = PLAN_LIMITS.vega
  const orders = peer.orders.map(({ clientOrderId }) => clientOrderId)
  const messages = twilio.sent.map(({ body }) => body)
  return [
    ...ideaFaults({ ...stored, acknowledged: history.fingerprints, orders }),
    ...eventFaults({ ...stored, ...history, owner }),
    ...feedFaults({ ...stored, owner, bells: bellFacts }),
    ...deliveryFaults({ ...stored, calls, messages }),
    ...requestFaults({ admitted, befallen, ...counted }),
    ...sendFaults({ ...stored, calls, limits: { webhook: hour, sms: hour }, windowMs: HOUR_MS }),
    ...tapeFaults({ ...stored, traded: vendor.sizes }),
    ...credentialFaults(history.lateUses),
    ...named('not acknowledged within a minute after the last fault', history.stuck),
    ...processes.flatMap(({ faults }) => faults),
  ]
}
