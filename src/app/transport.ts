import type { Server } from 'node:http'
import type { FastifyHttpOptions, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../domain/errors.ts'
import { type Problem, problem, sendProblem } from '../surfaces/rest/problem.ts'

const MAX_HEADER_BYTES = 16 * 1024
const MAX_TARGET_LENGTH = 8 * 1024

/**
 * Node waits minutes for slow peers and counts none of them. These bounds end a connection that sends its headers in
 * more than 10 s, its request in more than 15 s, or nothing at all for 30 s.
 */
export const TRANSPORT = {
  connectionTimeout: 30_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 5_000,
  http: {
    headersTimeout: 10_000,
    // Time-outs are only looked at this often; Node's own 30 s would make them 40 s.
    connectionsCheckingInterval: 2_000,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Asked in `refuseOddTargets`, so that the refusal has a body like every other.
    requireHostHeader: false,
  },
  clientErrorHandler: refuseUnreadable,
} satisfies FastifyHttpOptions<Server>

/**
 * Refuses what a proxy before us might read in another way than we do, and thereby let through: two Host lines, none,
 * a whole URL or a fragment in the target, or an unknown transfer encoding. Node takes them all.
 */
export function refuseOddTargets(request: FastifyRequest, reply: FastifyReply, next: () => void): void {
  const target = request.raw.url ?? ''
  if (target.length > MAX_TARGET_LENGTH) {
    sendProblem(reply, problem('target_too_long', `Send a URL of at most ${MAX_TARGET_LENGTH} characters.`))
    return
  }
  if (!target.startsWith('/')) throw new AppError('malformed', 'Send the path alone as the request target.')
  // A client keeps it to itself; the router ends the path at it, and others read on.
  if (target.includes('#')) throw new AppError('malformed', 'Leave out the fragment of the URL.')
  if (hostLines(request.raw.rawHeaders) !== 1 && request.raw.httpVersion !== '1.0') {
    throw new AppError('malformed', 'Send exactly one Host header.')
  }
  const transfer = request.raw.headers['transfer-encoding']
  if (transfer !== undefined && transfer.trim().toLowerCase() !== 'chunked') {
    throw new AppError('malformed', 'Send the body with Content-Length, or chunked.')
  }
  if (hasEmptySegment(target))
    throw new AppError('not_found', 'There is nothing at this path. Leave out the extra slash.')
  next()
}

/** `/a/` and `/a//b`: the router would take the empty part for a parameter. */
function hasEmptySegment(target: string): boolean {
  const end = target.indexOf('?')
  const path = end === -1 ? target : target.slice(0, end)
  return path.includes('//') || (path.length > 1 && path.endsWith('/'))
}

function hostLines(rawHeaders: readonly string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}

const UNREADABLE: Readonly<Record<string, Problem>> = {
  ERR_HTTP_REQUEST_TIMEOUT: problem('request_timeout', 'Send the whole request within 15 seconds.'),
  HPE_HEADER_OVERFLOW: problem('headers_too_large', `Send at most ${MAX_HEADER_BYTES} bytes of headers.`),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: problem('too_large', 'Send fewer chunk extensions.'),
}
const NOT_HTTP = problem('malformed', 'This is not a valid HTTP request.')

/** What the parser refuses has no request to answer, so the refusal is written to the socket as it is. */
function refuseUnreadable(error: Error & { code?: string }, socket: Writable): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const body = UNREADABLE[error.code ?? ''] ?? NOT_HTTP
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${body.status} ${body.title}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${text.length}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy())
}

interface Writable {
  readonly writable: boolean
  end(text: string, done: () => void): void
  destroy(): void
}
