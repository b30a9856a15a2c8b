/** One notification through one channel to one endpoint: its states and the ways between them. */

export type DeliveryStatus = 'pending' | 'sent' | 'failed' | 'throttled'

/**
 * What lies behind the shown status. `dropped`, `sent` and `failed` are final: nothing moves them but a redelivery by
 * the user or, for `sent`, a provider's later report.
 */
export type DeliveryState = 'pending' | 'waiting' | 'dropped' | 'sent' | 'failed'

export type DeliveryEvent =
  | 'acknowledged'
  | 'will_retry'
  | 'lease_ran_out'
  | 'gave_up'
  | 'limit_met'
  | 'slot_freed'
  | 'pushed_out'
  | 'redelivered'
  | 'recovered'
  | 'bounced'

const WAYS: Readonly<Record<DeliveryState, Partial<Record<DeliveryEvent, DeliveryState>>>> = {
  pending: {
    acknowledged: 'sent',
    will_retry: 'pending',
    lease_ran_out: 'pending',
    gave_up: 'failed',
    limit_met: 'waiting',
    pushed_out: 'dropped',
    redelivered: 'sent',
  },
  waiting: { slot_freed: 'pending', pushed_out: 'dropped', redelivered: 'sent', gave_up: 'failed' },
  dropped: { redelivered: 'sent' },
  failed: { redelivered: 'sent', recovered: 'pending' },
  sent: { bounced: 'failed', redelivered: 'sent' },
}

/** The state after an event; null where the event cannot happen in that state, which changes nothing. */
export function afterEvent(state: DeliveryState, event: DeliveryEvent): DeliveryState | null {
  return WAYS[state][event] ?? null
}

export function stateOf(status: DeliveryStatus, dueAt: string | null): DeliveryState {
  if (status !== 'throttled') return status
  return dueAt === null ? 'dropped' : 'waiting'
}

export function shownStatus(state: DeliveryState): DeliveryStatus {
  return state === 'waiting' || state === 'dropped' ? 'throttled' : state
}
