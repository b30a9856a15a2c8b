/**
 * The last good value of each key: asked for again when it is due, served with a word about its age while the vendor
 * fails. Only one question per key is under way, a vendor that fails is left alone for longer and longer, and the keys
 * used longest ago are forgotten.
 */
import { AppError } from '../../domain/errors.ts'
import type { HealthLog } from './source-health.ts'
import { VendorFailure } from './vendor-failure.ts'

export interface KeptAnswersOptions<Value> {
  /** What the keys are, for health and sentences: "chain". */
  readonly kind: string
  readonly limit: number
  readonly nowMs: () => number
  readonly random: () => number
  readonly patience: () => Promise<void>
  readonly health: HealthLog
  /** Whether a value that was last found to be current at an instant must be asked for again. */
  readonly isDue: (value: Value, checkedAtMs: number, nowMs: number) => boolean
  /** Gives the value of before, the same object, when the vendor says that nothing changed. */
  readonly ask: (key: string, before: Value | undefined) => Promise<Value>
}

/** A value with what must be said about it: null while it is current. */
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
}

const FIRST_PAUSE_MS = 15_000
const LONGEST_PAUSE_MS = 15 * 60_000
/** Something that the vendor does not have, or refuses, is not there a minute later either. */
const PAUSE_OF_REFUSAL_MS = 10 * 60_000
const MINUTE_MS = 60_000
const RECENT_MS = 10 * MINUTE_MS
/** Ages are told in steps, so that an answer does not change each second because it says how old it is. */
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
  readonly #entries = new Map<string, Entry<Value>>()

  constructor(options: KeptAnswersOptions<Value>) {
    this.#options = options
  }

  /** Throws the AppError `not_found` or `unavailable` when there is no value, not even an old one. */
  async get(key: string): Promise<Served<Value>> {
    const entry = this.#entryOf(key)
    if (entry.value === undefined || this.#due(entry, entry.value)) await this.#asked(key, entry)
    if (entry.value !== undefined) return { value: entry.value, stale: this.#staleness(entry) }
    throw errorOf(entry.failure, entry.notBeforeMs - this.#options.nowMs())
  }

  /** The value that is there, without asking. */
  peek(key: string): Value | undefined {
    return this.#entries.get(key)?.value
  }

  /** Whether a question now would go to the vendor. */
  isDue(key: string): boolean {
    const entry = this.#entries.get(key)
    if (!entry || this.#options.nowMs() < entry.notBeforeMs) return false
    return entry.value === undefined || this.#due(entry, entry.value)
  }

  /** Whether the vendor was asked for it and gave nothing. */
  isLacking(key: string): boolean {
    const entry = this.#entries.get(key)
    return entry !== undefined && entry.value === undefined && entry.failure !== null
  }

  get size(): number {
    return this.#entries.size
  }

  #entryOf(key: string): Entry<Value> {
    const entry = this.#entries.get(key) ?? newEntry<Value>()
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#options.limit) break
      this.#entries.delete(oldest)
    }
    return entry
  }

  #due(entry: Entry<Value>, value: Value): boolean {
    const nowMs = this.#options.nowMs()
    // A clock that was set back makes ages negative: then the value is of unknown age.
    return nowMs < entry.checkedAtMs || this.#options.isDue(value, entry.checkedAtMs, nowMs)
  }

  async #asked(key: string, entry: Entry<Value>): Promise<void> {
    if (entry.asking === null && this.#options.nowMs() < entry.notBeforeMs) return
    entry.asking ??= this.#ask(key, entry).finally(() => {
      entry.asking = null
    })
    const age = this.#options.nowMs() - entry.checkedAtMs
    // A vendor that stalls does not hold up those for whom the value of a moment ago will do.
    if (entry.value !== undefined && age <= RECENT_MS) await Promise.race([entry.asking, this.#options.patience()])
    else await entry.asking
  }

  async #ask(key: string, entry: Entry<Value>): Promise<void> {
    const { ask, nowMs, health, kind } = this.#options
    const place = `${kind} ${key}`
    try {
      entry.value = await ask(key, entry.value)
      Object.assign(entry, { checkedAtMs: nowMs(), failure: null, failures: 0, notBeforeMs: 0 })
      health.succeeded(place, nowMs())
    } catch (error) {
      if (!(error instanceof VendorFailure)) throw error
      this.#failed(entry, error)
      health.failed(place, error, nowMs())
    }
  }

  #failed(entry: Entry<Value>, failure: VendorFailure): void {
    const nowMs = this.#options.nowMs()
    if (entry.failures === 0) entry.failingSinceMs = nowMs
    entry.failures++
    entry.failure = failure
    const doubled = FIRST_PAUSE_MS * 2 ** Math.min(entry.failures - 1, 10) * (0.5 + this.#options.random() / 2)
    const refusal = ['not_found', 'unauthorized', 'forbidden'].includes(failure.fault) ? PAUSE_OF_REFUSAL_MS : 0
    const pause = Math.max(Math.min(doubled, LONGEST_PAUSE_MS), refusal, failure.retryAfterMs ?? 0)
    entry.notBeforeMs = nowMs + pause
  }

  #staleness({ failure, failingSinceMs, checkedAtMs }: Entry<Value>): string | null {
    if (failure === null) return null
    const since = new Date(failingSinceMs).toISOString().slice(0, 16).replace('T', ' ')
    const minutes = (this.#options.nowMs() - checkedAtMs) / MINUTE_MS
    const age = AGES.find(([least]) => minutes >= least)?.[1]
    const old = age === undefined ? 'less than a minute old' : `at least ${age} old`
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
  }
}

/** The error that a person sees who asks for what a vendor does not give. */
export function errorOf(failure: VendorFailure | null, pauseMs: number): AppError {
  const message = failure?.message ?? 'The source of market data gave no answer.'
  if (failure?.fault === 'not_found') return new AppError('not_found', message, { cause: failure })
  const retryAfterS = Math.max(1, Math.ceil(pauseMs / 1000))
  return new AppError('unavailable', `${message} Try again later.`, { cause: failure, retryAfterS })
}

/** The same value with one more warning, and the same object for as long as both are the same. */
export function warned<Value extends { readonly warnings: readonly string[] }>(): (
  value: Value,
  warning: string | null,
) => Value {
  const kept = new WeakMap<Value, { readonly warning: string; readonly value: Value }>()
  return (value, warning) => {
    if (warning === null) return value
    const known = kept.get(value)
    if (known?.warning === warning) return known.value
    const made = { ...value, warnings: [...value.warnings, warning] }
    kept.set(value, { warning, value: made })
    return made
  }
}
