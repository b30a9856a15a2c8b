import { LRUCache } from 'lru-cache'
import type { Caller, HeavyQuestion, HeavyQuestions, Progress } from '../../catalogue/context.ts'
import type { Answer } from '../../catalogue/operation.ts'
import { QuestionLimits } from './question-limits.ts'
import type { QuestionPool } from './question-pool.ts'

/** A past session changes only when more of it is imported. */
const KEPT_MS = 15 * 60_000

export interface HeavyQuestionsParts {
  readonly monotonicMs: () => number
  /** Null where the questions are answered in this thread. */
  readonly pool: QuestionPool | null
  /** Bytes of answers from the pool that are kept. */
  readonly maxBytes: number
}

/** One for each process. Equal questions share one answer, and only the first one counts. */
export function heavyQuestions({ monotonicMs, pool, maxBytes }: HeavyQuestionsParts): HeavyQuestions {
  const limits = new QuestionLimits(monotonicMs)
  const perf = { now: monotonicMs }
  const kept = new LRUCache<string, Answer>({ maxSize: maxBytes, ttl: KEPT_MS, ttlResolution: 0, perf })
  const running = new Map<string, Promise<Answer>>()
  /** By question: who listens to its progress. */
  const listeners = new Map<string, Set<Progress>>()

  async function askPool(from: QuestionPool, key: string, question: HeavyQuestion, caller: Caller): Promise<Answer> {
    try {
      return await limits.run(caller, async () => {
        const { answer, bytes, ms } = await from.ask(question, (done, total) => {
          for (const listener of listeners.get(key) ?? []) listener(done, total)
        })
        kept.set(key, answer, { size: Math.max(1, bytes) })
        return { result: answer, ms }
      })
    } finally {
      running.delete(key)
      listeners.delete(key)
    }
  }

  return {
    isElsewhere: pool !== null,
    async answer(question, caller, here, progress) {
      if (!pool) {
        return limits.run(caller, async () => {
          const startMs = monotonicMs()
          return { result: await here(), ms: monotonicMs() - startMs }
        })
      }
      const key = `${question.name} ${JSON.stringify(question.input)}`
      const known = kept.get(key)
      if (known) return known
      if (progress) listeners.set(key, (listeners.get(key) ?? new Set()).add(progress))
      const answer = running.get(key) ?? askPool(pool, key, question, caller)
      running.set(key, answer)
      return answer
    },
  }
}
