import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Of Linux: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const TICKS_A_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Processor time of all threads of a process since its start, in steps of the kernel's clock (10 ms). */
export function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  // The name in parentheses may contain anything. The times are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_A_SECOND
}

/** Resident memory, as the operating system counts it. */
export function residentMb(pid: number): number {
  const kb = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
  return Number(kb) / 1_024
}
