/** Kept-alive connections, by the place that they lead to. https://undici.nodejs.org/#/docs/api/Pool */
import type { LookupFunction } from 'node:net'
import type { Dispatcher, Pool } from 'undici'
import { once } from '../../lib/async/once.ts'
import { type Answer, type Broken, exchange, type Request } from './exchange.ts'

/** As many as the outbox ever has under way, so that nothing waits here beyond its caps. */
const MAX_TO_ONE_PLACE = 256
const IDLE_MS = 20_000

export interface PlaceOptions {
  readonly origin: string
  /** Addresses that alone may be connected to; absent where the operator chose the host. */
  readonly pinned?: readonly string[]
  /** Roots of trust in place of the built-in ones. TLS is verified whatever the environment says. */
  readonly trustedRoots?: string | undefined
  readonly timeoutMs: number
  /** A connection for each request, where a repeated request would do harm. */
  readonly unkept?: boolean
}

// Loading it takes a tenth of a second, which a start does not need.
const loadUndici = once(() => import('undici'))

/** Connections to one origin, at the addresses that were checked. */
export class Place {
  readonly #make: (connections: number) => Pool
  readonly #pool: Pool
  readonly #unkept: boolean
  /** Connections opened so far: unchanged over a request, it went over an old one. */
  #opened = 0

  constructor(undici: typeof import('undici'), options: PlaceOptions) {
    const { origin, pinned, trustedRoots, timeoutMs, unkept = false } = options
    this.#unkept = unkept
    const connect = undici.buildConnector({
      allowH2: false,
      timeout: timeoutMs,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      ...(trustedRoots === undefined ? {} : { ca: trustedRoots }),
      ...(pinned === undefined ? {} : { lookup: pinnedLookup(pinned) }),
    })
    this.#make = (connections) =>
      new undici.Pool(origin, {
        connections,
        pipelining: unkept ? 0 : 1,
        // The deadline bounds these; their own timers start again with every byte.
        headersTimeout: 0,
        bodyTimeout: 0,
        keepAliveTimeout: IDLE_MS,
        keepAliveMaxTimeout: IDLE_MS,
        connect: (target, done) => {
          this.#opened++
          connect(target, done)
        },
      })
    this.#pool = this.#make(MAX_TO_ONE_PLACE)
  }

  async request(request: Request, signal: AbortSignal): Promise<Answer | Broken> {
    const before = this.#opened
    const result = await exchange(this.#pool, request, signal)
    const stale = result.kind === 'broken' && result.status === null && this.#opened === before
    if (!stale || this.#unkept || signal.aborted || !wasCut(result.cause)) return result
    return this.#requestAnew(request, signal)
  }

  /** The peer closed a kept connection just as it was used again: not its failure, and so no attempt of its own. */
  async #requestAnew(request: Request, signal: AbortSignal): Promise<Answer | Broken> {
    const fresh: Dispatcher = this.#make(1)
    try {
      return await exchange(fresh, request, signal)
    } finally {
      void fresh.destroy().catch(ignoreClosing)
    }
  }

  /** Lets what is under way end, and what was just about to begin, then closes the connections. */
  retire(): void {
    setImmediate(() => void this.#pool.close().catch(ignoreClosing))
  }

  async close(): Promise<void> {
    await this.#pool.destroy()
  }
}

/** Gives what opens places, once the HTTP client is loaded. */
export async function placeOpener(): Promise<(options: PlaceOptions) => Place> {
  const undici = await loadUndici()
  return (options) => new Place(undici, options)
}

function ignoreClosing(): void {
  // The connection is closed already, which is what this call wants.
}

function wasCut(cause: unknown): boolean {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE'
}

/** Node asks this for names alone: an address in a URL is connected to as it is, and was checked as it is. */
function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  return (_host, options, done) => {
    const [first] = all
    if (first === undefined) return done(new Error('no address was checked'), '')
    if (options.all) return done(null, all)
    done(null, first.address, first.family)
  }
}
