import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify'
import { namesSecret, redactUrl } from '../../lib/text/redact-url.ts'

/** A request that the parser rejected: it has no path yet, and its address is that of the connection. */
interface Unreadable {
  readonly requestId: string
  readonly status: number
  readonly bytes: number
}

/**
 * Exactly one line per request: when its response is sent, or when its connection ends first. Lines have no headers and
 * no secrets of the URL. JSON escapes control characters, so no request can forge a line.
 */
export class AccessLog {
  readonly #log: FastifyBaseLogger
  readonly #secretPaths: string[] = []
  /** Replies without a line yet, by connection, until it closes: a set per request would be most of the tracking. */
  readonly #open = new Map<Socket, Set<FastifyReply>>()
  /** The status that was written to a connection whose request broke off, for example in its body. */
  readonly #unreadable = new Map<Socket, number>()

  constructor(log: FastifyBaseLogger) {
    // These fields contain no secrets: checking each line would cost as much as writing it.
    this.#log = log.child({}, { formatters: { log: (fields: object) => fields } })
  }

  watch(server: FastifyInstance): void {
    server.addHook('onRoute', ({ url }) => {
      const start = secretStart(url)
      if (start !== undefined && !this.#secretPaths.includes(start)) this.#secretPaths.push(start)
    })
    server.server.on('connection', (socket: Socket) => socket.once('close', () => this.#closed(socket)))
    server.addHook('onRequest', (_request, reply, done) => {
      this.open(reply)
      done()
    })
    server.addHook('onResponse', (_request, reply, done) => {
      this.#end(reply)
      done()
    })
  }

  /** For requests that reach no hook: begins their line, which is written with the response. */
  watchOne(reply: FastifyReply): void {
    this.open(reply)
    reply.raw.once('finish', () => this.#end(reply))
  }

  open(reply: FastifyReply): void {
    const { socket } = reply.request.raw
    const open = this.#open.get(socket)
    if (open) open.add(reply)
    else this.#open.set(socket, new Set([reply]))
  }

  refused(socket: Socket, { requestId, status, bytes }: Unreadable): void {
    const hasRequest = (this.#open.get(socket)?.size ?? 0) > 0
    if (hasRequest) this.#unreadable.set(socket, status)
    // A connection on which nothing was sent, which browsers open in advance, is not a request.
    if (hasRequest || socket.bytesRead === 0) return
    this.#log.info({ request_id: requestId, status, address: socket.remoteAddress, bytes }, 'request')
  }

  #end(reply: FastifyReply): void {
    const { socket } = reply.request.raw
    const open = this.#open.get(socket)
    if (!open?.delete(reply)) return
    this.#write(reply, { status: reply.statusCode, bytes: bytesOf(reply) })
  }

  #closed(socket: Socket): void {
    for (const reply of this.#open.get(socket) ?? []) this.#write(reply, this.#outcomeAtClose(reply, socket))
    this.#open.delete(socket)
    this.#unreadable.delete(socket)
  }

  #outcomeAtClose(reply: FastifyReply, socket: Socket) {
    // A WebSocket writes its own response.
    if (reply.sent && !reply.raw.headersSent) return { status: 101, bytes: socket.bytesWritten }
    const status = reply.raw.headersSent ? reply.statusCode : this.#unreadable.get(socket)
    return { status: status ?? null, bytes: null, aborted: true }
  }

  #write(reply: FastifyReply, outcome: { readonly status: number | null; readonly bytes: number | null }): void {
    const { request } = reply
    const { caller } = request
    this.#log.info(
      {
        request_id: request.id,
        method: request.method,
        url: redactPath(redactUrl(request.url), this.#secretPaths),
        address: request.ip,
        ...(caller?.account && { account_id: caller.account.id }),
        ...(caller?.keyId !== undefined && { key_id: caller.keyId }),
        ...(caller?.connectionId !== undefined && { connection_id: caller.connectionId }),
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...outcome,
      },
      'request',
    )
  }
}

/** Of the body, as it was sent; null for a file that was sent while it was made. */
function bytesOf(reply: FastifyReply): number | null {
  if (reply.request.method === 'HEAD') return 0
  const length = reply.getHeader('content-length')
  return length === undefined && reply.raw.chunkedEncoding ? null : Number(length ?? 0)
}

/** The path before a secret parameter: `/unsubscribe/` of `/unsubscribe/:token`. */
function secretStart(url: string): string | undefined {
  for (const [parameter, name = ''] of url.matchAll(/:(\w+)/g)) {
    if (namesSecret(name)) return url.slice(0, url.indexOf(parameter))
  }
  return undefined
}

/** Below this path a direct sender puts a secret into the URL, possibly under a misspelled name. */
const WITHOUT_QUERY = '/webhooks/'

function redactPath(url: string, starts: readonly string[]): string {
  const [raw = ''] = url.split('?', 1)
  const path = routedPath(raw)
  if (path.startsWith(WITHOUT_QUERY)) return raw
  const start = starts.find((it) => path.startsWith(it))
  return start === undefined ? url : `${start}[redacted]`
}

const MAY_BE_READ_OTHERWISE = /%|\/\.?\//

/** The path as a router, or a proxy that is less strict, reads it: decoded, without doubled slashes and dots. */
function routedPath(raw: string): string {
  if (!MAY_BE_READ_OTHERWISE.test(raw)) return raw
  let path = raw
  try {
    path = decodeURIComponent(raw)
  } catch {
    // A path that cannot be decoded reaches no route.
  }
  return path.replaceAll(/\/(\.?\/)+/g, '/')
}
