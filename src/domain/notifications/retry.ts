/**
 * When an attempt that failed is repeated. Trading alerts are worth less every minute, so the early steps are dense; the
 * last attempt comes about 7 h 42 min after the first.
 */

/** Waits after the first, second, … attempt, seconds. The published schedule is made from this list. */
export const RETRY_STEPS_S = [10, 30, 120, 600, 1_800, 7_200, 18_000] as const

export const MOST_ATTEMPTS = RETRY_STEPS_S.length + 1
/** What was understood and refused is repeated for as long as a deployment takes: 2 min 40 s. */
export const MOST_REFUSED_ATTEMPTS = 4
/** Each wait is shortened or lengthened by up to this share. */
export const JITTER = 0.2
/** A hostile `Retry-After` must not park a delivery for ever. */
export const LONGEST_RETRY_AFTER_MS = 3_600_000

/** Temporary by definition, though they are of the 400s. */
const TEMPORARY = new Set(['http_408', 'http_425', 'http_429'])

/**
 * Attempts that ended with the process say nothing of the peer, so they are not counted as tries; beyond so many they
 * are, since a delivery that itself ends the process must not be tried for ever.
 */
export const MOST_INTERRUPTED = 8

/** How many of the attempts count as tries; at least the one that is being made. */
export function triesOf({
  attempts,
  interrupted,
}: {
  readonly attempts: number
  readonly interrupted: number
}): number {
  return Math.max(Math.min(attempts, 1), attempts - Math.min(interrupted, MOST_INTERRUPTED))
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
  if (!retry || attempts >= mostAttempts(code)) return null
  const stepMs = (RETRY_STEPS_S[attempts - 1] ?? 0) * 1_000
  const jittered = stepMs * (1 + JITTER * (2 * random - 1))
  const asked = Math.min(afterMs ?? 0, LONGEST_RETRY_AFTER_MS)
  return Math.round(Math.max(jittered, asked))
}

export function mostAttempts(code: string): number {
  return /^http_4\d\d$/.test(code) && !TEMPORARY.has(code) ? MOST_REFUSED_ATTEMPTS : MOST_ATTEMPTS
}
