import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** A program of this niceness gets about a tenth of what a normal one gets, where both want the same processor. */
const NICER = 10
const NICEST = 19
const THREADS = '/proc/self/task'
/** Name of V8's own threads, which collect garbage and compile for all threads of the process. */
const HELPER = 'V8Worker'

/**
 * Lets the other threads of the machine go first. Linux has a priority per thread, and threads started later by this one
 * inherit it; elsewhere nothing changes.
 */
export function yieldToOtherThreads(): void {
  const id = threadId()
  if (id === null) return
  setPriority(id, Math.min(NICEST, getPriority(id) + NICER))
}

/**
 * Lets requests go before V8's own threads, which otherwise have the priority of requests for whatever thread they work,
 * those that yield included. Call it once the process has started. Linux with Node 24 alone names these threads;
 * elsewhere nothing changes.
 */
export function yieldHelperThreads(): void {
  const nicer = Math.min(NICEST, getPriority(process.pid) + NICER)
  for (const id of helperThreads()) setPriority(id, nicer)
}

/** Ids of V8's own threads; none where they cannot be told from others. */
export function helperThreads(): number[] {
  try {
    return readdirSync(THREADS)
      .filter((id) => readFileSync(`${THREADS}/${id}/comm`, 'utf8').startsWith(HELPER))
      .map(Number)
  } catch {
    return []
  }
}

/** Null where threads have no priority of their own. */
function threadId(): number | null {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  } catch {
    return null
  }
}
