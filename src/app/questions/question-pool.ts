import { availableParallelism } from 'node:os'
import { deserialize } from 'node:v8'
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { HeavyQuestion, Progress } from '../../catalogue/context.ts'
import type { Answer } from '../../catalogue/operation.ts'
import { AppError } from '../../lib/errors.ts'
import { threadLimits } from '../../lib/node/thread-limits.ts'
import type { Config } from '../settings/config.ts'
import type { PooledQuestion, QuestionProgress, QuestionResult } from './question-messages.ts'

const ENTRY = new URL('./question-worker.ts', import.meta.url).href
/** Each has a valuation thread beside it, and one processor is left for requests. */
const PROCESSORS_A_THREAD = 2
const MAX_THREADS = 4
/** The rows of one session of the whole market take two thirds of it. */
const MIN_THREAD_MB = 400
/** As the main thread has it; a question about many sessions makes many objects. */
const YOUNG_MB = 24
const MAX_WAITING = 64
const RETRY_AFTER_S = 10
/**
 * A thread without questions is given back, with what it has worked out: it holds as much memory as everything else of
 * the service, and its answers are kept in this thread.
 */
const IDLE_MS = 60_000

interface Answered {
  readonly answer: Answer
  /** See `QuestionResult`; `unpacked` is its inverse. */
  readonly packed: Uint8Array
  readonly ms: number
}

export interface QuestionPool extends AsyncDisposable {
  /** Rejects with the errors of the operation, and with `unavailable` when too many wait or the memory does not suffice. */
  ask(question: HeavyQuestion, progress?: Progress): Promise<Answered>
}

export interface QuestionPoolParts {
  readonly config: Config
  /** For all threads together; each has its own heap. */
  readonly heapMb: number
  readonly onError: (error: unknown) => void
  readonly idleMs?: number
}

/** Threads that answer questions about past sessions. The first question starts one. */
export function questionPool({ config, heapMb, onError, idleMs = IDLE_MS }: QuestionPoolParts): QuestionPool {
  const threads = Math.max(
    1,
    Math.min(MAX_THREADS, Math.floor(availableParallelism() / PROCESSORS_A_THREAD), Math.floor(heapMb / MIN_THREAD_MB)),
  )
  const pool = new Piscina<PooledQuestion, QuestionResult>({
    filename: ENTRY,
    name: 'answer',
    workerData: { config },
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMs,
    // Waiting threads must answer their valuation thread.
    atomics: 'disabled',
    resourceLimits: threadLimits({ youngMb: YOUNG_MB, oldMb: Math.floor(heapMb / threads) }),
  })
  // A thread that dies without a question, for example while it starts.
  pool.on('error', onError)
  let isClosed = false

  async function run(question: HeavyQuestion, progress?: Progress): Promise<QuestionResult> {
    const { port1: own, port2: port } = new MessageChannel()
    const report = ({ done, total }: QuestionProgress) => progress?.(done, total)
    own.on('message', report)
    try {
      const result = await pool.run({ question, port }, { transferList: [port] })
      // The answer has a port of its own and may overtake the last steps.
      for (const step of waitingOn(own)) report(step)
      return result
    } catch (error) {
      if (isClosed) throw new AppError('unavailable', 'The service is shutting down. Try again in a few seconds.')
      if (!isOutOfMemory(error)) throw error
      onError(error)
      const advice = 'Request less (one symbol, a shorter window), or ask the operator to raise CACHE_MB.'
      throw new AppError('unavailable', `This needs more memory than the service may use. ${advice}`, { cause: error })
    } finally {
      own.close()
    }
  }

  return {
    async ask(question, progress) {
      if (pool.queueSize >= MAX_WAITING) {
        throw new AppError('unavailable', 'Too many questions about past sessions wait. Try again in a few seconds.', {
          retryAfterS: RETRY_AFTER_S,
        })
      }
      const result = await run(question, progress)
      if (result.kind === 'answered') {
        return { answer: unpacked(result.packed), packed: result.packed, ms: result.ms }
      }
      throw new AppError(result.code, result.message, result.details)
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      await pool.destroy()
    },
  }
}

/** Another object each time. */
export function unpacked(packed: Uint8Array): Answer {
  return deserialize(packed)
}

function* waitingOn(port: MessagePort): Generator<QuestionProgress> {
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) yield next.message
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
