/** Health of a live source for `/health/ready` and the log: reported on change, not on every failure. */
import type { VendorFailure } from './vendor-failure.ts'

/**
 * `degraded`: some requests fail, and the last good data are served; `down`: no request has succeeded, or the vendor
 * rejects our credentials.
 */
export type HealthState = 'unasked' | 'fine' | 'degraded' | 'down'

export interface SourceHealth {
  readonly state: HealthState
  /** Since when the state is what it is; NaN before the first answer. */
  readonly sinceMs: number
  /** When the vendor last gave a usable answer; NaN when it never did. */
  readonly lastGoodMs: number
  /** A sentence without addresses, queries and keys. */
  readonly detail: string
  /** Rows left out because they could not be read, since the start. */
  readonly refusedRows: number
}

/** Sources that ask a vendor have this besides the port. */
export interface LiveSource {
  sourceHealth(): SourceHealth
  /** Does one background task that is due; false when there is none. Call it every few seconds. */
  tend(): Promise<boolean>
}

const MAX_FAILING = 1_000
const FORGOTTEN_MS = 3_600_000

interface Failing {
  readonly failure: VendorFailure
  readonly atMs: number
  /** Answers go without these data. */
  readonly isSide: boolean
}

export class HealthLog {
  readonly #vendor: string
  readonly #onChange: (health: SourceHealth) => void
  readonly #failing = new Map<string, Failing>()
  #state: HealthState = 'unasked'
  #sinceMs = Number.NaN
  #lastGoodMs = Number.NaN
  #refusedRows = 0

  constructor(vendor: string, onChange: (health: SourceHealth) => void = () => undefined) {
    this.#vendor = vendor
    this.#onChange = onChange
  }

  succeeded(key: string, nowMs: number): void {
    this.#lastGoodMs = nowMs
    this.#failing.delete(key)
    this.#turn(nowMs)
  }

  /** Data that only complete an answer (`isSide`) never make a source `down`. */
  failed(key: string, failure: VendorFailure, nowMs: number, isSide = false): void {
    // What this service did not even ask says nothing about the vendor.
    if (failure.fault === 'busy') return
    // Something that the vendor does not have is an answer, and so is something that the account may do without.
    if (failure.fault === 'not_found' || (isSide && failure.fault === 'forbidden')) {
      this.succeeded(key, nowMs)
      return
    }
    if (this.#failing.size < MAX_FAILING || this.#failing.has(key)) {
      this.#failing.set(key, { failure, atMs: nowMs, isSide })
    }
    this.#turn(nowMs)
  }

  refused(rows: number): void {
    this.#refusedRows += rows
  }

  read(): SourceHealth {
    const detail = this.#sentence()
    return {
      state: this.#state,
      sinceMs: this.#sinceMs,
      lastGoodMs: this.#lastGoodMs,
      detail,
      refusedRows: this.#refusedRows,
    }
  }

  #turn(nowMs: number): void {
    // Failures of data that are no longer requested expire.
    for (const [key, { atMs }] of this.#failing) if (nowMs - atMs > FORGOTTEN_MS) this.#failing.delete(key)
    const state = this.#failing.size === 0 ? 'fine' : this.#worse()
    if (state === this.#state) return
    this.#state = state
    this.#sinceMs = nowMs
    this.#onChange(this.read())
  }

  #worse(): HealthState {
    const hasNone = Number.isNaN(this.#lastGoodMs)
    const isDown = ({ failure, isSide }: Failing) => !isSide && (hasNone || failure.fault === 'unauthorized')
    return [...this.#failing.values()].some(isDown) ? 'down' : 'degraded'
  }

  #sentence(): string {
    if (this.#state === 'unasked') return `${this.#vendor} has not been requested yet.`
    if (this.#state === 'fine') return `${this.#vendor} answers.`
    const [failing] = this.#failing.values()
    const last = Number.isNaN(this.#lastGoodMs)
      ? 'It has never answered since the start.'
      : `The last good answer came at ${new Date(this.#lastGoodMs).toISOString()}.`
    return `${failing?.failure.message ?? `${this.#vendor} fails.`} ${last}`
  }
}
