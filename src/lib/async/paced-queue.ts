export interface PacedQueueOptions {
  /** Tasks that run at once. */
  readonly parallel: number
  /** Tasks that may wait; further ones are refused. */
  readonly maxWaiting: number
  readonly refuse: () => Error
  /** How long until a task of a priority may start; 0 for now. A higher priority may never have to wait longer. */
  readonly waitMs: (priority: number) => number
  readonly onStart: () => void
  readonly sleep: (ms: number) => Promise<void>
}

interface Waiting {
  readonly priority: () => number
  readonly start: () => void
}

/** A priority may rise while a task waits: it is read again at least this often. */
const MAX_SLEEP_MS = 1_000

/**
 * Starts tasks by priority, the higher number first, then in order of arrival, at the pace that `waitMs` allows each
 * priority. A task with a high priority starts while lower ones must wait.
 */
export class PacedQueue {
  readonly #options: PacedQueueOptions
  readonly #waiting: Waiting[] = []
  #running = 0
  #isAsleep = false

  constructor(options: PacedQueueOptions) {
    this.#options = options
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Rejects with the reason of the signal if it aborts before the start. */
  async run<T>(priority: () => number, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.#waiting.length >= this.#options.maxWaiting) throw this.#options.refuse()
    await this.#turn(priority, signal)
    try {
      return await work()
    } finally {
      this.#running--
      this.#startNext()
    }
  }

  async #turn(priority: () => number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const entry: Waiting = { priority, start: resolve }
    const abort = () => {
      const place = this.#waiting.indexOf(entry)
      if (place < 0) return
      this.#waiting.splice(place, 1)
      reject(signal.reason)
    }
    signal.addEventListener('abort', abort, { once: true })
    this.#waiting.push(entry)
    this.#startNext()
    await promise.finally(() => signal.removeEventListener('abort', abort))
  }

  #startNext(): void {
    const { parallel, waitMs, onStart } = this.#options
    while (this.#running < parallel && this.#waiting.length > 0) {
      const place = this.#first()
      const next = this.#waiting[place]
      if (!next) return
      const wait = waitMs(next.priority())
      if (wait > 0) {
        this.#sleepFor(wait)
        return
      }
      this.#waiting.splice(place, 1)
      this.#running++
      onStart()
      next.start()
    }
  }

  #first(): number {
    let first = 0
    let highest = Number.NEGATIVE_INFINITY
    for (const [place, { priority }] of this.#waiting.entries()) {
      if (priority() <= highest) continue
      first = place
      highest = priority()
    }
    return first
  }

  #sleepFor(ms: number): void {
    if (this.#isAsleep) return
    this.#isAsleep = true
    const wake = () => {
      this.#isAsleep = false
      this.#startNext()
    }
    // A sleep ends early with the client, whose tasks are aborted then.
    this.#options.sleep(Math.min(ms, MAX_SLEEP_MS)).then(wake, () => undefined)
  }
}
