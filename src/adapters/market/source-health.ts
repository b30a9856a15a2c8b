/** How a live source fares, for `/health/ready` and for the log: told once when it changes, not at each failure. */
import type { VendorFailure } from './vendor-failure.ts'

/**
 * `degraded`: some questions fail, the last good data are served; `down`: none was ever answered, or all fail because
 * the vendor does not accept us.
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
  /** Does one thing that is due by itself; false when there is none. To be called every few seconds. */
  tend(): Promise<boolean>
}

const MOST_FAILING = 1_000
const FORGOTTEN_MS = 3_600_000

export class HealthLog {
  readonly #vendor: string
  readonly #onChange: (health: SourceHealth) => void
  readonly #failing = new Map<string, { readonly failure: VendorFailure; readonly atMs: number }>()
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

  failed(key: string, failure: VendorFailure, nowMs: number): void {
    // Something that the vendor does not have is an answer.
    if (failure.fault === 'not_found') {
      this.succeeded(key, nowMs)
      return
    }
    if (this.#failing.size < MOST_FAILING || this.#failing.has(key)) this.#failing.set(key, { failure, atMs: nowMs })
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
    // What nobody asked for again fails no more.
    for (const [key, { atMs }] of this.#failing) if (nowMs - atMs > FORGOTTEN_MS) this.#failing.delete(key)
    const state = this.#failing.size === 0 ? 'fine' : Number.isNaN(this.#lastGoodMs) ? 'down' : this.#worse()
    if (state === this.#state) return
    this.#state = state
    this.#sinceMs = nowMs
    this.#onChange(this.read())
  }

  #worse(): HealthState {
    return [...this.#failing.values()].some(({ failure }) => failure.fault === 'unauthorized') ? 'down' : 'degraded'
  }

  #sentence(): string {
    if (this.#state === 'unasked') return `${this.#vendor} has not been asked yet.`
    if (this.#state === 'fine') return `${this.#vendor} answers.`
    const [failing] = this.#failing.values()
    const last = Number.isNaN(this.#lastGoodMs)
      ? 'It has never answered since the start.'
      : `The last good answer came at ${new Date(this.#lastGoodMs).toISOString()}.`
    return `${failing?.failure.message ?? `${this.#vendor} fails.`} ${last}`
  }
}
