import { readFileSync, readlinkSync } from 'node:fs'

/** What of the machine tells whose process numbers these are: containers of one machine have their own. */
export function processSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    // Not Linux: there is one space for the whole machine.
    return ''
  }
}

/**
 * Tells a process from a later one that was given the same number: the instant of its start in ticks since the boot.
 * Null when there is no such process; empty where the system does not say more than that there is one.
 */
export function processMark(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in brackets may hold anything, so fields are counted behind it; the start is the 22nd of all.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return existsByNumber(pid) ? '' : null
  }
}

function existsByNumber(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process may not be signalled, but it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
