/**
 * Tapes that a stream keeps up to date. What was missed while it was interrupted is read from the pages before anything
 * that comes after is added, so that a tape has neither a hole nor the same trade twice.
 */
import { AppError } from '../../../../lib/errors.ts'
import { VendorFailure } from '../../vendor-failure.ts'
import type { VendorStream } from './stream.ts'
import type { Interest } from './subscriptions.ts'

export interface LiveTapesOptions<Trade> {
  readonly stream: VendorStream
  /** Names to subscribe to for a symbol; the same list for as long as they are the same. */
  readonly namesOf: (symbol: string) => readonly string[]
  /** Reads the pages of a symbol from an instant on; NaN: from where they were read to. */
  readonly fill: (symbol: string, wholeUntilMs: number) => Promise<void>
  readonly add: (symbol: string, trade: Trade) => void
  /** Nobody looks any more: the tape is whole until an instant, and what comes later must be read from the pages. */
  readonly leave: (symbol: string, wholeUntilMs: number) => void
  readonly nowMs: () => number
  /** A gap that cannot be filled now is tried again with the next beat. */
  readonly onFailure: (failure: VendorFailure, symbol: string) => void
}

interface Watched<Trade> {
  /** Trades that came while the gap before them was being filled. */
  waiting: Trade[] | null
  filledAtMs: number
  wholeUntilMs: number
  settled: boolean
  /** Some that came did not fit into `waiting`: the pages must be read once more. */
  overflowed: boolean
  filling: Promise<void> | null
  lookedAtMs: number
  lastNames: readonly string[] | null
  /** All that were requested, also those that the chain has lost since. */
  readonly names: Set<string>
}

/** Pages lag the stream by some seconds: what was traded just before a subscription is looked for once more. */
const SETTLING_MS = 60_000
const MAX_WAITING = 200_000
const MAX_SYMBOLS = 32
/** A symbol that nobody has requested for so long is dropped. */
const LOOKED_AT_MS = 10 * 60_000
const TRADES: Interest = { channel: 'trades', isEssential: true }

export class LiveTapes<Trade> {
  readonly #options: LiveTapesOptions<Trade>
  readonly #watched = new Map<string, Watched<Trade>>()

  constructor(options: LiveTapesOptions<Trade>) {
    this.#options = options
  }

  /** Whether the tape of a symbol is complete and grows by itself. */
  isCurrent(symbol: string): boolean {
    return this.#options.stream.whole && this.#watched.get(symbol)?.waiting === null
  }

  /** Those that somebody looks at. */
  get symbols(): string[] {
    return [...this.#watched.keys()]
  }

  /** Somebody looks at a tape whose pages were read. More symbols than a stream should carry are left to the pages. */
  watch(symbol: string): void {
    const { stream, namesOf, nowMs } = this.#options
    const watched = this.#watched.get(symbol) ?? newWatched()
    if (!this.#watched.has(symbol) && this.#watched.size >= MAX_SYMBOLS) return
    this.#watched.set(symbol, watched)
    watched.lookedAtMs = nowMs()
    const names = namesOf(symbol)
    if (names === watched.lastNames) return
    watched.lastNames = names
    for (const name of names) watched.names.add(name)
    stream.subscribe(TRADES, names)
  }

  take(symbol: string, trade: Trade): void {
    const watched = this.#watched.get(symbol)
    if (!watched) return
    if (watched.waiting === null) this.#options.add(symbol, trade)
    else if (watched.waiting.length < MAX_WAITING) watched.waiting.push(trade)
    else watched.overflowed = true
  }

  /** Fills the gap of a symbol where the stream is whole again. */
  async fillGap(symbol: string): Promise<void> {
    const watched = this.#watched.get(symbol)
    if (watched && watched.waiting !== null && this.#options.stream.whole) await this.#fill(symbol, watched)
  }

  /** The tape of a new session was read for the first time: its pages lag, too. */
  unsettle(symbol: string): void {
    const watched = this.#watched.get(symbol)
    if (watched) Object.assign(watched, { settled: false, filledAtMs: this.#options.nowMs() })
  }

  /** Nothing came any more after an instant. */
  broken(lastSeenMs: number): void {
    for (const watched of this.#watched.values()) {
      if (watched.waiting === null) watched.wholeUntilMs = lastSeenMs
      watched.waiting = []
      watched.settled = false
    }
  }

  async beat(): Promise<void> {
    const { stream, nowMs } = this.#options
    for (const [symbol, watched] of this.#watched) {
      if (nowMs() - watched.lookedAtMs > LOOKED_AT_MS && watched.filling === null) this.#leave(symbol, watched)
    }
    stream.beat()
    if (!stream.whole) return
    for (const symbol of this.#watched.keys()) await this.fillGap(symbol)
    for (const [symbol, watched] of this.#watched) {
      if (watched.settled || watched.waiting !== null || nowMs() - watched.filledAtMs < SETTLING_MS) continue
      watched.settled = true
      await this.#fill(symbol, watched)
    }
  }

  #leave(symbol: string, watched: Watched<Trade>): void {
    const { stream, leave } = this.#options
    this.#watched.delete(symbol)
    leave(symbol, watched.waiting === null ? stream.lastSeenMs : watched.wholeUntilMs)
    stream.unsubscribe(TRADES, [...watched.names])
  }

  async #fill(symbol: string, watched: Watched<Trade>): Promise<void> {
    watched.filling ??= this.#filled(symbol, watched).finally(() => {
      watched.filling = null
    })
    await watched.filling
  }

  async #filled(symbol: string, watched: Watched<Trade>): Promise<void> {
    const { fill, add, nowMs, onFailure, stream } = this.#options
    const settling = watched.waiting === null
    if (watched.overflowed) Object.assign(watched, { overflowed: false, waiting: [] })
    try {
      await fill(symbol, settling ? Number.NaN : watched.wholeUntilMs)
    } catch (error) {
      if (error instanceof VendorFailure) onFailure(error, symbol)
      // A chain that fails is reported by the health of its own answers.
      else if (!(error instanceof AppError)) throw error
      return
    }
    // Interrupted once more, or more than can be held: the next filling begins where this one did.
    if (settling || !stream.whole || watched.overflowed) return
    for (const trade of watched.waiting ?? []) add(symbol, trade)
    watched.waiting = null
    watched.filledAtMs = nowMs()
  }
}

function newWatched<Trade>(): Watched<Trade> {
  return {
    waiting: [],
    filledAtMs: Number.NaN,
    wholeUntilMs: Number.NaN,
    settled: false,
    overflowed: false,
    filling: null,
    lookedAtMs: Number.NaN,
    lastNames: null,
    names: new Set(),
  }
}
