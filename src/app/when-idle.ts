/** A process that used less processor time than this in a second, in all its threads, is idle. */
const IDLE_CPU_MS = 500
const SECOND_MS = 1_000

export interface IdleTerms {
  /** Processor time of all threads of this process so far. */
  readonly cpuMs: () => number
  readonly minMs: number
  /** A service that is never idle waits no longer. */
  readonly maxMs: number
}

/** Starts work once the process is idle for a second, unless it is disposed before. It keeps no process alive. */
export function whenIdle(work: () => void, { cpuMs, minMs, maxMs }: IdleTerms): Disposable {
  let waitedMs = 0
  let before = cpuMs()
  const timer = setInterval(() => {
    waitedMs += SECOND_MS
    const used = cpuMs() - before
    before += used
    if (waitedMs < minMs || (waitedMs < maxMs && used >= IDLE_CPU_MS)) return
    clearInterval(timer)
    work()
  }, SECOND_MS)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
