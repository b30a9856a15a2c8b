import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, invalid } from '../../lib/errors.ts'
import { sha256Hex } from '../../lib/node/sha256.ts'
import type { Receipt } from '../../receiver/contract/ledger-entry.ts'
import { contentText, fingerprintText } from '../../receiver/domain/fingerprint.ts'
import type { ReceiverStore } from '../../receiver/store/index.ts'
import type { TradeIdea } from '../../trade-ideas/contract.ts'
import { readPayload } from './read-payload.ts'

export const MAX_BODY_BYTES = 64 * 1024

const JSON_TYPE = /^application\/(?:json|[\w!#$&^.+-]+\+json)[ \t]*(?:;|$)/i

export interface ReceiverMount {
  /** Where the receiver is, named after the sender: `/webhooks/{provider}`. */
  readonly prefix: string
  /** Rejects a request without the secret. */
  readonly authenticate: (request: FastifyRequest) => Promise<unknown>
  /** Counts a webhook with the secret; rejects with `rate_limited` beyond the limit. */
  readonly admit: () => Promise<void>
  readonly store: Pick<ReceiverStore, 'ledger'>
  readonly now: () => Date
  /** Called once an idea is in the ledger: the work on it may begin. */
  readonly onQueued: () => void
}

/**
 * The route of the webhook; the ledger is read by operations. A webhook is refused as early as can be: the body of a
 * caller without the secret is not read, a body that is too large is not kept, and the answer to what is read names
 * every bad field. The 200 goes out once the idea is committed, before the work on it begins.
 */
export async function mountReceiver(server: FastifyInstance, mount: ReceiverMount): Promise<void> {
  // In a scope of its own, where every body is read as bytes.
  await server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    const parser = { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES } as const
    scope.addContentTypeParser('*', parser, (_request, bytes, done) => done(null, bytes))
    scope.post(
      `${mount.prefix}/trade-ideas`,
      {
        onRequest: async (request) => {
          await mount.authenticate(request)
          await mount.admit()
          requireReadable(request)
        },
      },
      (request, reply) => accept(mount, request, reply),
    )
    done()
  })
}

/** What the headers say about the body, before a byte of it is read. */
function requireReadable({ raw: { headers } }: FastifyRequest): void {
  if (Number(headers['content-length']) > MAX_BODY_BYTES) {
    throw new AppError('too_large', `Send a body of at most ${MAX_BODY_BYTES} bytes.`)
  }
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) {
    throw badBody('must be JSON, sent with Content-Type: application/json')
  }
  // What follows the type does not matter for JSON, and the server would refuse parameters that it cannot read.
  headers['content-type'] = 'application/json'
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

async function accept(mount: ReceiverMount, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const idea = ideaOf(request.body)
  const fingerprint = sha256Hex(fingerprintText(idea))
  const payloadSha256 = sha256Hex(contentText(idea))
  const accepted = await mount.store.ledger.accept({ fingerprint, idea, payloadSha256 }, mount.now())
  if (accepted.status === 'duplicate' && accepted.payloadSha256 !== payloadSha256) {
    request.log.warn({ fingerprint, symbol: idea.symbol }, 'duplicate_payload_mismatch')
  }
  const receipt: Receipt = { status: accepted.status, fingerprint, symbol: idea.symbol }
  reply.header('cache-control', 'no-store').send(receipt)
  if (accepted.status === 'queued') mount.onQueued()
  return reply
}

function ideaOf(body: unknown): TradeIdea {
  const read = readPayload(parsed(body))
  if (read.ok) return read.idea
  const sentences = read.issues.map(({ path, message }) => `${path} ${message}`)
  throw invalid(read.issues, `Correct the payload: ${sentences.join('; ')}.`)
}

function parsed(body: unknown): unknown {
  if (!(body instanceof Uint8Array)) throw badBody('must be a JSON object in UTF-8')
  try {
    // A byte-order mark is left out by the decoder.
    return JSON.parse(utf8.decode(body))
  } catch {
    // Its error would repeat what was sent.
    throw badBody('must be a JSON object in UTF-8')
  }
}

function badBody(message: string): AppError {
  return invalid([{ path: 'body', message }], `Correct the payload: body ${message}.`)
}
