import { hostname } from 'node:os'
import { processMark, processSpace } from '../lib/node/process-mark.ts'

/** The identity of this process for other processes on the same store. */
export function thisProcess() {
  return { host: `${hostname()} ${processSpace()}`, pid: process.pid, mark: processMark(process.pid) ?? '' }
}

/** Whether a process of this machine with this number and mark still runs. */
export function stillRuns(pid: number, mark: string): boolean {
  // If the system reports only process numbers, our own number in the store belongs to an earlier process.
  return processMark(pid) === mark && !(pid === process.pid && mark === '')
}
