import { METHODS } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors.ts'
import type { Caller } from '../../operations/context.ts'
import { credentialsNeeded, requirePlan, requireStanding } from '../../operations/invoke.ts'
import type { RateLimits } from '../rest/rate-limit.ts'
import { type ExchangeParts, exchange } from './exchange.ts'
import { type MessageLimits, requireRoom } from './message-limits.ts'
import { type McpFeatures, RPC } from './method.ts'
import { mountDiscovery } from './mount-discovery.ts'
import { type OwnAddress, ownHost } from './own-host.ts'
import { loneListId, toolListAnswer } from './prepared-list.ts'
import { countMessages, type Read, readMessages } from './read-messages.ts'
import { handleMcpError, sendRefusal } from './refusal.ts'
import { loadSdk } from './sdk.ts'

export const MCP_PATH = '/mcp'

const BODY_LIMIT_BYTES = 256 * 1024
const JSON_TYPE = 'application/json; charset=utf-8'
const CREDENTIAL_HEADERS = ['x-user-email', 'x-user-token', 'authorization']
/** CONNECT never becomes a request; HEAD comes with GET. */
const EVERY_METHOD = METHODS.filter((name) => name !== 'CONNECT' && name !== 'HEAD')

export interface McpMount {
  /** Asked with the first message. */
  readonly features: () => McpFeatures
  /** Who asks by API key; a rejected promise for credentials that do not hold. */
  readonly authenticate: (request: FastifyRequest) => Caller | Promise<Caller>
  readonly limits: MessageLimits
  readonly limitHeaders: RateLimits['headers']
  readonly address: () => OwnAddress
}

/**
 * The endpoint: stateless, JSON answers, each HTTP request judged by itself. Host and Origin, credentials, plan, rate and
 * method are looked at in this order before a byte of the body is read.
 */
export function mountMcp(server: FastifyInstance, mount: McpMount): void {
  const isOwn = ownHost(mount.address)
  mountDiscovery(server)
  if (!server.hasRequestDecorator('caller')) server.decorateRequest('caller', null)
  // A method that the router does not know would be refused before anyone asked who sends it.
  const unknown = EVERY_METHOD.filter((name) => !server.supportedMethods.some((it) => it === name))
  for (const name of unknown) server.addHttpMethod(name)
  server.route({
    method: EVERY_METHOD,
    url: MCP_PATH,
    config: { allow: ['POST'] },
    bodyLimit: BODY_LIMIT_BYTES,
    errorHandler: handleMcpError,
    onRequest: (request, reply, next) => {
      if (isOwn(request.headers)) enter(request, next, (caller) => letIn(caller, request, reply, mount), mount)
      else sendRefusal(reply, { status: 403, code: RPC.refused, message: NOT_OURS, data: { code: 'forbidden' } })
    },
    handler: (request, reply) => {
      answer(request, reply, mount).catch((error) => reply.send(asError(error)))
    },
  })
}

/** Waits only where the authenticator does: for a key that is known a promise would cost more than the judgement. */
function enter(
  request: FastifyRequest,
  next: (error?: Error) => void,
  judge: (caller: Caller) => void,
  { authenticate }: McpMount,
): void {
  const proceed = (caller: Caller): void => {
    try {
      judge(caller)
    } catch (error) {
      next(asError(error))
      return
    }
    next()
  }
  const refuse = (error: unknown): void => next(asError(error))
  // A browser's cookie is no way in: a page could make it be sent.
  if (!CREDENTIAL_HEADERS.some((name) => name in request.headers)) {
    refuse(credentialsNeeded())
    return
  }
  const caller = authenticate(request)
  if (caller instanceof Promise) caller.then(proceed, refuse)
  else proceed(caller)
}

/** Plan, then rate, then method. */
function letIn(caller: Caller, request: FastifyRequest, reply: FastifyReply, mount: McpMount): void {
  const { account } = caller
  if (caller.kind !== 'api_key' || !account) throw credentialsNeeded()
  request.caller = caller
  try {
    requireStanding(account.standing)
    requirePlan(account.plan, 'mcp')
  } catch (error) {
    reply.headers(mount.limitHeaders(mount.limits.peek(account.id)))
    throw error
  }
  takeMessages(account.id, 1, reply, mount)
  if (request.method !== 'POST') throw new AppError('method_not_allowed', ONLY_POST, { allow: ['POST'] })
}

const ONLY_POST = 'Send JSON-RPC messages by POST: there is no stream and no session here.'
const NOT_OURS =
  'The Host or Origin header names another service than this one. Use its own address; the operator sets it by PUBLIC_URL.'

function takeMessages(accountId: string, messages: number, reply: FastifyReply, mount: McpMount): void {
  const admission = mount.limits.take(accountId, messages)
  reply.headers(mount.limitHeaders(admission))
  requireRoom(admission)
}

/** Sends its answer itself: a promise of a reply would wait for the end of the answer, with listeners on its stream. */
async function answer(request: FastifyRequest, reply: FastifyReply, mount: McpMount): Promise<void> {
  const { body, caller } = request
  if (!caller?.account) throw new Error('A handler ran before its caller was known')
  if (request.headers['content-type'] === undefined) {
    throw new AppError('unsupported_media', 'Send the messages as JSON, with Content-Type: application/json.')
  }
  if (body === undefined) throw new AppError('malformed', 'The body is empty. Send a JSON-RPC message.')
  const sdk = await loadSdk()
  const read = readMessages(body, headerText(request.headers['mcp-protocol-version']), sdk)
  if ('status' in read) {
    sendRefusal(reply, read)
    return
  }
  // The first was counted before the body was read.
  if (countMessages(body) > 1) takeMessages(caller.account.id, countMessages(body) - 1, reply, mount)
  reply.header('cache-control', 'no-store')
  if (read.requests.length === 0) reply.code(202).send()
  else reply.type(JSON_TYPE).send(await answerText(read, caller, request, { sdk, features: mount.features() }))
}

async function answerText(
  { requests, isBatch }: Read,
  caller: Caller,
  request: FastifyRequest,
  parts: Omit<ExchangeParts, 'onFault'>,
): Promise<string> {
  const listId = isBatch ? undefined : loneListId(requests[0])
  if (listId !== undefined) return toolListAnswer(listId, parts.features.toolList)
  const onFault = (error: unknown) => request.log.error({ err: error, request_id: request.id }, 'message failed')
  const answers = await exchange(requests, { caller, requestId: request.id }, { ...parts, onFault })
  return JSON.stringify(isBatch ? answers : answers[0])
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('Something that is no error was thrown', { cause: error })
}

function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value
}
