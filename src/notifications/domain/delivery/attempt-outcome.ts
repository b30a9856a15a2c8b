import type { Reason } from '../../contract/reason.ts'
import type { ChannelName } from '../notification.ts'
import { sentReason } from './reason-words.ts'
import { maxAttempts, retryDelayMs } from './retry.ts'

/** The part of a channel's result that decides what follows an attempt. */
export type AttemptResult =
  | { readonly ok: true }
  | {
      readonly ok: false
      readonly retry: boolean
      readonly code: string
      readonly reason: string
      readonly afterMs?: number
      readonly maybeSent?: boolean
    }

/** The event that an attempt leads to, and when the next attempt is due: null when there is none. */
export type AfterAttempt =
  | { readonly event: 'acknowledged'; readonly dueMs: null; readonly reason: Reason | null }
  | { readonly event: 'gave_up'; readonly dueMs: null; readonly reason: Reason }
  | { readonly event: 'retry_scheduled'; readonly dueMs: number; readonly reason: Reason }

export interface AttemptFacts {
  /** Attempts so far, this one included. */
  readonly attempts: number
  /** Its owner requested this one: no other follows. */
  readonly last: boolean
  readonly triggeredMs: number
  readonly nowMs: number
  /** From 0 up to 1. */
  readonly random: number
}

/** Sent, to be retried, or given up. */
export function afterAttempt(
  result: AttemptResult,
  { attempts, last, triggeredMs, nowMs, random }: AttemptFacts,
): AfterAttempt {
  if (result.ok) return { event: 'acknowledged', dueMs: null, reason: sentReason(triggeredMs, nowMs) }
  if (result.maybeSent) return { event: 'gave_up', dueMs: null, reason: { code: 'outcome_unknown' } }
  const { code: error, reason: text } = result
  const retry = result.retry && !last
  const delayMs = retryDelayMs({ attempts, retry, code: error, afterMs: result.afterMs }, random)
  if (delayMs !== null) {
    const atMs = nowMs + delayMs
    const again: Reason = { code: 'retry', error, text, next: attempts + 1, most: maxAttempts(error), atMs }
    return { event: 'retry_scheduled', dueMs: atMs, reason: again }
  }
  const reason: Reason = retry ? { code: 'gave_up', error, attempts } : { code: 'refused', error, text }
  return { event: 'gave_up', dueMs: null, reason }
}

/** What a program answers that understood the request and does not take its content (RFC 9110 section 15.5.21). */
const UNPROCESSABLE = 422

/**
 * Whether a test found the peer. A program that takes only trade ideas must not be sent an invented one: it reads the
 * signed test and refuses its content, which also shows that it is there.
 */
export function isReached(
  channel: ChannelName,
  { ok, httpStatus }: { readonly ok: boolean; readonly httpStatus: number | null },
): boolean {
  return ok || (channel === 'webhook' && httpStatus === UNPROCESSABLE)
}
