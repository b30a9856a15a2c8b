/**
 * When an attempt that failed is repeated. Trading alerts are worth less every minute, so the early steps are dense; the
 * last attempt comes about 7 h 42 min after the first.
 */

/** Waits after the first, second, … attempt, seconds. The published schedule is made from this list. */
export const RETRY_STEPS_S = [10, 30, 120, 600, 1_800, 7_200, 18_000] as const

export const MAX_ATTEMPTS = RETRY_STEPS_S.length + 1
/** A refusal is retried for as long as a deployment of the peer takes: 2 min 40 s. */
export const MAX_REFUSED_ATTEMPTS = 4
/** Each wait is shortened or lengthened by up to this share. */
export const JITTER = 0.2
/** Bounds a hostile `Retry-After`. */
export const MAX_RETRY_AFTER_MS = 3_600_000

/** Temporary by definition, though they are of the 400s. */
const TEMPORARY = new Set(['http_408', 'http_425', 'http_429'])

/**
 * Attempts that ended with the process say nothing about the peer, so they do not count as tries. Beyond this number they
 * do, since a delivery that crashes the process must not be retried endlessly.
 */
export const MAX_INTERRUPTED = 8

/** How many of the attempts count as tries; at least the current one. */
export function triesOf({
  attempts,
  interrupted,
}: {
  readonly attempts: number
  readonly interrupted: number
}): number {
  return Math.max(Math.min(attempts, 1), attempts - Math.min(interrupted, MAX_INTERRUPTED))
}

export interface FailedTry {
  /** Attempts so far, this one included. */
  readonly attempts: number
  readonly retry: boolean
  readonly code: string
  readonly afterMs?: number | undefined
}

/** Milliseconds, whole, until the next attempt; null when there is none. `random` is from 0 up to 1. */
export function retryDelayMs({ attempts, retry, code, afterMs }: FailedTry, random: number): number | null {
  if (!retry || attempts >= maxAttempts(code)) return null
  const stepMs = (RETRY_STEPS_S[attempts - 1] ?? 0) * 1_000
  const jittered = stepMs * (1 + JITTER * (2 * random - 1))
  const requested = Math.min(afterMs ?? 0, MAX_RETRY_AFTER_MS)
  return Math.round(Math.max(jittered, requested))
}

export function maxAttempts(code: string): number {
  return /^http_4\d\d$/.test(code) && !TEMPORARY.has(code) ? MAX_REFUSED_ATTEMPTS : MAX_ATTEMPTS
}
