/** The answers of the process that asks the vendor, kept for a moment: many who ask the same at once ask once. */
import { AppError } from '../../../lib/errors.ts'
import { KeptAnswers } from '../kept-answers.ts'
import { HealthLog } from '../source-health.ts'
import { VendorFailure } from '../vendor-failure.ts'
import { valueOrThrow } from './answer-codec.ts'
import type { HeldAnswer } from './live-asker.ts'
import { type LiveMethod, type LiveQuestion, textOf } from './live-question.ts'

/** As `LiveAsker.ask`. */
export type Ask = (text: string, before: HeldAnswer | undefined, maxAgeMs: number) => Promise<HeldAnswer>

export interface SharedAnswersParts {
  readonly ask: Ask
  /** Whether no process has asked the vendor for so long that waiting for one is in vain. */
  readonly isUnled: () => boolean
  readonly nowMs: () => number
  readonly random: () => number
  /** How long a caller waits where an older answer will do, and where there is none. */
  readonly patience: () => Promise<void>
  readonly deadline: () => Promise<void>
}

export interface Got<Value> {
  /** The same object until it changes. */
  readonly value: Value
  /** What is to be known of the answer. */
  readonly notice: string | null
  /** A warning about its age; null while it is current. */
  readonly stale: string | null
  /** When it was last found right. */
  readonly checkedMs: number
}

/** For so long an answer of the present is used without asking again. The source itself asks its vendor less often. */
const FRESH_MS: Readonly<Record<LiveMethod, number>> = {
  listings: 5_000,
  quote: 1_000,
  chain: 1_000,
  dailyBars: 2_000,
  metricHistory: 5_000,
  // The whole answer travels again when it changes, and that of a busy stock has megabytes.
  offExchangeTrades: 30_000,
  optionPrints: 1_000,
  earnings: 30_000,
  events: 30_000,
  news: 5_000,
}
const FRESH_PAST_MS = 30_000
/** A chain takes 2 to 4 MB. */
const LIMITS: Readonly<Partial<Record<LiveMethod, number>>> = { chain: 64, offExchangeTrades: 16 }
const LIMIT = 1_000
/** A tape grows behind an answer of so long ago; a newer one is fetched meanwhile. */
const TAPE_MS = 10_000
/** Unlike a vendor, another process may be asked again soon. */
const PAUSE_MS = { first: 500, longest: 5_000 }
const RETRY_AFTER_S = 5

export const UNLED =
  'No process of this service asks the source of market data: start one with ROLES=market, or look why none of them holds the lease of the source.'

export class SharedAnswers {
  readonly #parts: SharedAnswersParts
  readonly #kept = new Map<string, KeptAnswers<HeldAnswer>>()

  constructor(parts: SharedAnswersParts) {
    this.#parts = parts
  }

  /** Throws the error of the answer, and `unavailable` where there is none, not even an old one. */
  async get<Value>(question: LiveQuestion): Promise<Got<Value>> {
    const text = textOf(question)
    const kept = this.#keptOf(question)
    if (this.#parts.isUnled() && kept.peek(text) === undefined) {
      throw new AppError('unavailable', UNLED, { retryAfterS: RETRY_AFTER_S })
    }
    const { value, stale } = await kept.get(text)
    return gotOf(value, stale)
  }

  /** The same with an answer of the last seconds, of which only the tape beside it has to be new. */
  async ofTape<Value>(question: LiveQuestion): Promise<Got<Value>> {
    const text = textOf(question)
    const kept = this.#keptOf(question)
    const held = kept.peek(text)
    if (held?.answer.kind !== 'value' || this.#parts.nowMs() - held.checkedMs > TAPE_MS) return this.get(question)
    // Whoever asks once the answer is older gets the failure.
    if (kept.isDue(text)) void kept.get(text).catch(() => undefined)
    return gotOf(held, null)
  }

  #keptOf(question: LiveQuestion): KeptAnswers<HeldAnswer> {
    const { method } = question
    const isPast = 'date' in question && question.date !== null
    const name = isPast ? `${method} of the past` : method
    const known = this.#kept.get(name)
    if (known) return known
    const freshMs = isPast ? FRESH_PAST_MS : FRESH_MS[method]
    const { ask, nowMs, random, patience, deadline } = this.#parts
    const kept = new KeptAnswers<HeldAnswer>({
      kind: name,
      limit: LIMITS[method] ?? LIMIT,
      nowMs,
      random,
      patience,
      deadline,
      // The process that calls the vendor reports the health of the source.
      health: new HealthLog(name),
      pauseMs: PAUSE_MS,
      isDue: (_value, checkedAtMs, atMs) => atMs - checkedAtMs >= freshMs,
      ask: async (text, before) => betterOf(before, await ask(text, before, freshMs)),
    })
    this.#kept.set(name, kept)
    return kept
  }
}

/** A process that has just begun to ask has no older answer to fall back on, but this one may. */
function betterOf(before: HeldAnswer | undefined, held: HeldAnswer): HeldAnswer {
  const { answer } = held
  if (answer.kind === 'error' && answer.code === 'unavailable' && before?.answer.kind === 'value') {
    throw new VendorFailure('broken', answer.reason)
  }
  return held
}

function gotOf<Value>({ answer, checkedMs }: HeldAnswer, stale: string | null): Got<Value> {
  const { value, notice } = valueOrThrow(answer)
  // The question says what the value is, and the process that answered has made it by the same types.
  return { value: value as Value, notice, stale, checkedMs }
}
