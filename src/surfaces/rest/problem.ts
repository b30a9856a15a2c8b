import type { FastifyReply } from 'fastify'
import { AppError, type AwaitedFactor, type ErrorCode, type FieldIssue } from '../../lib/errors.ts'

/** Every kind of failed request: the service's own errors, and those of the transport. */
export type ProblemCode =
  | ErrorCode
  | 'internal'
  | 'request_timeout'
  | 'target_too_long'
  | 'expectation_failed'
  | 'headers_too_large'

export const PROBLEMS: Readonly<Record<ProblemCode, { readonly status: number; readonly title: string }>> = {
  malformed: { status: 400, title: 'Malformed request' },
  unauthenticated: { status: 401, title: 'Not authenticated' },
  forbidden: { status: 403, title: 'Not allowed' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  request_timeout: { status: 408, title: 'Request took too long' },
  conflict: { status: 409, title: 'Conflict' },
  too_large: { status: 413, title: 'Body too large' },
  target_too_long: { status: 414, title: 'URL too long' },
  unsupported_media: { status: 415, title: 'Unsupported media type' },
  expectation_failed: { status: 417, title: 'Expectation failed' },
  invalid: { status: 422, title: 'Invalid input' },
  rate_limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'Headers too large' },
  internal: { status: 500, title: 'Internal error' },
  unavailable: { status: 503, title: 'Unavailable' },
}

/** RFC 9457. `type` links to the documentation of the code, relative to the service. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: ProblemCode
  readonly errors?: readonly FieldIssue[]
  readonly required_plan?: string
  readonly second_factor?: AwaitedFactor
  readonly request_id?: string
}

type Extras = Pick<Problem, 'errors' | 'required_plan' | 'second_factor' | 'request_id'>

const MEDIA_TYPE = 'application/problem+json; charset=utf-8'
const DEFAULT_RETRY_AFTER_S = 5

export function problem(code: ProblemCode, detail: string, extras: Extras = {}): Problem {
  const { status, title } = PROBLEMS[code]
  return { type: `/docs#error-${code}`, title, status, detail, code, ...extras }
}

/** The problem document of an error. The cause of a fault stays in the log, under the id of the request. */
export function problemOf(error: unknown, requestId: string): Problem {
  if (!(error instanceof AppError)) {
    const detail = 'Internal error. Report it with the request id if it happens again.'
    return problem('internal', detail, { request_id: requestId })
  }
  const { code, message, details } = error
  return problem(code, message, {
    ...(details.issues && { errors: details.issues }),
    ...(details.requiredPlan && { required_plan: details.requiredPlan }),
    ...(details.secondFactor && { second_factor: details.secondFactor }),
  })
}

/** Headers that belong to an error. */
export function problemHeaders(error: unknown): Record<string, string> {
  if (!(error instanceof AppError)) return {}
  const { code, details } = error
  if (code === 'unauthenticated') return { 'www-authenticate': details.challenge ?? 'Bearer realm="Optionwire"' }
  if (code === 'method_not_allowed') return { allow: (details.allow ?? []).join(', ') }
  if (code === 'rate_limited' || code === 'unavailable') {
    return { 'retry-after': String(Math.max(1, Math.ceil(details.retryAfterS ?? DEFAULT_RETRY_AFTER_S))) }
  }
  return {}
}

export function sendProblem<Body extends Problem>(reply: FastifyReply, body: Body): FastifyReply {
  return reply.code(body.status).header('cache-control', 'no-store').type(MEDIA_TYPE).send(JSON.stringify(body))
}
