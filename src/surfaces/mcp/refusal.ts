import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppError } from '../../lib/errors.ts'
import { appErrorOf } from '../rest/handle-error.ts'
import { PROBLEMS, type ProblemCode, problemHeaders } from '../rest/problem.ts'
import { RPC } from './method.ts'

const RPC_CODES: Partial<Readonly<Record<ProblemCode, number>>> = {
  unauthenticated: RPC.unauthenticated,
  forbidden: RPC.forbidden,
  rate_limited: RPC.rateLimited,
  malformed: RPC.parseError,
  internal: RPC.internal,
}

/** The same message for every kind of wrong credentials. */
const CREDENTIALS =
  'Missing or invalid credentials. Send a valid X-USER-EMAIL and X-USER-TOKEN, or Authorization: Bearer with the Base64 of email:token.'

/** A refusal of the whole HTTP request: JSON-RPC for MCP clients, the fields of a problem document in `data`. */
export interface Refusal {
  readonly status: number
  readonly code: number
  /** A sentence that says what to do. */
  readonly message: string
  readonly data?: Readonly<Record<string, unknown>>
  /** Id of the message, if it could be read. */
  readonly id?: string | number | null
}

export function sendRefusal(reply: FastifyReply, { status, code, message, data, id = null }: Refusal): FastifyReply {
  const body = { jsonrpc: '2.0', id, error: { code, message, data: { status, ...data } } }
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

/** Handles errors outside the messages. `reply` has the header for invalid credentials. */
export function handleMcpError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = appErrorOf(error)
  if (!known) request.log.error({ err: error, request_id: request.id }, 'request failed')
  if (known?.code !== 'unauthenticated') reply.removeHeader('www-authenticate').headers(problemHeaders(known))
  return sendRefusal(reply, known ? refusalOf(known) : internalFault(request.id))
}

function refusalOf({ code, message, details }: AppError): Refusal {
  return {
    status: PROBLEMS[code].status,
    code: RPC_CODES[code] ?? RPC.refused,
    message: code === 'unauthenticated' ? CREDENTIALS : message,
    data: { code, ...(details.requiredPlan && { required_plan: details.requiredPlan }) },
  }
}

function internalFault(requestId: string): Refusal {
  return {
    status: 500,
    code: RPC.internal,
    message: 'Internal error',
    data: { code: 'internal', request_id: requestId },
  }
}
