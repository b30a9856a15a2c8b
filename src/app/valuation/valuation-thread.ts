import { Worker } from 'node:worker_threads'
import { AppError } from '../../lib/errors.ts'
import type { ValuationAnswer, ValuationTask } from './valuation-messages.ts'

type NewTask = ValuationTask extends infer Task ? (Task extends ValuationTask ? Omit<Task, 'id'> : never) : never

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
const YOUNG_MB = 24

const ENTRY = new URL('./valuation-worker.ts', import.meta.url)

/** The first task starts the thread, and the next one restarts it after a crash. It keeps no process alive. */
export function valuationThread(onError: (error: unknown) => void, entry: URL = ENTRY): ValuationThread {
  const pendingTasks = new Map<number, PendingTask>()
  let thread: Worker | undefined
  let lastId = 0
  let isClosed = false

  function start(): Worker {
    const worker = new Worker(entry, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } })
    worker.on('message', take)
    worker.on('error', onError)
    worker.on('exit', () => {
      if (thread === worker) thread = undefined
      for (const { done, failed } of pendingTasks.values()) isClosed ? failed(closing()) : done(undefined)
      pendingTasks.clear()
    })
    return worker
  }

  function take(answer: ValuationAnswer): void {
    const pending = pendingTasks.get(answer.id)
    pendingTasks.delete(answer.id)
    if (pendingTasks.size === 0) thread?.unref()
    if (answer.kind === 'failed') pending?.failed(answer.error)
    else pending?.done(answer)
  }

  return {
    run(task) {
      if (isClosed) return Promise.reject(closing())
      thread ??= start()
      thread.ref()
      const id = ++lastId
      thread.postMessage({ ...task, id })
      return new Promise((done, failed) => void pendingTasks.set(id, { done, failed }))
    },
    get pending() {
      return pendingTasks.size
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      await thread?.terminate()
    },
  }
}

function closing(): AppError {
  return new AppError('unavailable', 'The service is shutting down. Try again in a few seconds.')
}
