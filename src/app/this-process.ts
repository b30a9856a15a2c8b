import { hostname } from 'node:os'
import { processMark, processSpace } from '../lib/node/process-mark.ts'

/** How other processes on the same store know this one. */
export function thisProcess() {
  return { host: `${hostname()} ${processSpace()}`, pid: process.pid, mark: processMark(process.pid) ?? '' }
}

/** Whether a process of this machine that noted its number and mark is still there. */
export function stillRuns(pid: number, mark: string): boolean {
  // Where the system tells no more than numbers, a note with our own number is of one before us.
  return processMark(pid) === mark && !(pid === process.pid && mark === '')
}
