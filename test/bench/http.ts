import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Figure } from './figure.ts'
import { type LoadOptions, load } from './load.ts'
import { median } from './median.ts'

const ROUNDS = 3
const DURATION_MS = 1500
const CONNECTIONS = 10

export interface Load {
  readonly perSecond: number
  readonly p99Ms: number
  /** Processor time of the server for a request, which other work on the machine disturbs least. */
  readonly cpuUs: number
}

export interface Server {
  readonly email: string
  readonly token: string
  readonly contracts: number
  readonly bare: number
  readonly ours: number
}

/**
 * What a request costs next to bare Fastify, and a large prepared answer next to one that is written for each request.
 * The server is a process of its own; rounds alternate, so that what disturbs one also disturbs its anchor.
 */
export async function figures(): Promise<Figure[]> {
  return figuresOf(await alternating((server) => casesOf(server)))
}

type Case = Omit<LoadOptions, 'connections' | 'durationMs'>

/** The loads of each case, by name, from a server process of their own. */
export async function alternating(cases: (server: Server) => Record<string, Case>): Promise<Map<string, Load[]>> {
  const child = fork(fileURLToPath(new URL('./http-server.ts', import.meta.url)))
  try {
    const [server] = (await once(child, 'message')) as [Server]
    const loads = new Map<string, Load[]>()
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [name, options] of Object.entries(cases(server))) {
        const load = await measure(child, options)
        // The first round warms the server up.
        if (round > 0) loads.set(name, [...(loads.get(name) ?? []), load])
      }
    }
    return loads
  } finally {
    child.kill()
  }
}

function casesOf({ email, token, contracts, bare, ours }: Server) {
  const headers = { 'x-user-email': email, 'x-user-token': token }
  const api = '/api/v1/stocks/SPY'
  return {
    bare: { port: bare, path: '/small' },
    small: { port: ours, path: `${api}/quote`, headers },
    serialised: { port: bare, path: '/chain' },
    made: { port: bare, path: '/made' },
    prepared: {
      port: ours,
      path: `${api}/options?limit=${contracts}`,
      headers: { ...headers, 'accept-encoding': 'zstd, br' },
    },
  }
}

function figuresOf(loads: ReadonlyMap<string, readonly Load[]>): Figure[] {
  const typical = (name: string, part: keyof Load) => median((loads.get(name) ?? []).map((load) => load[part]))
  const bare = (part: keyof Load) => ({ name: 'bare Fastify', value: typical('bare', part) })
  return [
    {
      name: 'authenticated quote',
      value: typical('small', 'perSecond'),
      unit: 'requests/s',
      goal: '≥ 0.45 of the anchor',
      anchor: bare('perSecond'),
    },
    { name: 'authenticated quote, CPU', value: typical('small', 'cpuUs'), unit: 'µs', anchor: bare('cpuUs') },
    {
      name: 'authenticated quote, p99',
      value: typical('small', 'p99Ms'),
      unit: 'ms',
      goal: '≤ 5 ms',
      anchor: bare('p99Ms'),
    },
    {
      name: 'chain of 5,000 contracts, prepared',
      value: typical('prepared', 'perSecond'),
      unit: 'requests/s',
      goal: '≥ 100 of the anchor',
      anchor: { name: 'made and written for each request', value: typical('made', 'perSecond') },
    },
    {
      name: 'the same',
      value: typical('prepared', 'perSecond'),
      unit: 'requests/s',
      anchor: { name: 'only written for each request', value: typical('serialised', 'perSecond') },
    },
    {
      name: 'chain of 5,000 contracts, prepared, CPU',
      value: typical('prepared', 'cpuUs'),
      unit: 'µs',
      anchor: { name: 'only written for each request', value: typical('serialised', 'cpuUs') },
    },
  ]
}

async function measure(child: ChildProcess, options: Case): Promise<Load> {
  const before = await cpuUs(child)
  const { requests, perSecond, p99Ms } = await load({ ...options, connections: CONNECTIONS, durationMs: DURATION_MS })
  return { perSecond, p99Ms, cpuUs: ((await cpuUs(child)) - before) / requests }
}

async function cpuUs(child: ChildProcess): Promise<number> {
  child.send('cpu')
  const [answer] = (await once(child, 'message')) as [{ cpuUs: number }]
  return answer.cpuUs
}
