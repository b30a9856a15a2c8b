import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, invalid } from '../../domain/errors.ts'
import { contentText, fingerprintText } from '../../domain/trade-ideas/fingerprint.ts'
import { readPayload } from '../../domain/trade-ideas/payload.ts'
import type { TradeIdea } from '../../domain/trade-ideas/trade-idea.ts'
import { sha256Hex } from '../../lib/node/sha256.ts'
import type { Store } from '../../store/open.ts'
import { problem, sendProblem } from '../rest/problem.ts'
import { mountLedger } from './mount-ledger.ts'
import { type SecretCheck, type SecretPlace, secretChecker } from './webhook-secret.ts'

export const MOST_BODY_BYTES = 64 * 1024

const JSON_TYPE = /^application\/(?:json|[\w!#$&^.+-]+\+json)[ \t]*(?:;|$)/i

export interface ReceiverMount {
  /** The segment of the path that names the sender. */
  readonly provider: string
  readonly secret: string
  readonly store: Pick<Store, 'ledger'>
  readonly now: () => Date
  /** Called once an idea is in the ledger: the work on it may begin. */
  readonly onQueued: () => void
}

/**
 * The receiver's routes. A webhook is refused as early as can be: a stranger's body is not read, a body that is too
 * large is not kept, and what is read answers with all that is wrong with it. The 200 goes out once the idea is
 * committed, before anybody is asked about it.
 */
export async function mountReceiver(server: FastifyInstance, mount: ReceiverMount): Promise<void> {
  const check = secretChecker(mount.secret)
  const path = `/webhooks/${mount.provider}`
  // In a scope of its own, where every body is read as bytes.
  await server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    const parser = { parseAs: 'buffer', bodyLimit: MOST_BODY_BYTES } as const
    scope.addContentTypeParser('*', parser, (_request, bytes, done) => done(null, bytes))
    scope.post(`${path}/trade-ideas`, { onRequest: enter(check) }, (request, reply) => accept(mount, request, reply))
    done()
  })
  mountLedger(server, { path: `${path}/ledger`, ledger: mount.store.ledger, enter: letIn(check, 'header') })
}

function enter(check: Check) {
  const admit = letIn(check, 'header_or_query')
  return (request: FastifyRequest, reply: FastifyReply, next: (error?: Error) => void): void => {
    admit(request, reply, (error) => next(error ?? unreadable(request)))
  }
}

/** What the headers tell about the body, before a byte of it is read. */
function unreadable({ raw: { headers } }: FastifyRequest): AppError | undefined {
  if (Number(headers['content-length']) > MOST_BODY_BYTES) {
    return new AppError('too_large', `Send a body of at most ${MOST_BODY_BYTES} bytes.`)
  }
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) {
    return badBody('must be JSON, sent with Content-Type: application/json')
  }
  // What stands behind the type says nothing about JSON, and the server would refuse what it cannot read of it.
  headers['content-type'] = 'application/json'
  return undefined
}

type Check = (request: FastifyRequest, place: SecretPlace) => SecretCheck

/** One body for both causes but for the word that says which it was. */
function letIn(check: Check, place: SecretPlace) {
  return (request: FastifyRequest, reply: FastifyReply, next: (error?: Error) => void): void => {
    const found = check(request, place)
    if (found === 'valid') {
      next()
      return
    }
    const where = place === 'header' ? 'in the header X-BOT-SECRET' : 'in the header X-BOT-SECRET or as ?secret='
    reply.header('www-authenticate', 'X-BOT-SECRET realm="Optionwire"')
    sendProblem(reply, problem('unauthenticated', `The webhook secret is ${found}. Send it once, ${where}.`))
  }
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
  reply.header('cache-control', 'no-store').send({ status: accepted.status, fingerprint, symbol: idea.symbol })
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
