/**
 * Loaded before a process under attack (`--import`): writes to PROBE_FILE, every PROBE_MS and at SIGUSR2, what only the
 * process itself knows. At SIGUSR2 it collects garbage first, if it may.
 */
import { appendFileSync, readdirSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

export interface ProbeSample {
  /** Seconds since the process began. */
  readonly atS: number
  readonly rssMb: number
  readonly heapMb: number
  readonly descriptors: number
  /** Longest time between two turns of the event loop since the last sample, in milliseconds. */
  readonly longestTickMs: number
  /** The most processor time of the main thread in one turn: the part that the machine's other work does not lengthen. */
  readonly longestCpuMs: number
}

const { PROBE_FILE = '', PROBE_MS = '10000' } = process.env
/** Of the two samplers below; a turn shorter than it is not seen. */
const RESOLUTION_MS = 5
const MB = 1024 * 1024

if (isMainThread && PROBE_FILE !== '') {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  let longestCpuUs = 0
  let usedUs = cpuUs()
  setInterval(() => {
    const now = cpuUs()
    longestCpuUs = Math.max(longestCpuUs, now - usedUs)
    usedUs = now
  }, RESOLUTION_MS).unref()
  const write = () => {
    const { rss, heapUsed } = process.memoryUsage()
    const sample: ProbeSample = {
      atS: Math.round(process.uptime()),
      rssMb: Math.round(rss / MB),
      heapMb: Math.round(heapUsed / MB),
      descriptors: readdirSync('/proc/self/fd').length,
      longestTickMs: Math.max(0, Math.round(delays.max / 1e6 - RESOLUTION_MS)),
      longestCpuMs: Math.round(longestCpuUs / 1000),
    }
    appendFileSync(PROBE_FILE, `${JSON.stringify(sample)}\n`)
    delays.reset()
    longestCpuUs = 0
  }
  setInterval(write, Number(PROBE_MS)).unref()
  process.on('SIGUSR2', () => {
    globalThis.gc?.()
    write()
  })
}

function cpuUs(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}
