import { DAY_MS } from '../../../lib/time/duration.ts'

/**
 * Circuit breaker of an endpoint: after a run of failures it cools, then one delivery probes it, so a dead endpoint costs
 * one connection per pause, not one per delivery. An endpoint that stays dead for days is disabled.
 */
import type { ChannelName } from '../notification.ts'
import { isReached } from './attempt-outcome.ts'
import type { Stage } from './stage.ts'

export interface EndpointHealth {
  readonly state: 'active' | 'cooling' | 'disabled'
  /** Failures since the last success. */
  readonly failures: number
  readonly firstFailureMs: number | null
  /** When it is probed, while it cools. */
  readonly openUntilMs: number | null
}

export const HEALTHY: EndpointHealth = { state: 'active', failures: 0, firstFailureMs: null, openUntilMs: null }

export const FAILURES_TO_COOL = 5
export const FIRST_PAUSE_MS = 60_000
export const MAX_PAUSE_MS = 30 * 60_000
/** Longer than a long weekend. */
export const DISABLED_AFTER_MS = 3 * DAY_MS
export const MIN_FAILURES_TO_DISABLE = 10

export function afterSuccess(health: EndpointHealth): EndpointHealth {
  return health.state === 'disabled' ? health : HEALTHY
}

/** `gone`: the peer itself says that nothing is to be sent there any more. */
export function afterFailure(health: EndpointHealth, nowMs: number, gone: boolean): EndpointHealth {
  const firstFailureMs = health.firstFailureMs ?? nowMs
  // A delivery that was in flight when the pause began is no probe: it neither counts nor lengthens the pause.
  if (!gone && health.state === 'cooling' && nowMs < (health.openUntilMs ?? 0)) return health
  const failures = health.failures + 1
  if (health.state === 'disabled' || gone || isHopeless(failures, firstFailureMs, nowMs)) {
    return { state: 'disabled', failures, firstFailureMs, openUntilMs: null }
  }
  if (failures < FAILURES_TO_COOL) return { state: 'active', failures, firstFailureMs, openUntilMs: null }
  const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - FAILURES_TO_COOL))
  return { state: 'cooling', failures, firstFailureMs, openUntilMs: nowMs + pause }
}

function isHopeless(failures: number, firstFailureMs: number, nowMs: number): boolean {
  return failures >= MIN_FAILURES_TO_DISABLE && nowMs - firstFailureMs >= DISABLED_AFTER_MS
}

/** How many deliveries may be in flight to it: none during a pause, one probe after it, else `max`. */
export function roomAt({ state, openUntilMs }: EndpointHealth, nowMs: number, max: number): number {
  if (state === 'disabled') return 0
  if (state === 'active') return max
  return nowMs < (openUntilMs ?? 0) ? 0 : 1
}

interface EndpointResult {
  /** Which stage of the delivery policy let the attempt through: `claim` for the dispatcher. */
  readonly stage: Stage
  readonly channel: ChannelName
  readonly result: {
    readonly ok: boolean
    readonly httpStatus: number | null
    readonly disable?: boolean
    readonly operator?: boolean
  }
}

/**
 * The health after an attempt. A test that reaches the peer enables the endpoint again. Failures of attempts that the
 * owner requested do not count towards a pause, unless the peer says that it is gone.
 */
export function healthAfter(
  health: EndpointHealth,
  { stage, channel, result }: EndpointResult,
  nowMs: number,
): EndpointHealth {
  if (stage === 'test' && isReached(channel, result)) return HEALTHY
  if (result.ok) return afterSuccess(health)
  const gone = result.disable === true
  // A wrong setting of the service says nothing about the endpoint.
  if (result.operator || (stage !== 'claim' && !gone)) return health
  return afterFailure(health, nowMs, gone)
}
