import { Worker } from 'node:worker_threads'
import { AppError } from '../../domain/errors.ts'
import type { ValuationAnswer, ValuationTask } from './valuation-messages.ts'

type Asked = ValuationTask extends infer Task ? (Task extends ValuationTask ? Omit<Task, 'id'> : never) : never

interface ValuationThread extends AsyncDisposable {
  /** Undefined when the thread died on it; throws what the valuation threw, and `unavailable` once it is closed. */
  ask(task: Asked): Promise<ValuationAnswer | undefined>
}

interface Waiting {
  readonly done: (answer: ValuationAnswer | undefined) => void
  readonly failed: (error: unknown) => void
}

const ENTRY = new URL('./valuation-thread.ts', import.meta.url)

/** The thread is started by the first task, and again by the next one after it died. It keeps no process alive. */
export function valuationThread(onError: (error: unknown) => void, entry: URL = ENTRY): ValuationThread {
  const waiting = new Map<number, Waiting>()
  let thread: Worker | undefined
  let lastId = 0
  let isClosed = false

  function start(): Worker {
    const worker = new Worker(entry)
    worker.on('message', take)
    worker.on('error', onError)
    worker.on('exit', () => {
      if (thread === worker) thread = undefined
      for (const { done, failed } of waiting.values()) isClosed ? failed(closing()) : done(undefined)
      waiting.clear()
    })
    return worker
  }

  function take(answer: ValuationAnswer): void {
    const asked = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (waiting.size === 0) thread?.unref()
    if (answer.kind === 'failed') asked?.failed(answer.error)
    else asked?.done(answer)
  }

  return {
    ask(task) {
      if (isClosed) return Promise.reject(closing())
      thread ??= start()
      thread.ref()
      const id = ++lastId
      thread.postMessage({ ...task, id })
      return new Promise((done, failed) => void waiting.set(id, { done, failed }))
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      await thread?.terminate()
    },
  }
}

function closing(): AppError {
  return new AppError('unavailable', 'The service is closing. Ask again in a few seconds.')
}
