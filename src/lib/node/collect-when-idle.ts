import { MINUTE_MS } from '../time/duration.ts'
import { later as inOwnTime } from './later.ts'

interface Terms {
  /** Between two looks. */
  readonly lookMs: number
  /** A process that used less processor time than this share of it is idle. */
  readonly idleShare: number
  /** Between two collections because of growth. */
  readonly minMs: number
}

/** A collection takes some hundred milliseconds: a process that has grown by less is not worth it. */
const WORTH_BYTES = 16 * 1024 * 1024
/** Of a process that somebody may wait for: if it does so little, nobody notices a pause. */
const WAITED_FOR: Terms = { lookMs: 15_000, idleShare: 0.06, minMs: 10 * MINUTE_MS }
/**
 * Of one that nobody waits for. It does not work hard just then, because it would make new garbage at once. A little less
 * than a minute, because something is kept of each minute: it is collected soon after that, and not before the next.
 */
const ALONE: Terms = { lookMs: 5_000, idleShare: 0.5, minMs: 45_000 }
/** What the last work needed is forgotten some seconds after it. */
const CALM_MS = 15_000
/** Idle for so long, a process has let go of what it forgets after a minute without use, and no growth shows it. */
const RESTED_MS = 75_000

export interface CollectingParts {
  /** Undefined in a Node without `--expose-gc`: then nothing is collected beyond what V8 does itself. */
  readonly collect: (() => void) | undefined
  /** Processor time of all threads of this process so far. */
  readonly cpuMs: () => number
  /** Whether anybody may notice a pause. By default somebody may, until the process is idle. */
  readonly isWaitedFor?: () => boolean
  /** Resident memory: garbage, and what V8 and the allocator keep for new objects. */
  readonly residentBytes?: () => number
  /** Runs `work` once in `ms` unless it is cancelled. It keeps no process alive. */
  readonly later?: (work: () => void, ms: number) => Disposable
}

/**
 * Collects the garbage of a process that has become idle, again when it has been idle for a minute, and then at most every
 * ten minutes. While nobody waits for it a process counts as idle unless it works hard, and 45 seconds are enough. V8
 * collects when new objects need room, so what a busy minute has left behind stays for as long as nothing happens: up to
 * half of what a service holds.
 */
export function collectWhenIdle({
  collect,
  cpuMs,
  isWaitedFor = () => true,
  residentBytes = () => process.memoryUsage.rss(),
  later = inOwnTime,
}: CollectingParts): Disposable {
  if (!collect) return { [Symbol.dispose]: () => undefined }
  let before = cpuMs()
  /** The least that was resident since the last collection. */
  let kept = 0
  let sinceMs = WAITED_FOR.minMs
  let idleMs = 0
  let passedMs = WAITED_FOR.lookMs
  let next = later(look, passedMs)

  function look(): void {
    const terms = isWaitedFor() ? WAITED_FOR : ALONE
    sinceMs += passedMs
    const isIdle = cpuMs() - before < terms.idleShare * passedMs
    const wasRested = idleMs >= RESTED_MS
    idleMs = isIdle ? idleMs + passedMs : 0
    const resident = residentBytes()
    const hasGrown = sinceMs >= terms.minMs && resident - kept >= WORTH_BYTES
    kept = Math.min(kept, resident)
    if ((idleMs >= CALM_MS && hasGrown) || (idleMs >= RESTED_MS && !wasRested)) {
      collect?.()
      kept = residentBytes()
      sinceMs = 0
    }
    before = cpuMs()
    passedMs = terms.lookMs
    next = later(look, passedMs)
  }

  return { [Symbol.dispose]: () => next[Symbol.dispose]() }
}

/** The collection that V8 makes when memory is short, which also closes gaps; what `--expose-gc` gives to a program. */
export function exposedCollection(): (() => void) | undefined {
  const { gc } = globalThis
  return gc && (() => void gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }))
}
