/**
 * Loaded before a process under attack (`--import`): writes to PROBE_FILE, every PROBE_MS and at SIGUSR2, what only the
 * process itself knows. At SIGUSR2 it collects garbage first, if it may.
 */
import { appendFileSync, readdirSync } from 'node:fs'
import { monitorEventLoopDelay, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

export interface ProbeSample {
  /** Seconds since the process began. */
  readonly atS: number
  readonly rssMb: number
  readonly heapMb: number
  /** Typed arrays and what else the heap refers to outside of it, of the main thread. */
  readonly arraysMb: number
  readonly descriptors: number
  /** Longest time between two turns of the event loop since the last sample, in milliseconds. */
  readonly longestTickMs: number
  /**
   * The most processor time of the main thread in one turn, without collecting garbage: the part that the machine's other
   * work does not lengthen.
   */
  readonly longestCpuMs: number
  readonly longestCollectionMs: number
}

interface Turn {
  readonly cpuMs: number
  readonly fromMs: number
  readonly toMs: number
}

const { PROBE_FILE = '', PROBE_MS = '10000' } = process.env
/** Of the two samplers below; a turn shorter than it is not seen. */
const RESOLUTION_MS = 5
const MB = 1024 * 1024

if (isMainThread && PROBE_FILE !== '') {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  let turns: Turn[] = []
  let collections: PerformanceEntry[] = []
  let before = { usedUs: cpuUs(), atMs: performance.now() }
  setInterval(() => {
    const now = { usedUs: cpuUs(), atMs: performance.now() }
    const cpuMs = (now.usedUs - before.usedUs) / 1_000
    if (cpuMs > RESOLUTION_MS) turns.push({ cpuMs, fromMs: before.atMs, toMs: now.atMs })
    before = now
  }, RESOLUTION_MS).unref()
  const collecting = new PerformanceObserver((list) => collections.push(...list.getEntries()))
  collecting.observe({ entryTypes: ['gc'] })
  const write = () => {
    const { rss, heapUsed, external } = process.memoryUsage()
    const sample: ProbeSample = {
      atS: Math.round(process.uptime()),
      rssMb: Math.round(rss / MB),
      heapMb: Math.round(heapUsed / MB),
      arraysMb: Math.round(external / MB),
      descriptors: readdirSync('/proc/self/fd').length,
      longestTickMs: Math.max(0, Math.round(delays.max / 1e6 - RESOLUTION_MS)),
      longestCpuMs: Math.round(Math.max(0, ...turns.map((turn) => turn.cpuMs - collectedMs(turn, collections)))),
      longestCollectionMs: Math.round(Math.max(0, ...collections.map(({ duration }) => duration))),
    }
    appendFileSync(PROBE_FILE, `${JSON.stringify(sample)}\n`)
    delays.reset()
    turns = []
    collections = []
  }
  setInterval(write, Number(PROBE_MS)).unref()
  process.on('SIGUSR2', () => {
    globalThis.gc?.()
    write()
  })
}

/** Of the time in a turn that collections took. */
function collectedMs({ fromMs, toMs }: Turn, collections: readonly PerformanceEntry[]): number {
  return collections.reduce((sum, { startTime, duration }) => {
    return sum + Math.max(0, Math.min(toMs, startTime + duration) - Math.max(fromMs, startTime))
  }, 0)
}

function cpuUs(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}
