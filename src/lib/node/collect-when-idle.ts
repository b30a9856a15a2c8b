import { getHeapStatistics } from 'node:v8'
import { later as inOwnTime } from './later.ts'

/** Between two looks. A process that used less processor time than this share of it has nobody who would notice a pause. */
const LOOK_MS = 15_000
const IDLE_SHARE = 0.06
/** The same of a process that nobody waits for. One that works harder makes new garbage at once. */
const ALONE_SHARE = 0.5
/** A collection takes some hundred milliseconds: fewer bytes are not worth it, nor is it worth that all the time. */
const WORTH_BYTES = 24 * 1024 * 1024
const MIN_LOOKS_BETWEEN = 40
const MIN_LOOKS_ALONE = 8
/** Idle for so long, a process has let go of what it forgets after a minute without use, and no growth shows it. */
const RESTED_LOOKS = 5

export interface CollectingParts {
  /** Undefined in a Node without `--expose-gc`: then nothing is collected beyond what V8 does itself. */
  readonly collect: (() => void) | undefined
  /** Processor time of all threads of this process so far. */
  readonly cpuMs: () => number
  /** Whether anybody may notice a pause. By default somebody may, until the process is idle. */
  readonly isWaitedFor?: () => boolean
  /** Of objects and of what they hold outside of the heap, garbage included. */
  readonly usedBytes?: () => number
  /** Runs `work` once in `ms` unless it is cancelled. It keeps no process alive. */
  readonly later?: (work: () => void, ms: number) => Disposable
}

/**
 * Collects the garbage of a process that has become idle, again when it has been idle for a minute, and then at most every
 * ten minutes. While nobody waits for it a process counts as idle unless it works hard, and two minutes are enough. V8
 * collects when new objects need room, so what a busy minute has left behind stays for as long as nothing happens: up to
 * half of what a service holds.
 */
export function collectWhenIdle({
  collect,
  cpuMs,
  isWaitedFor = () => true,
  usedBytes = heapAndBeside,
  later = inOwnTime,
}: CollectingParts): Disposable {
  if (!collect) return { [Symbol.dispose]: () => undefined }
  let before = cpuMs()
  /** The least that was in use since the last collection. */
  let kept = 0
  let looksSince = MIN_LOOKS_BETWEEN
  let idleLooks = 0
  let next = later(look, LOOK_MS)

  function look(): void {
    looksSince++
    const [share, looks] = isWaitedFor() ? [IDLE_SHARE, MIN_LOOKS_BETWEEN] : [ALONE_SHARE, MIN_LOOKS_ALONE]
    idleLooks = cpuMs() - before < share * LOOK_MS ? idleLooks + 1 : 0
    const used = usedBytes()
    const hasGrown = looksSince > looks && used - kept >= WORTH_BYTES
    kept = Math.min(kept, used)
    if ((idleLooks > 0 && hasGrown) || idleLooks === RESTED_LOOKS) {
      collect?.()
      kept = usedBytes()
      looksSince = 0
    }
    before = cpuMs()
    next = later(look, LOOK_MS)
  }

  return { [Symbol.dispose]: () => next[Symbol.dispose]() }
}

function heapAndBeside(): number {
  const { used_heap_size: heap, external_memory: beside } = getHeapStatistics()
  return heap + beside
}

/** The collection that V8 makes when memory is short, which also closes gaps; what `--expose-gc` gives to a program. */
export function exposedCollection(): (() => void) | undefined {
  const { gc } = globalThis
  return gc && (() => void gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }))
}
