/** The state machine of a delivery: one notification through one channel to one endpoint. The store runs this table. */
import type { Reason } from '../../contract/reason.ts'

export type DeliveryStatus = 'pending' | 'sent' | 'failed' | 'throttled'

/**
 * What lies behind the public status. Both `throttled`, which waits for a slot, and `dropped` are shown as throttled.
 * `dropped`, `sent` and `failed` are final: only its owner or, for `sent`, a provider's later report moves them.
 */
export type DeliveryState = 'pending' | 'throttled' | 'dropped' | 'sent' | 'failed'

interface Transition {
  readonly from: readonly DeliveryState[]
  readonly to: DeliveryState
}

const ANY = ['pending', 'throttled', 'dropped', 'sent', 'failed'] as const satisfies readonly DeliveryState[]

export const TRANSITIONS = {
  /** An attempt begins: it is counted, and nobody else makes one until the lease ends. */
  leased: { from: ['pending'], to: 'pending' },
  /** The process that held the lease is gone, or a redelivery on request ended without success. */
  released: { from: ['pending'], to: 'pending' },
  /** Quiet hours, a digest or a cooling endpoint put it off. */
  held: { from: ['pending'], to: 'pending' },
  retry_scheduled: { from: ['pending'], to: 'pending' },
  acknowledged: { from: ['pending'], to: 'sent' },
  gave_up: { from: ['pending', 'throttled'], to: 'failed' },
  limit_reached: { from: ['pending'], to: 'throttled' },
  slot_freed: { from: ['throttled'], to: 'pending' },
  dropped: { from: ['pending', 'throttled'], to: 'dropped' },
  /** Its owner sent it again, with success. */
  redelivered: { from: ANY, to: 'sent' },
  /** Its owner gives what failed one attempt more. */
  requeued: { from: ['failed'], to: 'pending' },
  /** The provider reports that what it had accepted did not arrive. */
  bounced: { from: ['sent'], to: 'failed' },
} as const satisfies Record<string, Transition>

export type DeliveryEvent = keyof typeof TRANSITIONS

/** The events that can happen in a state. */
export type EventIn<State extends DeliveryState> = {
  [Event in DeliveryEvent]: State extends (typeof TRANSITIONS)[Event]['from'][number] ? Event : never
}[DeliveryEvent]

/** The state after an event; null where the event cannot happen in that state, which changes nothing. */
export function afterEvent(state: DeliveryState, event: DeliveryEvent): DeliveryState | null {
  const { from, to }: Transition = TRANSITIONS[event]
  return from.includes(state) ? to : null
}

/** The state of a row: a throttled one that is never due again was dropped. */
export function stateOf(status: DeliveryStatus, dueAt: string | null): DeliveryState {
  if (status !== 'throttled') return status
  return dueAt === null ? 'dropped' : 'throttled'
}

export function shownStatus(state: DeliveryState): DeliveryStatus {
  return state === 'dropped' ? 'throttled' : state
}

/** The public status that an event leads to. */
export function statusAfter(event: DeliveryEvent): DeliveryStatus {
  return shownStatus(TRANSITIONS[event].to)
}

/** An event that happens to a delivery without an attempt; `dueMs` is null where the delivery ends. */
export type DeliveryMove =
  | {
      readonly event: 'held' | 'limit_reached'
      readonly dueMs: number
      /** The batch that it is gathered in from now on; absent where that stays as it is. */
      readonly batchKey?: string | null
      readonly reason: Reason | null
    }
  | {
      readonly event: 'gave_up' | 'dropped'
      readonly dueMs: null
      readonly batchKey?: undefined
      readonly reason: Reason
    }
