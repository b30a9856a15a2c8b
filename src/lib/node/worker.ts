import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../errors.ts'

/** Does one unit of work and returns whether there was any. It ends soon after the signal is aborted. */
export type Step = (signal: AbortSignal) => Promise<boolean>

export interface WorkerParts {
  readonly name: string
  readonly step: Step
  /** Steps that run at once. */
  readonly lanes?: number
  /** Wait before the next step when there was no work. */
  readonly idleMs: number
  /** Time that running steps have to end after `stop`; then they are aborted. */
  readonly graceMs: number
  /** Milliseconds of a monotonic clock. */
  readonly monotonicMs: () => number
  readonly onError: (error: unknown) => void
}

export interface WorkerHealth {
  /** Consecutive failed steps. */
  readonly failures: number
  /** Time since the last successful step; null before the first. */
  readonly sinceSuccessMs: number | null
  /** Running steps. */
  readonly busy: number
}

export interface Worker {
  readonly name: string
  start(): void
  /** Starts a step now, because there may be work. */
  wake(): void
  health(): WorkerHealth
  /** Starts no more steps, waits for the running ones, and aborts them after the grace period. */
  stop(): Promise<void>
}

const FIRST_BACKOFF_MS = 250
const MAX_BACKOFF_MS = 30_000
/** What is away, such as the store, may be back at any moment, and then everything that waits is due. */
const MAX_AWAY_MS = 2_000

/**
 * The loop of every background task. It repeats immediately while there is work, sleeps until woken or due when there
 * is none, and backs off exponentially after errors. Idle lanes share one poll, and a lane that found work wakes the
 * next.
 */
export function worker(parts: WorkerParts): Worker {
  const { name, step, lanes = 1, idleMs, graceMs, monotonicMs, onError } = parts
  const stopping = new AbortController()
  const aborting = new AbortController()
  const bell = doorbell()
  let running: Promise<unknown> | undefined
  let failures = 0
  let busy = 0
  let succeededAtMs: number | null = null

  async function lane(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (await runStep()) bell.ring()
      else await bell.wait()
    }
  }

  /** One poll for all idle lanes. */
  async function poll(): Promise<void> {
    while (!stopping.signal.aborted) {
      await pause(idleMs, stopping.signal)
      bell.ring()
    }
  }

  /** Whether there was work; after an error it waits. */
  async function runStep(): Promise<boolean> {
    let waitMs = 0
    busy++
    try {
      const hadWork = await step(aborting.signal)
      failures = 0
      succeededAtMs = monotonicMs()
      return hadWork
    } catch (error) {
      failures++
      onError(error)
      waitMs = backoffMs(failures, error)
    } finally {
      busy--
    }
    await pause(waitMs, stopping.signal)
    return false
  }

  return {
    name,
    start() {
      running ??= Promise.all([poll(), ...Array.from({ length: lanes }, lane)])
    },
    wake: bell.ring,
    health: () => ({
      failures,
      busy,
      sinceSuccessMs: succeededAtMs === null ? null : monotonicMs() - succeededAtMs,
    }),
    async stop() {
      stopping.abort()
      bell.close()
      const ended = new AbortController()
      const grace = pause(graceMs, ended.signal).then(() => aborting.abort())
      await running
      ended.abort()
      await grace
    },
  }
}

/** Wait after so many failed steps, the last one with this error: twice as long each time. */
export function backoffMs(failures: number, error: unknown): number {
  const isAway = error instanceof AppError && error.code === 'unavailable'
  return Math.min(isAway ? MAX_AWAY_MS : MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (failures - 1))
}

/** Wakes one waiting lane; a ring without a waiting lane is kept for the next one. Once closed, nothing waits. */
function doorbell() {
  const waiting: (() => void)[] = []
  let isRung = false
  let isClosed = false
  return {
    ring(): void {
      const next = waiting.shift()
      if (next) next()
      else isRung = true
    },
    async wait(): Promise<void> {
      if (!isRung && !isClosed) await new Promise<void>((resolve) => waiting.push(resolve))
      else isRung = false
    },
    close(): void {
      isClosed = true
      for (const resolve of waiting.splice(0)) resolve()
    },
  }
}

/** Waits until the time has passed or the signal is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
