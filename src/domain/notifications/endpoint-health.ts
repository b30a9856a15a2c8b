/**
 * Breaker of an endpoint: after a run of failures it rests, then one probe finds out; a dead endpoint costs one connection
 * per pause, not one per delivery. Who stays dead for days is switched off.
 */
export interface EndpointHealth {
  readonly state: 'active' | 'cooling' | 'disabled'
  /** Failures since the last success. */
  readonly failures: number
  readonly firstFailureMs: number | null
  /** When it is asked again, while it cools. */
  readonly openUntilMs: number | null
}

export const HEALTHY: EndpointHealth = { state: 'active', failures: 0, firstFailureMs: null, openUntilMs: null }

export const FAILURES_TO_COOL = 5
export const FIRST_PAUSE_MS = 60_000
export const LONGEST_PAUSE_MS = 30 * 60_000
/** A long weekend is survived. */
export const DISABLED_AFTER_MS = 3 * 86_400_000
export const FEWEST_FAILURES_TO_DISABLE = 10

export function afterSuccess(health: EndpointHealth): EndpointHealth {
  return health.state === 'disabled' ? health : HEALTHY
}

/** `gone` is an address that says itself that nothing is to be sent there any more. */
export function afterFailure(health: EndpointHealth, nowMs: number, gone: boolean): EndpointHealth {
  const firstFailureMs = health.firstFailureMs ?? nowMs
  // What was under way when the pause began is no probe: it neither counts nor lengthens the pause.
  if (!gone && health.state === 'cooling' && nowMs < (health.openUntilMs ?? 0)) return health
  const failures = health.failures + 1
  if (health.state === 'disabled' || gone || isHopeless(failures, firstFailureMs, nowMs)) {
    return { state: 'disabled', failures, firstFailureMs, openUntilMs: null }
  }
  if (failures < FAILURES_TO_COOL) return { state: 'active', failures, firstFailureMs, openUntilMs: null }
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - FAILURES_TO_COOL))
  return { state: 'cooling', failures, firstFailureMs, openUntilMs: nowMs + pause }
}

function isHopeless(failures: number, firstFailureMs: number, nowMs: number): boolean {
  return failures >= FEWEST_FAILURES_TO_DISABLE && nowMs - firstFailureMs >= DISABLED_AFTER_MS
}

/** How many deliveries may be under way to it: none in a pause, one probe after it, else as many as the cap says. */
export function roomAt({ state, openUntilMs }: EndpointHealth, nowMs: number, cap: number): number {
  if (state === 'disabled') return 0
  if (state === 'active') return cap
  return nowMs < (openUntilMs ?? 0) ? 0 : 1
}
