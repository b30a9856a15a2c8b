/**
 * Answers the questions of other processes, in the process that asks the vendor. Each is answered for itself, so a slow
 * one holds up no other; a question that waits already becomes as urgent as the most urgent process that asks it.
 */
import { LRUCache } from 'lru-cache'
import { AppError } from '../../../lib/errors.ts'
import type { LiveExchange, LiveHints, NewAnswer } from '../../ports/live-exchange.ts'
import { type Asking, raise, runAsking, URGENCIES, withUrgency } from '../urgency.ts'
import { type EncodedAnswer, encodeAnswer, errorAnswer, type LiveAnswer } from './answer-codec.ts'
import { digestOf, type LiveQuestion, readQuestion } from './live-question.ts'
import { encodeState, type SourceState, STATE_DIGEST } from './source-state.ts'

export interface AnswererParts {
  readonly exchange: LiveExchange
  readonly hints: LiveHints
  /** Never rejects: an error is an answer. */
  readonly answer: (question: LiveQuestion) => Promise<LiveAnswer>
  readonly state: () => SourceState
  readonly nowMs: () => number
  /** Whether this process still is the one that asks the vendor. What it finds later is not given out. */
  readonly isLeading: () => boolean
  /** The first of failures of the store in a row. */
  readonly onFailure: (error: unknown) => void
}

interface Answered {
  readonly digest: string
  readonly answer: LiveAnswer
  readonly checkedMs: number
}

/** An answer that was encoded last: the same value need not be encoded again. */
interface Encoded extends EncodedAnswer {
  readonly answer: LiveAnswer
}

/** Answers of this time are written together. */
const GATHER_MS = 2
/** Whoever waits for a small one does not wait for many large ones. */
const MAX_TOGETHER = 8
const LOOK_MS = 250
const IDLE_LOOK_MS = 1_000
/** After a question others are likely. */
const BUSY_MS = 10_000
const STATE_MS = 1_000
const CLEAN_MS = 60_000
const KEPT_MS = 10 * 60_000
/** More are dropped, and asked again by those who still wait. */
const MAX_RUNNING = 1_000
const MAX_ENCODED_BYTES = 128 * 1024 * 1024

export class LiveAnswerer implements AsyncDisposable {
  readonly #parts: AnswererParts
  #hasFailed = false
  readonly #running = new Map<string, Asking>()
  readonly #encoded = new LRUCache<string, Encoded>({
    maxSize: MAX_ENCODED_BYTES,
    sizeCalculation: ({ content }) => content.length,
  })
  readonly #unsubscribe: () => void
  readonly #state: NodeJS.Timeout
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #isMore = false
  #askedMs = Number.NEGATIVE_INFINITY
  #cleanedMs: number
  #answered: Answered[] = []
  #flushing: Promise<void> | undefined
  #isClosed = false

  constructor(parts: AnswererParts) {
    this.#parts = parts
    this.#cleanedMs = parts.nowMs()
    this.#unsubscribe = parts.hints.subscribe('asked', () => this.#look())
    this.#state = setInterval(() => void this.#writeState(), STATE_MS)
    void this.#writeState()
    this.#look()
  }

  /** Looks now, and once more if it is looking: that look may have come before the question. */
  #look(): void {
    this.#isMore = true
    if (this.#isClosed) return
    this.#looking ??= this.#lookOn().finally(() => {
      this.#looking = undefined
      if (!this.#isClosed) this.#timer = setTimeout(() => this.#look(), this.#isMore ? 0 : this.#pauseMs())
    })
  }

  #pauseMs(): number {
    return this.#parts.nowMs() - this.#askedMs < BUSY_MS ? LOOK_MS : IDLE_LOOK_MS
  }

  async #lookOn(): Promise<void> {
    clearTimeout(this.#timer)
    while (this.#isMore && !this.#isClosed && this.#parts.isLeading()) {
      this.#isMore = false
      try {
        for (const { digest, question, urgency, until_ms: untilMs } of await this.#parts.exchange.take()) {
          if (untilMs > this.#parts.nowMs()) this.#begin(digest, question, urgency)
        }
      } catch (error) {
        this.#failed(error)
      }
    }
  }

  #begin(digest: string, text: string, rank: number): void {
    const urgency = URGENCIES[rank] ?? 'question'
    this.#askedMs = this.#parts.nowMs()
    const running = this.#running.get(digest)
    if (running) {
      raise(running, { urgency })
      return
    }
    const question = readQuestion(text)
    // Those of another version of the program are left to a process of that version.
    if (!question || digestOf(text) !== digest || this.#running.size >= MAX_RUNNING) return
    void withUrgency(urgency, () => runAsking((asking) => this.#run(digest, question, asking)))
  }

  async #run(digest: string, question: LiveQuestion, asking: Asking): Promise<void> {
    this.#running.set(digest, asking)
    const answer = await this.#parts.answer(question)
    this.#running.delete(digest)
    if (this.#isClosed || !this.#parts.isLeading()) return
    this.#answered.push({ digest, answer, checkedMs: this.#parts.nowMs() })
    this.#flushing ??= this.#flush()
  }

  /** One write at a time: what is answered during one goes with the next. */
  async #flush(): Promise<void> {
    await new Promise((done) => setTimeout(done, GATHER_MS))
    while (this.#answered.length > 0) {
      const some = this.#answered.splice(0, MAX_TOGETHER)
      try {
        const answers = await Promise.all(some.map((each) => this.#encode(each)))
        if (!this.#parts.isLeading()) break
        await this.#parts.exchange.put(answers)
        for (const { digest } of answers) this.#parts.hints.publish('answered', digest)
      } catch (error) {
        this.#failed(error)
      }
    }
    this.#flushing = undefined
  }

  async #encode({ digest, answer, checkedMs }: Answered): Promise<NewAnswer> {
    const before = this.#encoded.get(digest)
    const { version, content } = before && isSame(before.answer, answer) ? before : await encodeAnswer(answer)
    this.#encoded.set(digest, { answer, version, content })
    return { digest, version, checked_ms: checkedMs, content: () => content }
  }

  async #writeState(): Promise<void> {
    const { exchange, state, nowMs, isLeading } = this.#parts
    if (!isLeading()) return
    const atMs = nowMs()
    try {
      const { version, content } = encodeState(state())
      await exchange.put([{ digest: STATE_DIGEST, version, checked_ms: atMs, content: () => content }])
      this.#hasFailed = false
      if (atMs - this.#cleanedMs < CLEAN_MS) return
      this.#cleanedMs = atMs
      await exchange.removeBefore(atMs - KEPT_MS)
    } catch (error) {
      this.#failed(error)
    }
  }

  /** The first of failures in a row: one look follows the other. */
  #failed(error: unknown): void {
    if (!this.#hasFailed) this.#parts.onFailure(error)
    this.#hasFailed = true
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    this.#unsubscribe()
    clearInterval(this.#state)
    clearTimeout(this.#timer)
    await this.#looking
    clearTimeout(this.#timer)
    await this.#flushing
  }
}

/** The answer to a question, or its error. Faults of this program are reported. */
export async function answerOrError(
  ask: () => Promise<LiveAnswer>,
  onFailure: (error: unknown) => void,
): Promise<LiveAnswer> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof AppError)) onFailure(error)
    return errorAnswer(error)
  }
}

function isSame(before: LiveAnswer, answer: LiveAnswer): boolean {
  if (before.kind !== 'value' || answer.kind !== 'value') return false
  return before.value === answer.value && before.notice === answer.notice
}
