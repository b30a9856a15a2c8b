import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type LoadOptions, load } from './load.ts'

/** One measured number; `anchor` is what it is compared with. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly anchor?: string
}

const ROUNDS = 3
const DURATION_MS = 1500
const CONNECTIONS = 10
const KEY = { 'x-user-email': 'a@example.com', 'x-user-token': 'ow_benchmark' }

interface Load {
  readonly perSecond: number
  readonly p99Ms: number
  /** Processor time of the server for a request, which other work on the machine disturbs least. */
  readonly cpuUs: number
}

/**
 * What a request costs next to bare Fastify, and a large prepared answer next to one that is written for each request.
 * The server is a process of its own; rounds alternate, so that what disturbs one also disturbs its anchor.
 */
export async function benchHttp(): Promise<Figure[]> {
  const child = fork(fileURLToPath(new URL('./http-server.ts', import.meta.url)))
  try {
    const [ports] = (await once(child, 'message')) as [{ bare: number; ours: number }]
    const cases = {
      bare: { port: ports.bare, path: '/small' },
      small: { port: ports.ours, path: '/api/v1/stocks/SPY/quote', headers: KEY },
      serialised: { port: ports.ours, path: '/api/v1/chain_serialised', headers: KEY },
      prepared: {
        port: ports.ours,
        path: '/api/v1/chain_prepared',
        headers: { ...KEY, 'accept-encoding': 'zstd, br' },
      },
    }
    const loads = new Map<string, Load[]>()
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [name, options] of Object.entries(cases)) {
        const load = await measure(child, options)
        // The first round warms the server up.
        if (round > 0) loads.set(name, [...(loads.get(name) ?? []), load])
      }
    }
    return figures(loads)
  } finally {
    child.kill()
  }
}

function figures(loads: ReadonlyMap<string, readonly Load[]>): Figure[] {
  const typical = (name: string, part: keyof Load) => median((loads.get(name) ?? []).map((load) => load[part]))
  const ratio = (name: string, to: string) => typical(name, 'perSecond') / typical(to, 'perSecond')
  return [
    { name: 'bare Fastify', value: typical('bare', 'perSecond'), unit: 'requests/s' },
    { name: 'bare Fastify, CPU', value: typical('bare', 'cpuUs'), unit: 'µs/request' },
    { name: 'authenticated small read', value: typical('small', 'perSecond'), unit: 'requests/s' },
    { name: 'authenticated small read, CPU', value: typical('small', 'cpuUs'), unit: 'µs/request' },
    { name: 'authenticated small read, p99', value: typical('small', 'p99Ms'), unit: 'ms', anchor: 'at most 5' },
    { name: 'small read to bare Fastify', value: ratio('small', 'bare'), unit: '×', anchor: 'at least 0.45' },
    { name: '5,000 contracts, serialised', value: typical('serialised', 'perSecond'), unit: 'requests/s' },
    { name: '5,000 contracts, serialised, CPU', value: typical('serialised', 'cpuUs'), unit: 'µs/request' },
    { name: '5,000 contracts, prepared', value: typical('prepared', 'perSecond'), unit: 'requests/s' },
    { name: '5,000 contracts, prepared, CPU', value: typical('prepared', 'cpuUs'), unit: 'µs/request' },
    { name: 'prepared to serialised', value: ratio('prepared', 'serialised'), unit: '×', anchor: 'at least 100' },
    {
      name: 'serialised to prepared, CPU',
      value: typical('serialised', 'cpuUs') / typical('prepared', 'cpuUs'),
      unit: '×',
      anchor: 'at least 100',
    },
  ]
}

async function measure(child: ChildProcess, options: Omit<LoadOptions, 'connections' | 'durationMs'>): Promise<Load> {
  const before = await cpuUs(child)
  const { requests, perSecond, p99Ms } = await load({ ...options, connections: CONNECTIONS, durationMs: DURATION_MS })
  return { perSecond, p99Ms, cpuUs: ((await cpuUs(child)) - before) / requests }
}

async function cpuUs(child: ChildProcess): Promise<number> {
  child.send('cpu')
  const [answer] = (await once(child, 'message')) as [{ cpuUs: number }]
  return answer.cpuUs
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
