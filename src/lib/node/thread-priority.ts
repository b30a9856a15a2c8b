import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** A program of this niceness gets about a tenth of what a normal one gets, where both want the same processor. */
const NICER = 10
const NICEST = 19

/**
 * Lets the other threads of the machine go first. Linux has a priority per thread, and threads started later by this one
 * inherit it; elsewhere nothing changes.
 */
export function yieldToOtherThreads(): void {
  const id = threadId()
  if (id === null) return
  setPriority(id, Math.min(NICEST, getPriority(id) + NICER))
}

/** Null where threads have no priority of their own. */
function threadId(): number | null {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  } catch {
    return null
  }
}
