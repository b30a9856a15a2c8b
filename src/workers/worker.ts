import { setTimeout as sleep } from 'node:timers/promises'

/** Does one thing and says whether there was anything to do. It ends soon after the signal is aborted. */
export type Step = (signal: AbortSignal) => Promise<boolean>

export interface WorkerParts {
  readonly name: string
  readonly step: Step
  /** How many steps run at once. */
  readonly lanes?: number
  /** How long to wait, when there was nothing to do, before looking again. */
  readonly idleMs: number
  /** How long the steps that run may take to end once the worker is stopped; after it they are aborted. */
  readonly graceMs: number
  /** A clock that never jumps. */
  readonly monotonicMs: () => number
  readonly onError: (error: unknown) => void
}

export interface WorkerHealth {
  /** Steps that failed since the last one that did not. */
  readonly failures: number
  /** Since a step last ended well; null when none has yet. */
  readonly sinceSuccessMs: number | null
  /** Steps that do something at present. */
  readonly busy: number
}

export interface Worker {
  readonly name: string
  start(): void
  /** There may be something to do: look at once. */
  wake(): void
  health(): WorkerHealth
  /** Begins no more steps, waits for those that run, and aborts them after the grace. */
  stop(): Promise<void>
}

const FIRST_BACKOFF_MS = 250
const LONGEST_BACKOFF_MS = 30_000

/**
 * The one loop of everything that happens by itself: again at once when there was something to do, asleep until woken
 * or due when not, and later and later after errors. Idle lanes share one look at a time, and a lane that found
 * something wakes the next.
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
      if (await found()) bell.ring()
      else await bell.wait()
    }
  }

  /** One look at a time for all idle lanes, however many they are. */
  async function lookNowAndThen(): Promise<void> {
    while (!stopping.signal.aborted) {
      await pause(idleMs, stopping.signal)
      bell.ring()
    }
  }

  /** Whether there was something to do; after an error it waits. */
  async function found(): Promise<boolean> {
    busy++
    try {
      const did = await step(aborting.signal)
      failures = 0
      succeededAtMs = monotonicMs()
      return did
    } catch (error) {
      failures++
      onError(error)
    } finally {
      busy--
    }
    await pause(Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (failures - 1)), stopping.signal)
    return false
  }

  return {
    name,
    start() {
      running ??= Promise.all([lookNowAndThen(), ...Array.from({ length: lanes }, lane)])
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

/** Wakes one of those who wait; a ring that nobody hears is kept for the next. Once closed, nobody waits any more. */
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

/** Waits, unless or until the signal is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
