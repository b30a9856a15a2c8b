import { type Reason, sentReason } from './reason.ts'
import { mostAttempts, retryDelayMs } from './retry.ts'

/** What a channel says of one attempt, as far as it decides what comes next. */
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

export type AfterAttempt =
  | { readonly status: 'sent'; readonly dueMs: null; readonly reason: Reason | null }
  | { readonly status: 'failed'; readonly dueMs: null; readonly reason: Reason }
  | { readonly status: 'pending'; readonly dueMs: number; readonly reason: Reason }

export interface AttemptFacts {
  /** Tries so far, this one included. */
  readonly attempts: number
  /** Its owner asked for this one: no other follows. */
  readonly last: boolean
  readonly triggeredMs: number
  readonly nowMs: number
  /** From 0 up to 1. */
  readonly random: number
}

/** Sent, to be tried again, or given up. */
export function afterAttempt(
  result: AttemptResult,
  { attempts, last, triggeredMs, nowMs, random }: AttemptFacts,
): AfterAttempt {
  if (result.ok) return { status: 'sent', dueMs: null, reason: sentReason(triggeredMs, nowMs) }
  if (result.maybeSent) return { status: 'failed', dueMs: null, reason: { code: 'outcome_unknown' } }
  const { code: error, reason: text } = result
  const retry = result.retry && !last
  const delayMs = retryDelayMs({ attempts, retry, code: error, afterMs: result.afterMs }, random)
  if (delayMs !== null) {
    const atMs = nowMs + delayMs
    const again: Reason = { code: 'retry', error, text, next: attempts + 1, most: mostAttempts(error), atMs }
    return { status: 'pending', dueMs: atMs, reason: again }
  }
  const reason: Reason = retry ? { code: 'gave_up', error, attempts } : { code: 'refused', error, text }
  return { status: 'failed', dueMs: null, reason }
}
