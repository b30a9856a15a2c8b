/**
 * LRU cache of the last good answer per key. It is fetched again when due, and served with a warning about its age
 * while the vendor fails. One request per key at a time; backoff after failures.
 */

import { LRUCache } from 'lru-cache'
import { AppError } from '../../lib/errors.ts'
import { MINUTE_MS } from '../../lib/time/duration.ts'
import type { HealthLog } from './source-health.ts'
import { type Asking, currentAsking, raise, runAsking } from './urgency.ts'
import { VendorFailure } from './vendor-failure.ts'

export interface KeptAnswersOptions<Value> {
  /** What the keys are, for health and sentences: "chain". */
  readonly kind: string
  readonly limit: number
  readonly nowMs: () => number
  readonly random: () => number
  readonly patience: () => Promise<void>
  readonly deadline?: (() => Promise<void>) | undefined
  readonly health: HealthLog
  /** Answers go without these data, with a warning. */
  readonly isSide?: boolean
  /** After the first failure, and at most; those that spare a vendor where left out. */
  readonly pauseMs?: { readonly first: number; readonly longest: number }
  /** Whether a value last validated at an instant must be fetched again. */
  readonly isDue: (value: Value, checkedAtMs: number, nowMs: number) => boolean
  /** Returns the previous object if the vendor answers "not modified". */
  readonly ask: (key: string, before: Value | undefined) => Promise<Value>
}

/** A value with a warning about its age; null while it is current. */
export interface Served<Value> {
  readonly value: Value
  readonly stale: string | null
}

interface Entry<Value> {
  value: Value | undefined
  checkedAtMs: number
  failure: VendorFailure | null
  failures: number
  failingSinceMs: number
  notBeforeMs: number
  asking: Promise<void> | null
  /** For whom it is asked, while it is. */
  askedFor: Asking | null
}

const FIRST_PAUSE_MS = 15_000
const LONGEST_PAUSE_MS = 15 * 60_000
/** Something that the vendor does not have, or refuses, is not there a minute later either. */
const PAUSE_OF_REFUSAL_MS = 10 * 60_000
const RECENT_MS = 10 * MINUTE_MS
/** Ages in coarse steps, so that answers do not change every second. */
const AGES: readonly (readonly [number, string])[] = [
  [1440, 'a day'],
  [480, '8 hours'],
  [240, '4 hours'],
  [120, '2 hours'],
  [60, 'an hour'],
  [30, '30 minutes'],
  [15, '15 minutes'],
  [5, '5 minutes'],
  [1, 'a minute'],
]

export class KeptAnswers<Value> {
  readonly #options: KeptAnswersOptions<Value>
  readonly #entries: LRUCache<string, Entry<Value>>

  constructor(options: KeptAnswersOptions<Value>) {
    this.#options = options
    this.#entries = new LRUCache({ max: options.limit })
  }

  /** Throws the AppError `not_found` or `unavailable` when there is no value, not even an old one. */
  async get(key: string): Promise<Served<Value>> {
    const entry = this.#entryOf(key)
    const inTime = entry.value !== undefined && !this.#due(entry, entry.value) ? true : await this.#request(key, entry)
    if (entry.value !== undefined) {
      const isCurrent = inTime || !this.#due(entry, entry.value)
      return { value: entry.value, stale: this.#staleness(entry, isCurrent) }
    }
    if (!inTime) throw tooLate()
    throw errorOf(entry.failure, entry.notBeforeMs - this.#options.nowMs())
  }

  /** The value that is there, without asking. */
  peek(key: string): Value | undefined {
    return this.#entries.peek(key)?.value
  }

  /** Whether a question now would go to the vendor. */
  isDue(key: string): boolean {
    const entry = this.#entries.peek(key)
    if (!entry || this.#options.nowMs() < entry.notBeforeMs) return false
    return entry.value === undefined || this.#due(entry, entry.value)
  }

  /** Whether the last fetch found nothing. */
  isLacking(key: string): boolean {
    const entry = this.#entries.peek(key)
    return entry !== undefined && entry.value === undefined && entry.failure !== null
  }

  get size(): number {
    return this.#entries.size
  }

  #entryOf(key: string): Entry<Value> {
    const known = this.#entries.get(key)
    if (known) return known
    const entry = newEntry<Value>()
    this.#entries.set(key, entry)
    return entry
  }

  #due(entry: Entry<Value>, value: Value): boolean {
    const nowMs = this.#options.nowMs()
    // A clock that was set back makes ages negative: then the value is of unknown age.
    return nowMs < entry.checkedAtMs || this.#options.isDue(value, entry.checkedAtMs, nowMs)
  }

  /** False when the wait ended before the answer, and the value is older than a minute; the question goes on. */
  async #request(key: string, entry: Entry<Value>): Promise<boolean> {
    if (entry.asking === null && this.#options.nowMs() < entry.notBeforeMs) return true
    if (entry.askedFor) raise(entry.askedFor, currentAsking())
    entry.asking ??= runAsking((asking) => {
      entry.askedFor = asking
      return this.#ask(key, entry)
    }).finally(() => {
      entry.asking = null
      entry.askedFor = null
    })
    const age = this.#options.nowMs() - entry.checkedAtMs
    // A vendor that stalls does not hold up those for whom the value of a moment ago will do.
    const recent = entry.value !== undefined && age <= RECENT_MS
    if (recent) {
      const isAnswered = await Promise.race([entry.asking.then(() => true), this.#options.patience().then(() => false)])
      return isAnswered || age < MINUTE_MS
    }
    return await inTimeOf(entry.asking, this.#options.deadline)
  }

  async #ask(key: string, entry: Entry<Value>): Promise<void> {
    const { ask, nowMs, health, kind, isSide } = this.#options
    const place = `${kind} ${key}`
    try {
      entry.value = await ask(key, entry.value)
      Object.assign(entry, { checkedAtMs: nowMs(), failure: null, failures: 0, notBeforeMs: 0 })
      health.succeeded(place, nowMs())
    } catch (error) {
      if (!(error instanceof VendorFailure)) throw error
      this.#failed(entry, error)
      health.failed(place, error, nowMs(), isSide)
    }
  }

  #failed(entry: Entry<Value>, failure: VendorFailure): void {
    const nowMs = this.#options.nowMs()
    if (entry.failures === 0) entry.failingSinceMs = nowMs
    entry.failures++
    entry.failure = failure
    const { first, longest } = this.#options.pauseMs ?? { first: FIRST_PAUSE_MS, longest: LONGEST_PAUSE_MS }
    const doubled = first * 2 ** Math.min(entry.failures - 1, 10) * (0.5 + this.#options.random() / 2)
    const refusal = ['not_found', 'unauthorized', 'forbidden'].includes(failure.fault) ? PAUSE_OF_REFUSAL_MS : 0
    const pause = Math.max(Math.min(doubled, longest), refusal, failure.retryAfterMs ?? 0)
    entry.notBeforeMs = nowMs + pause
  }

  #staleness({ failure, failingSinceMs, checkedAtMs }: Entry<Value>, isCurrent: boolean): string | null {
    if (failure === null && isCurrent) return null
    const minutes = (this.#options.nowMs() - checkedAtMs) / MINUTE_MS
    const age = AGES.find(([least]) => minutes >= least)?.[1]
    const old = age === undefined ? 'less than a minute old' : `at least ${age} old`
    if (failure === null) return `${LATE} This answer is ${old}; the question goes on.`
    const since = new Date(failingSinceMs).toISOString().slice(0, 16).replace('T', ' ')
    return `${failure.message} So it has been since ${since} UTC, and this answer is ${old}.`
  }
}

function newEntry<Value>(): Entry<Value> {
  return {
    value: undefined,
    checkedAtMs: Number.NaN,
    failure: null,
    failures: 0,
    failingSinceMs: Number.NaN,
    notBeforeMs: 0,
    asking: null,
    askedFor: null,
  }
}

/** Whether work ended before the deadline; its failure is thrown. Work that did not goes on, and fails silently. */
export async function inTimeOf(work: Promise<unknown>, deadline: (() => Promise<void>) | undefined): Promise<boolean> {
  if (!deadline) {
    await work
    return true
  }
  work.catch(() => undefined)
  return await Promise.race([work.then(() => true), deadline().then(() => false)])
}

const LATE = 'The source of market data did not answer in time.'
const TOO_LATE = `${LATE} It is slow, or more is being asked than its rate limit allows. The question goes on.`
const RETRY_AFTER_S = 10

/** For a question that goes on behind the answer. */
function tooLate(): AppError {
  return new AppError('unavailable', `${TOO_LATE} Ask again in ${RETRY_AFTER_S} seconds.`, {
    retryAfterS: RETRY_AFTER_S,
  })
}

/** The same for a tape, of which there may be a part. */
export function busy(): VendorFailure {
  return new VendorFailure('busy', TOO_LATE, { retryAfterMs: RETRY_AFTER_S * 1000 })
}

/** The error for a user when a vendor has no answer. */
export function errorOf(failure: VendorFailure | null, pauseMs: number): AppError {
  const message = failure?.message ?? 'The source of market data gave no answer.'
  if (failure?.fault === 'not_found') return new AppError('not_found', message, { cause: failure })
  const retryAfterS = Math.max(1, Math.ceil(pauseMs / 1000))
  // Keys and grants do not change by waiting: their sentences say what to do.
  const isRefused = failure?.fault === 'unauthorized' || failure?.fault === 'forbidden'
  const advice = isRefused ? message : `${message} Try again later.`
  return new AppError('unavailable', advice, { cause: failure, retryAfterS })
}

/** Why a vendor had no answer, without the advice for a user whose whole question fails. */
export function reasonOf(error: AppError): string {
  return error.cause instanceof VendorFailure ? error.cause.message : error.message
}
