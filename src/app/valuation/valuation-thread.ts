import { Worker } from 'node:worker_threads'
import { AppError } from '../../lib/errors.ts'
import { later as inOwnTime } from '../../lib/node/later.ts'
import { threadLimits } from '../../lib/node/thread-limits.ts'
import { currentAsking, rankOf } from '../../market/sources/urgency.ts'
import { TaskOrder } from './task-order.ts'
import { type Later, threadRest } from './thread-rest.ts'
import type { ValuationAnswer, ValuationSettings, ValuationTask } from './valuation-messages.ts'

export type NewTask = ValuationTask extends infer Task ? (Task extends ValuationTask ? Omit<Task, 'id'> : never) : never

interface ValuationThread extends AsyncDisposable {
  /**
   * Undefined if the thread died during the task; throws what the valuation threw, and `unavailable` once it is closed.
   */
  run(task: NewTask): Promise<ValuationAnswer | undefined>
  /** Tasks that wait or run. */
  readonly pending: number
}

interface PendingTask {
  readonly done: (answer: ValuationAnswer | undefined) => void
  readonly failed: (error: unknown) => void
}

/**
 * Bounds the memory that new objects take before they are collected, MB. Chains and tapes are typed arrays outside of it,
 * and a thread that works seldom keeps what it once had: 128 MB by default.
 */
const YOUNG_MB = 6

const ENTRY = new URL('./valuation-worker.ts', import.meta.url)

export interface ValuationThreadParts {
  readonly onError: (error: unknown) => void
  /** Bytes of early-exercise tables that the thread may keep. */
  readonly tableBytes: number
  readonly entry?: URL
  readonly later?: Later
}

/**
 * The first task starts the thread, and the next one restarts it after a crash or when it was given back. It keeps no
 * process alive.
 */
export function valuationThread({
  onError,
  tableBytes,
  entry = ENTRY,
  later = inOwnTime,
}: ValuationThreadParts): ValuationThread {
  const pendingTasks = new Map<number, PendingTask>()
  const order = new TaskOrder((task) => thread?.postMessage(task))
  const rest = threadRest(later, () => {
    const resting = thread
    thread = undefined
    void resting?.terminate()
  })
  let thread: Worker | undefined
  let lastId = 0
  let isClosed = false

  function start(): Worker {
    const worker = new Worker(entry, {
      workerData: { tableBytes } satisfies ValuationSettings,
      resourceLimits: threadLimits({ youngMb: YOUNG_MB }),
    })
    worker.on('message', take)
    worker.on('error', onError)
    worker.on('exit', () => {
      // It was given back, and the tasks are those of another one.
      if (thread !== worker) return
      thread = undefined
      order.clear()
      for (const { done, failed } of pendingTasks.values()) isClosed ? failed(closing()) : done(undefined)
      pendingTasks.clear()
    })
    return worker
  }

  function take(answer: ValuationAnswer): void {
    const pending = pendingTasks.get(answer.id)
    pendingTasks.delete(answer.id)
    order.done()
    if (pendingTasks.size === 0 && !isClosed) {
      thread?.unref()
      rest.begin()
    }
    if (answer.kind === 'failed') pending?.failed(answer.error)
    else pending?.done(answer)
  }

  return {
    run(task) {
      if (isClosed) return Promise.reject(closing())
      rest.end(isForSomebody())
      thread ??= start()
      thread.ref()
      const id = ++lastId
      order.add({ ...task, id })
      return new Promise((done, failed) => void pendingTasks.set(id, { done, failed }))
    },
    get pending() {
      return pendingTasks.size
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      rest[Symbol.dispose]()
      await thread?.terminate()
    },
  }
}

function isForSomebody(): boolean {
  return rankOf(currentAsking().urgency) >= rankOf('watched')
}

function closing(): AppError {
  return new AppError('unavailable', 'The service is shutting down. Try again in a few seconds.')
}
