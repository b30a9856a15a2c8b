import { MINUTE_MS } from '../../lib/time/duration.ts'

/**
 * Delays of attempts to use a secret. Attempts are counted per address and per account; an attempt counts before it is
 * made, and no longer once it has succeeded. After a number of free failures each further one doubles the delay.
 * Failures decay over time, so nothing is ever locked. An address without failures of its own waits only where strangers
 * have reached the ceiling of an account that does not know it.
 */
export interface AttemptPolicy {
  /** Failures before the first delay. */
  readonly freeFailures: number
  /** The first delay; each further failure doubles it. */
  readonly firstDelayMs: number
  readonly maxDelayMs: number
  /** One failure decays after each of these spans without a failure. */
  readonly decayMs: number
}

export interface AttemptState {
  readonly failures: number
  /** When the last failure was counted. */
  readonly lastAtMs: number
}

/** Each kind of secret has its own counters, so that a mistyped password never delays a key. */
export const ATTEMPT_POLICIES = {
  password: { freeFailures: 10, firstDelayMs: 4_000, maxDelayMs: 15 * MINUTE_MS, decayMs: 30 * MINUTE_MS },
  api_token: { freeFailures: 20, firstDelayMs: 1_000, maxDelayMs: 5 * MINUTE_MS, decayMs: 5 * MINUTE_MS },
  webhook_secret: { freeFailures: 20, firstDelayMs: 1_000, maxDelayMs: 5 * MINUTE_MS, decayMs: 5 * MINUTE_MS },
  mail_token: { freeFailures: 10, firstDelayMs: 4_000, maxDelayMs: 15 * MINUTE_MS, decayMs: 10 * MINUTE_MS },
  second_factor: { freeFailures: 5, firstDelayMs: 4_000, maxDelayMs: 15 * MINUTE_MS, decayMs: 30 * MINUTE_MS },
  sign_in_step: { freeFailures: 10, firstDelayMs: 4_000, maxDelayMs: 15 * MINUTE_MS, decayMs: 10 * MINUTE_MS },
  passkey_challenge: { freeFailures: 20, firstDelayMs: 1_000, maxDelayMs: 5 * MINUTE_MS, decayMs: 5 * MINUTE_MS },
  sign_up: { freeFailures: 20, firstDelayMs: 30_000, maxDelayMs: 30 * MINUTE_MS, decayMs: 5 * MINUTE_MS },
  password_reset: { freeFailures: 20, firstDelayMs: 30_000, maxDelayMs: 30 * MINUTE_MS, decayMs: 5 * MINUTE_MS },
} as const satisfies Record<string, AttemptPolicy>

/**
 * The ceiling of wrong passwords for one account from callers that it does not know, whatever their addresses: 50 at
 * once, then one every half hour. A known caller is not held back by it.
 */
export const STRANGER_POLICY: AttemptPolicy = {
  freeFailures: 50,
  firstDelayMs: 30 * MINUTE_MS,
  maxDelayMs: 30 * MINUTE_MS,
  decayMs: 30 * MINUTE_MS,
}

export type AttemptKind = keyof typeof ATTEMPT_POLICIES

/**
 * Milliseconds until the next attempt is allowed, 0 if it is allowed now. The account's failures lengthen the delay of
 * an address that has failed itself, counted from that address's own last failure: other people cannot extend it.
 */
export function attemptDelayMs(
  address: AttemptState | undefined,
  account: AttemptState | undefined,
  policy: AttemptPolicy,
  nowMs: number,
): number {
  const own = failuresLeft(address, policy, nowMs)
  if (!address || own === 0) return 0
  const delay = Math.max(delayMs(own, policy), delayMs(failuresLeft(account, policy, nowMs), policy))
  // A clock that was set back does not lengthen the delay.
  return Math.max(0, delay - Math.max(0, nowMs - address.lastAtMs))
}

/** The state after one more counted attempt. */
export function counted(state: AttemptState | undefined, policy: AttemptPolicy, nowMs: number): AttemptState {
  const failures = Math.min(failuresLeft(state, policy, nowMs) + 1, maxFailures(policy))
  return { failures, lastAtMs: nowMs }
}

/** The state after a counted attempt succeeded. */
export function forgiven(state: AttemptState): AttemptState {
  return { failures: Math.max(0, state.failures - 1), lastAtMs: state.lastAtMs }
}

/** When all failures of the state have decayed. */
export function decayedAtMs({ failures, lastAtMs }: AttemptState, { decayMs }: AttemptPolicy): number {
  return lastAtMs + failures * decayMs
}

/** Failures that have not decayed. */
function failuresLeft(state: AttemptState | undefined, { decayMs }: AttemptPolicy, nowMs: number): number {
  if (!state) return 0
  const decayed = Math.floor(Math.max(0, nowMs - state.lastAtMs) / decayMs)
  return Math.max(0, state.failures - decayed)
}

/** The delay after this many failures. */
function delayMs(failures: number, { freeFailures, firstDelayMs, maxDelayMs }: AttemptPolicy): number {
  if (failures < freeFailures) return 0
  return Math.min(maxDelayMs, firstDelayMs * 2 ** (failures - freeFailures))
}

/** The number of failures that reaches the longest delay; more are not counted, so that decay stays bounded. */
function maxFailures({ freeFailures, firstDelayMs, maxDelayMs }: AttemptPolicy): number {
  return freeFailures + Math.ceil(Math.log2(maxDelayMs / firstDelayMs))
}
