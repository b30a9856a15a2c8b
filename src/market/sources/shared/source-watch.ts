/** What is known of the process that asks the vendor, by what it writes each second. */
import type { LiveExchange } from '../../ports/live-exchange.ts'
import type { SourceHealth } from '../source-health.ts'
import { UNLED } from './shared-answers.ts'
import { decodeState, STATE_DIGEST } from './source-state.ts'

export interface SourceWatchParts {
  readonly exchange: Pick<LiveExchange, 'ask'>
  readonly nowMs: () => number
  readonly monotonicMs: () => number
  /** The first of failures in a row to read the store. */
  readonly onFailure: (error: unknown) => void
}

/** Whatever it was last, by whatever clock. */
const EVER_MS = Number.MAX_SAFE_INTEGER
const LOOK_MS = 1_000
/** A process that takes over needs three seconds, and the first one of a service some more to start. */
const UNLED_MS = 10_000

const WAITING = 'No process has reported on the source of market data yet.'

export class SourceWatch implements AsyncDisposable {
  readonly #parts: SourceWatchParts
  #state: SourceHealth | null = null
  #version: string | null = null
  /** By the clock of the process that asks the vendor: that it moves is what counts, since clocks differ. */
  #checkedMs = Number.NaN
  /** When it last moved, or this process began to look: of the monotonic clock, and of the time of day. */
  #seenMs: number
  #seenAtMs: number
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #hasFailed = false

  constructor(parts: SourceWatchParts) {
    this.#parts = parts
    this.#seenMs = parts.monotonicMs()
    this.#seenAtMs = parts.nowMs()
  }

  /** Resolves once the state was looked for. */
  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.look(), LOOK_MS)
    await this.look()
  }

  /** Whether nobody has asked the vendor for so long that nobody is about to take over. */
  isUnled(): boolean {
    return this.#parts.monotonicMs() - this.#seenMs > UNLED_MS
  }

  health(): SourceHealth {
    if (!this.isUnled()) return this.#state ?? { ...NOTHING, state: 'unasked', detail: WAITING }
    // The last good answers go on being served, where there are any.
    const { lastGoodMs = Number.NaN, refusedRows = 0 } = this.#state ?? {}
    const state = Number.isNaN(lastGoodMs) ? 'down' : 'degraded'
    return { state, sinceMs: this.#seenAtMs, lastGoodMs, detail: UNLED, refusedRows }
  }

  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #look(): Promise<void> {
    const { exchange, onFailure } = this.#parts
    const wanted = {
      digest: STATE_DIGEST,
      question: null,
      urgency: 0,
      until_ms: EVER_MS,
      sinceMs: 0,
      known: this.#version,
    }
    try {
      const [found] = await exchange.ask([wanted])
      this.#hasFailed = false
      if (!found) return
      if (found.checked_ms !== this.#checkedMs) {
        this.#checkedMs = found.checked_ms
        this.#seenMs = this.#parts.monotonicMs()
        this.#seenAtMs = this.#parts.nowMs()
      }
      if (found.content === null) return
      const state = decodeState(found.content)
      if (!state) return
      this.#state = state
      this.#version = found.version
    } catch (error) {
      if (!this.#hasFailed) onFailure(error)
      this.#hasFailed = true
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking
  }
}

const NOTHING = { sinceMs: Number.NaN, lastGoodMs: Number.NaN, refusedRows: 0 }
