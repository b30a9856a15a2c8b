import { type FaultSink, faultSink, type Reply, type SinkRequest } from '../../http/fault-sink.ts'
import { jsonReply } from '../model.ts'
import { type Query, Refused } from './query.ts'

export interface Keys {
  readonly id: string
  readonly secret: string
}

/** Keys of a paper account begin with PK, keys of a live account with AK. */
export const PAPER_KEYS: Keys = { id: 'PKCANARYCANARYCANARY', secret: 'canary-paper-secret' }
export const LIVE_KEYS: Keys = { id: 'AKCANARYCANARYCANARY', secret: 'canary-live-secret' }

export interface Host extends AsyncDisposable {
  readonly server: FaultSink['server']
  readonly url: string
  /** Path with query of every request, oldest first. */
  readonly requests: string[]
  /** Of every answer, oldest first. */
  readonly statuses: number[]
  /** Requests of these paths fail so until they are repaired. `hang` takes them and answers nothing. */
  fail(path: string, reply: Reply | 'hang'): void
  repair(path: string): void
}

export interface HostOptions {
  readonly accepted: readonly Keys[]
  readonly ratePerMinute: () => number
  readonly now: () => Date
  /** Before each answer. */
  readonly delay?: () => Promise<void>
  readonly answer: (query: Query) => object | undefined
}

/** One HTTP host: keys, request limit with its headers, then the answer. Source: README.md, "Hosts". */
export async function apiHost(options: HostOptions): Promise<Host> {
  const requests: string[] = []
  const faults = new Map<string, Reply | 'hang'>()
  const window = { start: Number.NEGATIVE_INFINITY, used: 0 }
  const statuses: number[] = []
  const behaviour = async (request: SinkRequest): Promise<Reply> => {
    requests.push(request.path)
    const reply = await replyTo(request)
    statuses.push(reply.status ?? 200)
    return reply
  }
  const replyTo = async (request: SinkRequest): Promise<Reply> => {
    const url = new URL(request.path, 'http://vendor')
    if (!isKnown(request, options.accepted)) return jsonReply(401, { message: 'unauthorized' })
    const limit = spend(window, options)
    if (limit.exceeded) return jsonReply(429, { message: 'too many requests.' }, limit.headers)
    await options.delay?.()
    const fault = [...faults].find(([path]) => url.pathname.startsWith(path))?.[1]
    if (fault === 'hang') return new Promise(() => {})
    if (fault) return fault
    return answered({ path: url.pathname, params: url.searchParams }, options, limit.headers)
  }
  const sink: FaultSink = await faultSink({ behaviour })
  return {
    server: sink.server,
    url: sink.origin,
    requests,
    statuses,
    fail: (path, reply) => void faults.set(path, reply),
    repair: (path) => void faults.delete(path),
    [Symbol.asyncDispose]: () => sink[Symbol.asyncDispose](),
  }
}

function answered(query: Query, { answer }: HostOptions, headers: Record<string, string>): Reply {
  try {
    const body = answer(query)
    return body ? jsonReply(200, body, headers) : jsonReply(404, { message: 'endpoint not found.' }, headers)
  } catch (error) {
    if (error instanceof Refused) return jsonReply(error.status, error.body, headers)
    throw error
  }
}

function isKnown({ headers }: SinkRequest, accepted: readonly Keys[]): boolean {
  const [id, secret] = [headers['apca-api-key-id'], headers['apca-api-secret-key']]
  return accepted.some((keys) => keys.id === id && keys.secret === secret)
}

/** A request of the present minute, which begins with its first request. */
function spend(window: { start: number; used: number }, { now, ratePerMinute }: HostOptions) {
  const ms = now().getTime()
  if (ms >= window.start + 60_000) Object.assign(window, { start: ms, used: 0 })
  window.used++
  const limit = ratePerMinute()
  const headers = {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(Math.max(0, limit - window.used)),
    'x-ratelimit-reset': String(Math.ceil((window.start + 60_000) / 1000)),
  }
  return { exceeded: window.used > limit, headers }
}
