/** Tasks that continue after the response. */
export interface Background {
  /** Starts a task, after a delay if there is one. A failure is reported, never thrown. */
  run(work: () => Promise<void>, delayMs?: number): void
  /** Starts delayed tasks now, and resolves when all tasks have ended. */
  idle(): Promise<void>
}

export interface BackgroundOptions {
  /** Maximum number of running and delayed tasks; a further one is reported as `refused` and not started. */
  readonly maxRunning: number
  readonly refused: () => Error
  readonly onError: (error: unknown) => void
}

export function background({ maxRunning, refused, onError }: BackgroundOptions): Background {
  const running = new Set<Promise<void>>()
  const starts = new Set<() => void>()

  function afterDelay(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const start = () => {
        clearTimeout(timer)
        starts.delete(start)
        resolve()
      }
      const timer = setTimeout(start, delayMs)
      starts.add(start)
    })
  }

  return {
    run(work, delayMs = 0) {
      if (running.size >= maxRunning) return onError(refused())
      // Starts in the next turn of the event loop, so that the first step of the task does not delay the response.
      const begin = delayMs > 0 ? afterDelay(delayMs) : new Promise<void>((resolve) => setImmediate(resolve))
      const done = begin
        .then(work)
        .catch(onError)
        .finally(() => running.delete(done))
      running.add(done)
    },
    async idle() {
      while (running.size > 0) {
        for (const start of starts) start()
        await Promise.all(running)
      }
    },
  }
}
