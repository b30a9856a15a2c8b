/**
 * How tries at a secret are slowed down. Counted are tries by address and by account; a try counts before it is made
 * and is forgiven when it was right. After a number of free failures each further one must wait longer than the one
 * before. Failures fade with time, so nothing is ever locked, and an address that has not failed itself never waits,
 * however many strangers have failed at the same account.
 */
export interface GuessPolicy {
  /** Failures before the first delay. */
  readonly free: number
  /** The first delay; each further failure doubles it. */
  readonly firstDelayMs: number
  readonly longestDelayMs: number
  /** One failure is forgotten after each of these spans without a failure. */
  readonly fadeMs: number
}

export interface GuessState {
  readonly failures: number
  /** When the last failure was counted. */
  readonly lastAtMs: number
}

const MINUTE_MS = 60_000

/** Each kind of secret has counters of its own, so that a mistyped password never slows a key down. */
export const GUESS_POLICIES = {
  password: { free: 10, firstDelayMs: 4_000, longestDelayMs: 15 * MINUTE_MS, fadeMs: 30 * MINUTE_MS },
  api_token: { free: 20, firstDelayMs: 1_000, longestDelayMs: 5 * MINUTE_MS, fadeMs: 5 * MINUTE_MS },
  mail_token: { free: 10, firstDelayMs: 4_000, longestDelayMs: 15 * MINUTE_MS, fadeMs: 10 * MINUTE_MS },
  sign_up: { free: 20, firstDelayMs: 30_000, longestDelayMs: 30 * MINUTE_MS, fadeMs: 5 * MINUTE_MS },
  password_reset: { free: 20, firstDelayMs: 30_000, longestDelayMs: 30 * MINUTE_MS, fadeMs: 5 * MINUTE_MS },
} as const satisfies Record<string, GuessPolicy>

export type GuessKind = keyof typeof GUESS_POLICIES

/**
 * Milliseconds until the next try may be made, 0 when it may be made now. The account's failures lengthen the delay of
 * an address that has failed itself, counted from that address's own last failure: a stranger cannot extend it.
 */
export function tryWaitMs(
  address: GuessState | undefined,
  account: GuessState | undefined,
  policy: GuessPolicy,
  nowMs: number,
): number {
  const own = failuresLeft(address, policy, nowMs)
  if (!address || own === 0) return 0
  const delay = Math.max(delayMs(own, policy), delayMs(failuresLeft(account, policy, nowMs), policy))
  // A clock that was set back lengthens no delay beyond itself.
  return Math.max(0, delay - Math.max(0, nowMs - address.lastAtMs))
}

/** The state after one more counted try. */
export function counted(state: GuessState | undefined, policy: GuessPolicy, nowMs: number): GuessState {
  const failures = Math.min(failuresLeft(state, policy, nowMs) + 1, mostFailures(policy))
  return { failures, lastAtMs: nowMs }
}

/** The state after a counted try turned out right. */
export function forgiven(state: GuessState): GuessState {
  return { failures: Math.max(0, state.failures - 1), lastAtMs: state.lastAtMs }
}

/** From when on the state says no more than none at all. */
export function forgottenAtMs({ failures, lastAtMs }: GuessState, { fadeMs }: GuessPolicy): number {
  return lastAtMs + failures * fadeMs
}

/** Failures that have not faded. */
function failuresLeft(state: GuessState | undefined, { fadeMs }: GuessPolicy, nowMs: number): number {
  if (!state) return 0
  const faded = Math.floor(Math.max(0, nowMs - state.lastAtMs) / fadeMs)
  return Math.max(0, state.failures - faded)
}

/** The wait after the last of so many failures. */
function delayMs(failures: number, { free, firstDelayMs, longestDelayMs }: GuessPolicy): number {
  if (failures < free) return 0
  return Math.min(longestDelayMs, firstDelayMs * 2 ** (failures - free))
}

/** The number of failures that reaches the longest delay: more are not counted, so that fading stays bounded. */
function mostFailures({ free, firstDelayMs, longestDelayMs }: GuessPolicy): number {
  return free + Math.ceil(Math.log2(longestDelayMs / firstDelayMs))
}
