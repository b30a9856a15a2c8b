import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { AppError } from '../../domain/errors.ts'
import { attachment } from '../../lib/content-disposition.ts'
import { writeCsv } from '../../lib/csv-write.ts'
import type { Caller, Context } from '../../operations/context.ts'
import { type Admitted, answer, authorise, credentialsNeeded, requirePlan } from '../../operations/invoke.ts'
import type { Answer, Operation, Route } from '../../operations/operation.ts'
import { pathNames } from '../input-fields.ts'
import type { AnswerCache } from './answer-cache.ts'
import { type Asker, askerOf } from './asked.ts'
import { type AnswerFormat, inputCollector } from './collect-input.ts'
import { type PreparedText, sendPrepared } from './prepared.ts'
import { limit, type RateLimits } from './rate-limit.ts'

export const API_PREFIX = '/api/v1'

const JSON_TYPE = 'application/json; charset=utf-8'
const CSV_TYPE = 'text/csv; charset=utf-8'
/** The body of an operation is a handful of settings at most. */
const BODY_LIMIT_BYTES = 64 * 1024

/** One request to an operation. */
export interface RestCall {
  readonly caller: Caller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export interface OperationMount {
  readonly operations: readonly Operation[]
  /** Who asks; throws `unauthenticated` for credentials that do not hold, and is `anonymous` without any. */
  readonly authenticate: (request: FastifyRequest) => Caller | Promise<Caller>
  readonly contextOf: (call: RestCall) => Context
  readonly limits: RateLimits
  readonly answers: AnswerCache
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before an operation's handler runs. */
    caller: Caller | null
  }
}

/** A route for every operation that has one and is offered over REST. */
export function mountOperations(server: FastifyInstance, mount: OperationMount): void {
  server.decorateRequest('caller', null)
  for (const operation of mount.operations) {
    if (operation.route && operation.surfaces.includes('rest')) mountOne(server, mount, operation, operation.route)
  }
}

function mountOne(server: FastifyInstance, mount: OperationMount, operation: Operation, route: Route): void {
  const url = `${API_PREFIX}${route.path}`
  const ask = askerOf(operation, inputCollector(operation, route.method, url))
  const options: RouteShorthandOptions = {
    bodyLimit: BODY_LIMIT_BYTES,
    // Before the body is read: a stranger's bytes are not worth the memory.
    onRequest: (request, reply, next) => enter(request, reply, next, operation, mount),
  }
  server.route({
    ...options,
    method: route.method,
    url,
    handler: (request, reply) => {
      handle(callOf(request, reply), ask, mount).catch((error) => reply.send(asError(error)))
    },
  })
}

/** Waits only where the authenticator does: a promise for each request is a tenth of what a small answer costs. */
function enter(
  request: FastifyRequest,
  reply: FastifyReply,
  next: (error?: Error) => void,
  operation: Operation,
  mount: OperationMount,
): void {
  const proceed = (caller: Caller): void => {
    request.caller = caller
    try {
      letIn(operation, caller, reply, mount)
    } catch (error) {
      next(asError(error))
      return
    }
    next()
  }
  const refuse = (error: unknown): void => next(withoutCause(error))
  try {
    const caller = mount.authenticate(request)
    if (caller instanceof Promise) caller.then(proceed, refuse)
    else proceed(caller)
  } catch (error) {
    refuse(error)
  }
}

function letIn(operation: Operation, caller: Caller, reply: FastifyReply, { limits }: OperationMount): void {
  try {
    // First, so that a key is told of the plan that keys need, and not of a lower one that would not help it.
    if (operation.callers.includes('api_key')) requireKeyPlan(caller)
    authorise(operation, caller)
    requireKeyPlan(caller)
  } catch (error) {
    if (caller.account) reply.headers(limits.headers(limits.peek(caller)))
    throw error
  }
  limit(limits, caller, reply)
}

function requireKeyPlan({ kind, account }: Caller): void {
  if (kind === 'api_key' && account) requirePlan(account.plan, 'rest_api')
}

function callOf(request: FastifyRequest, reply: FastifyReply): RestCall {
  const { caller } = request
  if (caller === null) throw new Error('A handler ran before its caller was known')
  return { caller, request, reply }
}

/** Whatever was wrong with the credentials, the answer is the same. */
function withoutCause(error: unknown): Error {
  return error instanceof AppError && error.code === 'unauthenticated' ? credentialsNeeded() : asError(error)
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('Something that is no error was thrown', { cause: error })
}

/**
 * Sends its answer itself and resolves with nothing: a promise of a reply would wait for the end of the answer, with
 * listeners on the stream for every request.
 */
async function handle(call: RestCall, ask: Asker, { contextOf, answers }: OperationMount): Promise<void> {
  const { request, reply, caller } = call
  const { admitted, format, question } = ask(request, caller)
  const { operation } = admitted
  const context = contextOf(call)
  const version = operation.dataVersion && (await operation.dataVersion(admitted.input, context))
  if (version) {
    const prepared = await answers.find(question, version, async () => {
      return written(admitted, await answer(admitted, context), format)
    })
    await sendPrepared(request, reply, prepared, 'private, no-cache')
    return
  }
  const body = await answer(admitted, context)
  reply.header('cache-control', 'no-store')
  const status = operation.route?.status ?? 200
  if (status === 204) {
    reply.code(204).send()
    return
  }
  const { text, contentType, headers } = written(admitted, body, format)
  reply.code(status).headers(headers).type(contentType).send(text)
}

function written({ operation, input }: Admitted, body: Answer, format: AnswerFormat): Required<PreparedText> {
  const table = format === 'csv' ? operation.csv?.(body) : undefined
  if (table === undefined) return { text: JSON.stringify(body), contentType: JSON_TYPE, headers: {} }
  const subject = pathNames(operation.route?.path ?? '').map((name) => String(input[name]))
  const fileName = `${[operation.name, ...subject].join('-')}.csv`
  return {
    text: writeCsv(table.columns, table.rows),
    contentType: CSV_TYPE,
    headers: { 'content-disposition': attachment(fileName) },
  }
}
