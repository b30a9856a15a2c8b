import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors.ts'
import { problemHeaders, problemOf, sendProblem } from './problem.ts'

const BY_FASTIFY_CODE: Readonly<Record<string, () => AppError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('too_large', 'Send a smaller body: this route does not take as much.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new AppError('unsupported_media', 'Send the body as JSON, with Content-Type: application/json.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new AppError('malformed', 'The body is not as long as Content-Length says. Send it again.'),
  FST_ERR_BAD_URL: () => new AppError('malformed', 'The URL has broken percent-encoding. Encode it again.'),
}

/** The one place where errors become answers over HTTP, and where a fault is written to the log, once. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = appErrorOf(error)
  if (known === undefined && !isGivenUp(error, request)) {
    request.log.error({ err: error, request_id: request.id }, 'request failed')
  } else if (known?.code === 'unavailable') {
    request.log.warn({ err: known, request_id: request.id }, 'request refused: unavailable')
  }
  reply.headers(problemHeaders(known))
  return sendProblem(reply, problemOf(known ?? error, request.id))
}

/** Work that was stopped because its caller has gone is no fault, and nobody reads the answer. */
function isGivenUp(error: unknown, { socket }: FastifyRequest): boolean {
  return socket.destroyed && error instanceof Error && error.name === 'AbortError'
}

/** What an error means to a caller: our own errors, and those of Fastify about an unreadable request. */
export function appErrorOf(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  if (!isFastifyError(error)) return undefined
  const known = BY_FASTIFY_CODE[error.code]
  if (known) return known()
  // The rest of its client errors are about a request that could not be read to its end.
  const isClients = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
  return isClients
    ? new AppError('malformed', 'The request could not be read. Send it again.', { cause: error })
    : undefined
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}
