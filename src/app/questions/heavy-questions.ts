import { LRUCache } from 'lru-cache'
import type { Caller, HeavyQuestion, HeavyQuestions, HeavyWork, Progress } from '../../catalogue/context.ts'
import type { Answer } from '../../catalogue/operation.ts'
import { once } from '../../lib/async/once.ts'
import { AppError } from '../../lib/errors.ts'
import { QuestionLimits } from './question-limits.ts'
import { type QuestionPool, unpacked } from './question-pool.ts'

/** A past session changes only when more of it is imported. */
const KEPT_MS = 15 * 60_000

/** Files that are written at once: each holds a connection and some megabytes of rows. */
const MAX_FILES = 16
const RETRY_AFTER_S = 10

export interface HeavyQuestionsParts {
  readonly monotonicMs: () => number
  /** Null where the questions are answered in this thread. */
  readonly pool: QuestionPool | null
  /** Bytes of packed answers from the pool that are kept. */
  readonly maxBytes: number
}

/** One for each process. Equal questions share one answer, and only the first one counts. */
export function heavyQuestions({ monotonicMs, pool, maxBytes }: HeavyQuestionsParts): HeavyQuestions {
  const limits = new QuestionLimits(monotonicMs)
  const perf = { now: monotonicMs }
  /** Packed: as objects, answers take several times the bytes, in the heap. */
  const kept = new LRUCache<string, Uint8Array>({ maxSize: maxBytes, ttl: KEPT_MS, ttlResolution: 0, perf })
  const running = new Map<string, Promise<Answer>>()
  /** By question: who listens to its progress. */
  const listeners = new Map<string, Set<Progress>>()

  async function askPool(from: QuestionPool, key: string, question: HeavyQuestion, caller: Caller): Promise<Answer> {
    try {
      return await limits.run(caller, async () => {
        const { answer, packed, ms } = await from.ask(question, (done, total) => {
          for (const listener of listeners.get(key) ?? []) listener(done, total)
        })
        kept.set(key, packed, { size: packed.byteLength + key.length })
        return { result: answer, ms }
      })
    } finally {
      running.delete(key)
      listeners.delete(key)
    }
  }

  async function timed(here: () => Promise<Answer>): Promise<{ readonly answer: Answer; readonly ms: number }> {
    const startMs = monotonicMs()
    return { answer: await here(), ms: monotonicMs() - startMs }
  }

  let files = 0
  function begin(caller: Caller): HeavyWork {
    if (files >= MAX_FILES) {
      throw new AppError('unavailable', 'Too many files are being written. Try again in a few seconds.', {
        retryAfterS: RETRY_AFTER_S,
      })
    }
    const counted = limits.begin(caller)
    files++
    return {
      async part(question, here) {
        const { answer, ms } = await (pool ? pool.ask(question) : timed(here))
        counted.charge(ms)
        return answer
      },
      end: once(() => {
        files--
        counted.end()
      }),
    }
  }

  return {
    begin,
    isElsewhere: pool !== null,
    async answer(question, caller, here, progress) {
      if (!pool) {
        return limits.run(caller, async () => {
          const { answer: result, ms } = await timed(here)
          return { result, ms }
        })
      }
      const key = `${question.name} ${JSON.stringify(question.input)}`
      const known = kept.get(key)
      if (known) return unpacked(known)
      if (progress) listeners.set(key, (listeners.get(key) ?? new Set()).add(progress))
      const answer = running.get(key) ?? askPool(pool, key, question, caller)
      running.set(key, answer)
      return answer
    },
  }
}
