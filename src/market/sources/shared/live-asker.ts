/**
 * Puts the questions of this process to the one that asks the vendor, and waits for the answers. Hints tell it when to
 * look; without them it looks some times a second while something is awaited. What is asked at the same time travels in
 * one statement.
 */
import { AppError } from '../../../lib/errors.ts'
import type { FoundAnswer, LiveExchange, LiveHints, WantedAnswer } from '../../ports/live-exchange.ts'
import { type Asking, currentAsking, rankOf } from '../urgency.ts'
import { VendorFailure } from '../vendor-failure.ts'
import { decodeAnswer, type LiveAnswer } from './answer-codec.ts'
import { digestOf } from './live-question.ts'

/** An answer as it is kept: the same object `answer` for as long as its version is the same. */
export interface HeldAnswer {
  readonly answer: LiveAnswer
  readonly version: string
  /** When it was last found right, by the process that asks the vendor. */
  readonly checkedMs: number
}

export interface AskerParts {
  readonly exchange: LiveExchange
  readonly hints: LiveHints
  readonly nowMs: () => number
  readonly monotonicMs: () => number
}

interface Pending {
  readonly text: string
  readonly before: HeldAnswer | undefined
  readonly sinceMs: number
  readonly untilMs: number
  readonly asking: Asking
  /** Of the monotonic clock, when it was last put down. */
  putMs: number
  readonly resolve: (held: HeldAnswer) => void
  readonly reject: (failure: VendorFailure) => void
}

/** Questions of this time travel together. */
const GATHER_MS = 2
const LOOK_MS = 250
/** Put down again, because the process that took it may have died. */
const PUT_AGAIN_MS = 1_000
/** As long as the sources themselves let anybody wait. */
const MAX_WAIT_MS = 20_000

export class LiveAsker implements Disposable {
  readonly #parts: AskerParts
  readonly #pending = new Map<string, Pending>()
  readonly #unsubscribe: () => void
  #soon: NodeJS.Timeout | undefined
  #later: NodeJS.Timeout | undefined
  #looking = false
  #isClosed = false

  constructor(parts: AskerParts) {
    this.#parts = parts
    this.#unsubscribe = parts.hints.subscribe('answered', (digest) => {
      if (this.#pending.has(digest)) this.#lookSoon()
    })
  }

  /**
   * The answer to a question that is not pending already, found right at most `maxAgeMs` ago; the object of before if it
   * still is the answer. Throws a VendorFailure where nobody answers in time.
   */
  ask(text: string, before: HeldAnswer | undefined, maxAgeMs: number): Promise<HeldAnswer> {
    const nowMs = this.#parts.nowMs()
    return new Promise((resolve, reject) => {
      const asking = currentAsking()
      const times = { sinceMs: nowMs - maxAgeMs, untilMs: nowMs + MAX_WAIT_MS, putMs: Number.NEGATIVE_INFINITY }
      this.#pending.set(digestOf(text), { text, before, ...times, asking, resolve, reject })
      this.#lookSoon()
    })
  }

  #lookSoon(): void {
    if (!this.#isClosed) this.#soon ??= setTimeout(() => void this.#look(), GATHER_MS)
  }

  async #look(): Promise<void> {
    this.#soon = undefined
    if (this.#looking) return this.#lookSoon()
    this.#looking = true
    clearTimeout(this.#later)
    this.#dropLate()
    const wanted = [...this.#pending].map(([digest, pending]) => this.#wanted(digest, pending))
    try {
      if (wanted.length > 0) await this.#take(wanted, await this.#parts.exchange.ask(wanted))
    } catch (error) {
      this.#failed(wanted, error)
    }
    this.#looking = false
    if (this.#pending.size > 0 && !this.#isClosed) this.#later = setTimeout(() => this.#lookSoon(), LOOK_MS)
  }

  #wanted(digest: string, pending: Pending): WantedAnswer {
    const { text, before, sinceMs, untilMs, asking } = pending
    const monotonicMs = this.#parts.monotonicMs()
    const isPut = monotonicMs - pending.putMs >= PUT_AGAIN_MS
    if (isPut) pending.putMs = monotonicMs
    return {
      digest,
      question: isPut ? text : null,
      urgency: rankOf(asking.urgency),
      until_ms: untilMs,
      sinceMs,
      known: before?.version ?? null,
    }
  }

  async #take(wanted: readonly WantedAnswer[], found: readonly FoundAnswer[]): Promise<void> {
    for (const { digest, version, checked_ms: checkedMs, content } of found) {
      const pending = this.#pending.get(digest)
      const answer = content === null ? pending?.before?.answer : await decodeAnswer(content)
      if (!pending || !answer) continue
      this.#pending.delete(digest)
      pending.resolve({ answer, version, checkedMs })
    }
    const isPut = wanted.some(({ digest, question }) => question !== null && this.#pending.has(digest))
    if (isPut) this.#parts.hints.publish('asked', '')
  }

  #dropLate(): void {
    for (const [digest, { untilMs, reject }] of this.#pending) {
      if (this.#parts.nowMs() < untilMs) continue
      this.#pending.delete(digest)
      reject(new VendorFailure('stalled', 'The process that asks the source of market data did not answer in time.'))
    }
  }

  #failed(wanted: readonly WantedAnswer[], error: unknown): void {
    const reason = error instanceof AppError ? error.message : 'Other processes of the service cannot be asked.'
    for (const { digest } of wanted) {
      const pending = this.#pending.get(digest)
      this.#pending.delete(digest)
      pending?.reject(new VendorFailure('reset', reason, { cause: error }))
    }
  }

  [Symbol.dispose](): void {
    this.#isClosed = true
    this.#unsubscribe()
    clearTimeout(this.#soon)
    clearTimeout(this.#later)
    const closed = new VendorFailure('busy', 'This process of the service is being closed.')
    for (const { reject } of this.#pending.values()) reject(closed)
    this.#pending.clear()
  }
}
