import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { isFirstChatRequest } from '../../accounts/operations/chat-links/chat-callers.ts'
import { AppError } from '../../lib/errors.ts'
import { problemRefs } from '../rest/openapi-responses.ts'
import type { ChatParts } from './answer-command.ts'

const MAX_BODY_BYTES = 64 * 1024
const MAX_AGE_S = 300

export interface SignedBytes {
  readonly signature: string
  /** Seconds since 1970, as the vendor wrote them. */
  readonly timestamp: string
  readonly body: Buffer
}

export interface Signatures {
  /** Names of the headers. */
  readonly signature: string
  readonly timestamp: string
  readonly isValid: (signed: SignedBytes) => boolean
}

/** Routes whose bodies stay bytes, because a signature is of bytes. */
export async function withRawBodies(server: FastifyInstance, routes: (scope: FastifyInstance) => void): Promise<void> {
  await server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    const parser = { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES } as const
    scope.addContentTypeParser('*', parser, (_request, bytes, parsed) => parsed(null, bytes))
    routes(scope)
    done()
  })
}

/** The bytes of a request that the vendor has signed lately and that was not answered before; nothing is read before. */
export async function signedBody(
  parts: Pick<ChatParts, 'store' | 'identity' | 'now'>,
  { headers, body }: { readonly headers: IncomingHttpHeaders; readonly body: unknown },
  names: Signatures,
): Promise<Buffer> {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  const signature = headers[names.signature]
  const timestamp = headers[names.timestamp]
  const isFresh =
    typeof timestamp === 'string' &&
    /^\d{1,12}$/.test(timestamp) &&
    Math.abs(parts.now().getTime() / 1_000 - Number(timestamp)) <= MAX_AGE_S
  if (!isFresh || typeof signature !== 'string' || !names.isValid({ signature, timestamp, body: bytes })) {
    throw unauthenticated('The signature of this request is invalid or older than five minutes.')
  }
  if (!(await isFirstChatRequest(parts, signature))) throw unauthenticated('This request was answered before.')
  return bytes
}

function unauthenticated(message: string): AppError {
  return new AppError('unauthenticated', message)
}

export const SIGNED_PROBLEMS = problemRefs([
  'malformed',
  'unauthenticated',
  'too_large',
  'target_too_long',
  'headers_too_large',
  'internal',
  'unavailable',
])
