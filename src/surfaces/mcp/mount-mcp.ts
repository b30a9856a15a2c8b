import { type IncomingHttpHeaders, METHODS } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MCP_SCOPE } from '../../accounts/domain/connected-app.ts'
import type { Caller } from '../../catalogue/context.ts'
import { invalidCredentials, requireGoodStatus, requirePlan, requireScope } from '../../catalogue/invoke.ts'
import { whenKnown } from '../../lib/async/windows.ts'
import { AppError, asError } from '../../lib/errors.ts'
import { enter } from '../auth/enter.ts'
import { type OwnAddress, ownHost } from '../auth/own-host.ts'
import type { RateLimits } from '../rest/rate-limit.ts'
import { type ExchangeParts, exchange } from './exchange.ts'
import { type MessageLimits, requireAllowed } from './message-limits.ts'
import { type McpCall, type McpFeatures, RPC } from './method.ts'
import { answerModern, isModern, modernProgressToken } from './modern/answer-modern.ts'
import { loneListId, toolListAnswer } from './prepared-list.ts'
import { progressEvents, progressToken } from './progress-events.ts'
import { countMessages, type Read, readMessages } from './read-messages.ts'
import { handleMcpError, sendRefusal } from './refusal.ts'
import { loadSdk } from './sdk.ts'
import { toolListOf } from './tools.ts'

export const MCP_PATH = '/mcp'

const BODY_LIMIT_BYTES = 256 * 1024
const JSON_TYPE = 'application/json; charset=utf-8'
const EVENTS_TYPE = 'text/event-stream'
const CREDENTIAL_HEADERS = ['x-user-email', 'x-user-token', 'authorization']
/** CONNECT is never a request; HEAD is included in GET. */
const EVERY_METHOD = METHODS.filter((name) => name !== 'CONNECT' && name !== 'HEAD')

export interface McpMount {
  /** Called with the first message. */
  readonly features: () => McpFeatures
  /** Authenticates by API key or as a connected app; rejects for invalid credentials. */
  readonly authenticate: (request: FastifyRequest) => Caller | Promise<Caller>
  readonly limits: MessageLimits
  readonly limitHeaders: RateLimits['headers']
  readonly address: () => OwnAddress
  /** Whether headers must agree with the body also for apps that are known to send older ones. */
  readonly strictHeaders?: boolean
  /** Origins of pages that may call with their own credentials. */
  readonly allowedOrigins?: readonly string[]
  /** Where apps can ask for access: the address of the metadata; null where they cannot. */
  readonly metadataUrl?: (request: FastifyRequest) => string | null
}

/**
 * The endpoint: stateless, each HTTP request on its own, JSON answers but for the progress of one call. Host and Origin, credentials, plan, rate and
 * method are checked in this order before the body is read.
 */
export function mountMcp(server: FastifyInstance, mount: McpMount): void {
  const isOwn = ownHost(mount.address)
  const allowed = new Set(mount.allowedOrigins)
  // No cookie counts here and no page may read an answer, so the origin of such a page decides nothing.
  const isForeign = ({ host, origin }: IncomingHttpHeaders) =>
    !isOwn({ host, origin: origin !== undefined && allowed.has(origin) ? undefined : origin })
  if (!server.hasRequestDecorator('caller')) server.decorateRequest('caller', null)
  // The router would refuse an unknown method before authentication.
  const unknown = EVERY_METHOD.filter((name) => !server.supportedMethods.some((it) => it === name))
  for (const name of unknown) server.addHttpMethod(name)
  server.route({
    method: EVERY_METHOD,
    url: MCP_PATH,
    config: { allow: ['POST'] },
    bodyLimit: BODY_LIMIT_BYTES,
    errorHandler: (error, request, reply) => handleMcpError(error, request, challenged(request, reply, mount)),
    onRequest: (request, reply, next) => {
      if (isForeign(request.headers)) {
        sendRefusal(reply, { status: 403, code: RPC.refused, message: FOREIGN_HOST, data: { code: 'forbidden' } })
        return
      }
      enter(request, next, {
        authenticate: (it) => authenticateKey(it, mount),
        authorize: (caller) => authorize(caller, request, reply, mount),
      })
    },
    handler: (request, reply) => {
      answer(request, reply, mount).catch((error) => reply.send(asError(error)))
    },
  })
}

/**
 * The answer to invalid credentials says where an app can ask for access (RFC 9728), by a complete address: some apps
 * ignore others.
 */
function challenged(request: FastifyRequest, reply: FastifyReply, { metadataUrl }: McpMount): FastifyReply {
  const url = metadataUrl?.(request) ?? null
  const error = request.headers.authorization === undefined ? '' : ', error="invalid_token"'
  const access = url === null ? '' : `, resource_metadata="${url}", scope="${MCP_SCOPE}"${error}`
  return reply.header('www-authenticate', `Bearer realm="mcp"${access}`)
}

/** A browser's cookie is not accepted: a page could make the browser send it. */
function authenticateKey(request: FastifyRequest, { authenticate }: McpMount): Caller | Promise<Caller> {
  if (!CREDENTIAL_HEADERS.some((name) => name in request.headers)) throw invalidCredentials()
  return authenticate(request)
}

/** Plan, then rate, then method. */
function authorize(
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
  mount: McpMount,
): void | Promise<void> {
  const { account } = caller
  if ((caller.kind !== 'api_key' && caller.kind !== 'connected_app') || !account) throw invalidCredentials()
  try {
    requireGoodStatus(account.status)
    requirePlan(account.plan, 'mcp')
    requireScope(caller, 'mcp')
  } catch (error) {
    return whenKnown(mount.limits.peek(countedAs(caller, account.id)), (admission) => {
      reply.headers(mount.limitHeaders(admission))
      throw error
    })
  }
  return whenKnown(takeMessages(countedAs(caller, account.id), 1, reply, mount), () => {
    if (request.method !== 'POST') throw new AppError('method_not_allowed', ONLY_POST, { allow: ['POST'] })
  })
}

const ONLY_POST = 'Send JSON-RPC messages by POST. Streams by GET and sessions are not supported.'
const FOREIGN_HOST =
  'The Host or Origin header names another service. Use this service’s own address, which the operator sets with PUBLIC_URL.'

/** Replays are counted beside the account's own messages: decisions of the present must not wait for them. */
function countedAs({ pinned }: Caller, accountId: string): string {
  return pinned ? `${accountId} replay` : accountId
}

function takeMessages(accountId: string, messages: number, reply: FastifyReply, mount: McpMount): void | Promise<void> {
  return whenKnown(mount.limits.take(accountId, messages), (admission) => {
    reply.headers(mount.limitHeaders(admission))
    requireAllowed(admission)
  })
}

/**
 * Sends the response itself: a returned promise would wait for the end of the response, with listeners on its stream.
 */
async function answer(request: FastifyRequest, reply: FastifyReply, mount: McpMount): Promise<void> {
  const { body, caller } = request
  if (!caller?.account) throw new Error('A handler ran before authentication')
  if (request.headers['content-type'] === undefined) {
    throw new AppError('unsupported_media', 'Send the messages as JSON, with Content-Type: application/json.')
  }
  if (body === undefined) throw new AppError('malformed', 'The body is empty. Send a JSON-RPC message.')
  const version = headerText(request.headers['mcp-protocol-version'])
  if (isModern(body, version)) {
    await sendModern(caller, request, reply, mount)
    return
  }
  const sdk = await loadSdk()
  const read = readMessages(body, version, sdk)
  if ('status' in read) {
    sendRefusal(reply, read)
    return
  }
  // The first message was counted before the body was read.
  const more = countMessages(body) - 1
  if (more > 0) await takeMessages(countedAs(caller, caller.account.id), more, reply, mount)
  reply.header('cache-control', 'no-store')
  if (read.requests.length === 0) reply.code(202).send()
  else await sendAnswer(read, caller, reply, { sdk, features: mount.features() })
}

/** As `sendAnswer`, for the version without sessions. */
async function sendModern(
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
  mount: McpMount,
): Promise<void> {
  const onFault = (error: unknown) => request.log.error({ err: error, request_id: request.id }, 'message failed')
  const parts = { features: mount.features(), isStrict: mount.strictHeaders === true, onFault }
  const token = request.headers.accept?.includes(EVENTS_TYPE) ? modernProgressToken(request.body) : undefined
  const events =
    token === undefined ? undefined : progressEvents(token, (stream) => reply.type(EVENTS_TYPE).send(stream))
  const call = { caller, requestId: request.id, progress: events?.progress }
  reply.header('cache-control', 'no-store')
  const { status, text } = await answerModern(request.body, request.headers, call, parts)
  if (text === null) reply.code(status).send()
  else if (!events?.end(text)) reply.code(status).type(JSON_TYPE).send(text)
}

/** JSON; for a client that asked for progress and reads streams, events from the first progress on. */
async function sendAnswer(
  read: Read,
  caller: Caller,
  reply: FastifyReply,
  parts: Omit<ExchangeParts, 'onFault'>,
): Promise<void> {
  const { request } = reply
  const token = read.isBatch ? undefined : progressToken(read.requests[0], request.headers.accept)
  const events =
    token === undefined ? undefined : progressEvents(token, (stream) => reply.type(EVENTS_TYPE).send(stream))
  const text = await answerText(read, { caller, requestId: request.id, progress: events?.progress }, request, parts)
  if (!events?.end(text)) reply.type(JSON_TYPE).send(text)
}

async function answerText(
  { requests, isBatch }: Read,
  call: McpCall,
  request: FastifyRequest,
  parts: Omit<ExchangeParts, 'onFault'>,
): Promise<string> {
  const listId = isBatch ? undefined : loneListId(requests[0])
  if (listId !== undefined) return toolListAnswer(listId, toolListOf(parts.features, call.caller))
  const onFault = (error: unknown) => request.log.error({ err: error, request_id: request.id }, 'message failed')
  const answers = await exchange(requests, call, { ...parts, onFault })
  return JSON.stringify(isBatch ? answers : answers[0])
}

function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value
}
