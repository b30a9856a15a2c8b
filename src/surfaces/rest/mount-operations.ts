import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Caller, Context } from '../../catalogue/context.ts'
import {
  type Admitted,
  answerAdmitted,
  authorise,
  dataVersionOf,
  requirePlan,
  resolved,
} from '../../catalogue/invoke.ts'
import type { Answer, Operation, Route, RouteBase } from '../../catalogue/operation.ts'
import { whenKnown } from '../../lib/async/windows.ts'
import { AppError, asError } from '../../lib/errors.ts'
import { contentDisposition } from '../../lib/text/content-disposition.ts'
import { writeCsv } from '../../lib/text/write-csv.ts'
import { enter } from '../auth/enter.ts'
import { pathNames } from '../input/input-fields.ts'
import type { AnswerCache } from './answer-cache.ts'
import { type AnswerFormat, inputCollector } from './collect-input.ts'
import { sendFile } from './file-answer.ts'
import { type PreparedText, sendPrepared } from './prepared.ts'
import { limit, type RateLimits } from './rate-limit.ts'
import { type RequestReader, requestReader } from './read-request.ts'

export const API_PREFIX = '/api/v1'

const JSON_TYPE = 'application/json; charset=utf-8'
const CSV_TYPE = 'text/csv; charset=utf-8'
/** An operation needs only a small body. */
const BODY_LIMIT_BYTES = 64 * 1024

/** A REST call of an operation. */
export interface RestCall {
  readonly caller: Caller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export interface OperationMount {
  /** Those of other bases are left out. */
  readonly operations: readonly Operation[]
  readonly base: RouteBase
  /** Where the base is: `/api/v1`. */
  readonly prefix: string
  /** Throws `unauthenticated` for invalid credentials; `anonymous` without any. */
  readonly authenticate: (request: FastifyRequest) => Caller | Promise<Caller>
  /** The same for routes that also take a token in their URL. */
  readonly authenticateUrl?: (request: FastifyRequest) => Caller | Promise<Caller>
  readonly contextOf: (call: RestCall) => Context
  /** Null where requests are not counted. */
  readonly limits: RateLimits | null
  readonly answers: AnswerCache
}

/** Mounts a route for every REST operation below this base. */
export function mountOperations(server: FastifyInstance, mount: OperationMount): void {
  if (!server.hasRequestDecorator('caller')) server.decorateRequest('caller', null)
  for (const operation of mount.operations) {
    const { route, surfaces } = operation
    if (!route || !surfaces.includes('rest') || baseOf(route) !== mount.base) continue
    mountOne(server, mount, operation, route)
  }
}

export function baseOf({ base = 'api' }: Route): RouteBase {
  return base
}

function mountOne(server: FastifyInstance, mount: OperationMount, operation: Operation, route: Route): void {
  const url = `${mount.prefix}${route.path}`
  const read = requestReader(operation, inputCollector(operation, route.method, url))
  const authenticate = route.takesUrlToken ? (mount.authenticateUrl ?? mount.authenticate) : mount.authenticate
  const options: RouteShorthandOptions = {
    bodyLimit: BODY_LIMIT_BYTES,
    // Before the body is read, so that strangers cannot use memory.
    onRequest: (request, reply, next) => {
      enter(request, next, { authenticate, authorize: (caller) => authorize(operation, caller, reply, mount) })
    },
  }
  server.route({
    ...options,
    method: route.method,
    url,
    handler: (request, reply) => {
      handle(callOf(request, reply), read, mount).catch((error) => refuse(asError(error), request, reply))
    },
  })
}

function authorize(
  operation: Operation,
  caller: Caller,
  reply: FastifyReply,
  { limits }: OperationMount,
): void | Promise<void> {
  try {
    // First, so that the error for an API key names the plan that keys need and not a lower one.
    if (operation.callers.includes('api_key')) requireKeyPlan(caller)
    authorise(operation, caller)
    requireKeyPlan(caller)
  } catch (error) {
    if (!limits || !caller.account) throw error
    return whenKnown(limits.peek(caller), (admission) => {
      reply.headers(limits.headers(admission))
      throw error
    })
  }
  return limits ? limit(limits, caller, reply) : undefined
}

function requireKeyPlan({ kind, account }: Caller): void {
  if (kind === 'api_key' && account) requirePlan(account.plan, 'rest_api')
}

function callOf(request: FastifyRequest, reply: FastifyReply): RestCall {
  const { caller } = request
  if (caller === null) throw new Error('A handler ran before authentication')
  return { caller, request, reply }
}

/** A fault of work that has missed the deadline is only logged. */
function refuse(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  if (!reply.sent) reply.send(error)
  else if (!(error instanceof AppError)) {
    request.log.error({ err: error, request_id: request.id }, 'request failed after its deadline')
  }
}

/**
 * Sends the response itself and resolves with nothing: a returned promise would wait for the end of the response, with
 * listeners on the stream of every request.
 */
async function handle(call: RestCall, read: RequestReader, { contextOf, answers }: OperationMount): Promise<void> {
  const { request, reply, caller } = call
  const { admitted: parsed, format, cacheKey } = read(request, caller)
  const { operation } = parsed
  const context = contextOf(call)
  const resolving = resolved(parsed, context)
  const admitted = resolving instanceof Promise ? await resolving : resolving
  const version = await dataVersionOf(admitted, context)
  if (version) {
    const prepared = await answers.find(cacheKey, version, async () => {
      return written(admitted, await answerAdmitted(admitted, context), format)
    })
    if (!reply.sent) await sendPrepared(request, reply, prepared, 'private, no-cache')
    return
  }
  const body = await answerAdmitted(admitted, context)
  if (operation.route?.files) {
    await sendFile(reply, body)
    return
  }
  if (reply.sent) return
  reply.header('cache-control', 'no-store')
  const status = operation.route?.status ?? 200
  if (status === 204) {
    reply.code(204).send()
    return
  }
  const { text, contentType, headers } = written(admitted, body, format)
  reply.code(status).headers(headers).type(contentType).send(text)
}

function written(
  { operation, input }: Admitted,
  body: Answer,
  format: AnswerFormat,
): Required<Omit<PreparedText, 'isLasting'>> {
  const table = format === 'csv' ? operation.csv?.(body) : undefined
  if (table === undefined) return { text: JSON.stringify(body), contentType: JSON_TYPE, headers: {} }
  const subject = pathNames(operation.route?.path ?? '').map((name) => String(input[name]))
  const fileName = `${[operation.name, ...subject].join('-')}.csv`
  return {
    text: writeCsv(table.columns, table.rows),
    contentType: CSV_TYPE,
    headers: { 'content-disposition': contentDisposition(fileName) },
  }
}
