import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.ts'
import { problemHeaders, problemOf, sendProblem } from './problem.ts'

const BY_FASTIFY_CODE: Readonly<Record<string, () => AppError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new AppError('too_large', 'The body is too large for this route. Send a smaller one.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new AppError('unsupported_media', 'Send the body as JSON, with Content-Type: application/json.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new AppError('malformed', 'The length of the body differs from Content-Length. Send it again.'),
  FST_ERR_BAD_URL: () => new AppError('malformed', 'The URL has invalid percent-encoding. Encode it again.'),
}

/** The only place where errors become HTTP responses, and where a fault is logged, once. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = appErrorOf(error)
  if (known === undefined && !isAbortedByCaller(error, request)) {
    request.log.error({ err: error, request_id: request.id }, 'request failed')
  } else if (known?.code === 'unavailable') {
    request.log.warn({ err: known, request_id: request.id }, 'request refused: unavailable')
  }
  reply.headers(problemHeaders(known))
  return sendProblem(reply, problemOf(known ?? error, request.id))
}

/** Work that was stopped because its caller disconnected is not a fault, and nobody reads the response. */
function isAbortedByCaller(error: unknown, { socket }: FastifyRequest): boolean {
  return socket.destroyed && error instanceof Error && error.name === 'AbortError'
}

/** The error for the caller: our own errors, and Fastify's errors about unreadable requests. */
export function appErrorOf(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  if (!isFastifyError(error)) return undefined
  const create = BY_FASTIFY_CODE[error.code]
  if (create) return create()
  // Its other client errors are about incomplete requests.
  const isClientError = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
  return isClientError
    ? new AppError('malformed', 'The request could not be read. Send it again.', { cause: error })
    : undefined
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}
