import { readFileSync, readlinkSync } from 'node:fs'

/** The namespace of process numbers: each container has its own. */
export function processSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    // Not Linux: the machine has one namespace.
    return ''
  }
}

/**
 * Distinguishes a process from a later one with the same number: its start time in ticks since boot. Null when the
 * process does not exist; empty where the system does not report start times.
 */
export function processMark(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in parentheses may contain anything, so fields are counted after it; the start time is field 22.
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
    // Another user's process cannot be signalled, but it exists.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
