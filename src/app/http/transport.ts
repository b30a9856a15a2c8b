import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyHttpOptions, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.ts'
import { type Problem, problem, sendProblem } from '../../surfaces/rest/problem.ts'
import type { AccessLog } from './access-log.ts'

const MAX_HEADER_BYTES = 16 * 1024
const MAX_TARGET_LENGTH = 8 * 1024

/**
 * Node waits minutes for slow peers and does not limit their number. These limits end a connection that takes more than
 * 10 s for its headers or 15 s for its request, or that sends nothing for 30 s
 * while a request is open. Between requests a connection stays open for 72 s, longer than the minute after which usual
 * proxies and clients drop an idle one: whoever drops it first must not be this side, because a request may be on its
 * way.
 */
export const TRANSPORT = {
  connectionTimeout: 30_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 72_000,
  http: {
    headersTimeout: 10_000,
    // Node checks timeouts at this interval; its default of 30 s would delay them to 40 s.
    connectionsCheckingInterval: 2_000,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Checked in `refuseAmbiguousTargets`, so that the error has a body like every other.
    requireHostHeader: false,
  },
} satisfies FastifyHttpOptions<Server>

/**
 * Refuses requests that a proxy may interpret differently and therefore let through: no or several Host headers, a full
 * URL or a fragment as the target, or an unknown transfer encoding. Node accepts all of them.
 */
export function refuseAmbiguousTargets(request: FastifyRequest, reply: FastifyReply, next: () => void): void {
  const target = request.raw.url ?? ''
  if (target.length > MAX_TARGET_LENGTH) {
    sendProblem(reply, problem('target_too_long', `Send a URL of at most ${MAX_TARGET_LENGTH} characters.`))
    return
  }
  const { expect } = request.raw.headers
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    sendProblem(reply, problem('expectation_failed', 'Leave out the Expect header, or send 100-continue.'))
    return
  }
  if (!target.startsWith('/')) throw new AppError('malformed', 'Send the path alone as the request target.')
  // Clients do not send fragments. The router ignores one; other servers may not.
  if (target.includes('#')) throw new AppError('malformed', 'Leave out the fragment of the URL.')
  requireHost(request)
  const transfer = request.raw.headers['transfer-encoding']
  if (transfer !== undefined && transfer.trim().toLowerCase() !== 'chunked') {
    throw new AppError('malformed', 'Send the body with Content-Length, or chunked.')
  }
  if (hasEmptySegment(target)) throw new AppError('not_found', 'This path does not exist. Remove the extra slash.')
  next()
}

function requireHost({ raw: { httpVersion, headers, rawHeaders } }: FastifyRequest): void {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') throw new AppError('malformed', 'Use HTTP/1.1.')
  const lines = hostLines(rawHeaders)
  // HTTP/1.0 has none.
  if (lines !== 1 && !(lines === 0 && httpVersion === '1.0')) {
    throw new AppError('malformed', 'Send exactly one Host header.')
  }
  if (headers.host?.trim() === '') throw new AppError('malformed', 'Send a Host header with a name or an address.')
}

/** `/a/` and `/a//b`: the router would treat the empty segment as a parameter. */
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

/** A request that the parser rejects has no reply object, so the error is written to the socket. */
export function refuseUnreadable(access: AccessLog, newId: () => string) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const body = UNREADABLE[error.code ?? ''] ?? NOT_HTTP
    const text = JSON.stringify(body)
    const requestId = newId()
    const head = [
      `HTTP/1.1 ${body.status} ${body.title}`,
      'Content-Type: application/problem+json; charset=utf-8',
      `Content-Length: ${text.length}`,
      `X-Request-Id: ${requestId}`,
      'X-Content-Type-Options: nosniff',
      'Cache-Control: no-store',
      'Connection: close',
    ]
    access.refused(socket, { requestId, status: body.status, bytes: text.length })
    socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy())
  }
}
