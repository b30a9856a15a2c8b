import { planTitle, REQUIRED_PLAN } from '../../accounts/domain/plan.ts'
import { invalidCredentials } from '../../catalogue/invoke.ts'
import type { Operation } from '../../catalogue/operation.ts'
import type { JsonSchema } from '../input/input-fields.ts'
import { PROBLEMS, type ProblemCode, problem } from './problem.ts'

/** Shared responses under `components/responses`, by the code of the problem. */
type SharedProblem = Exclude<ProblemCode, 'method_not_allowed' | 'request_timeout' | 'expectation_failed'>

interface SharedText {
  readonly description: string
  /** Detail of the example. */
  readonly detail: string
  readonly extras?: Parameters<typeof problem>[2]
  readonly headers?: Readonly<Record<string, object>>
}

const RETRY_AFTER = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }

export const RATE_LIMIT_HEADERS = {
  'X-RateLimit-Limit': { $ref: '#/components/headers/XRateLimitLimit' },
  'X-RateLimit-Remaining': { $ref: '#/components/headers/XRateLimitRemaining' },
  'X-RateLimit-Reset': { $ref: '#/components/headers/XRateLimitReset' },
}

const TEXTS: Readonly<Record<SharedProblem, SharedText>> = {
  malformed: {
    description: 'The request cannot be read: invalid JSON or percent-encoding, or a missing or repeated header.',
    detail: 'The body is not JSON. Send valid JSON in UTF-8.',
  },
  unauthenticated: {
    description: 'Missing or invalid credentials; one body for every cause.',
    detail: invalidCredentials().message,
    headers: { 'WWW-Authenticate': { schema: { type: 'string' }, description: 'Which scheme to use.' } },
  },
  forbidden: {
    description:
      'The plan, the account status or the kind of credentials does not allow it; `required_plan` names the plan that does.',
    detail: `This needs ${planTitle(REQUIRED_PLAN.rest_api)}.`,
    extras: { required_plan: REQUIRED_PLAN.rest_api },
  },
  not_found: {
    description: 'Not found, or owned by another account.',
    detail: 'There is no such symbol. See GET /api/v1/stocks for all symbols.',
  },
  conflict: { description: 'The request conflicts with stored data.', detail: 'This already exists.' },
  too_large: { description: 'The body is too large for this route.', detail: 'Send a smaller body.' },
  target_too_long: { description: 'The URL is longer than 8 KiB.', detail: 'Send a URL of at most 8192 characters.' },
  unsupported_media: {
    description: 'The body is not JSON.',
    detail: 'Send the body as JSON, with Content-Type: application/json.',
  },
  invalid: {
    description: 'Path, query or body are invalid; `errors` names every invalid field.',
    detail: 'Correct the fields named in errors.',
    extras: { errors: [{ path: 'limit', message: 'must be at least 1' }] },
  },
  rate_limited: {
    description: 'More requests per minute than allowed.',
    detail: 'At most 100 requests per minute. Try again in 12 seconds.',
    headers: { ...RETRY_AFTER, ...RATE_LIMIT_HEADERS },
  },
  headers_too_large: { description: 'Headers over 16 KiB.', detail: 'Send at most 16384 bytes of headers.' },
  internal: {
    description: 'Internal error. The log contains it under `request_id`.',
    detail: 'Internal error. Report it with the request id if it happens again.',
    extras: { request_id: '01k9x7-2f' },
  },
  unavailable: {
    description:
      'The data source does not answer, the answer took more than 25 seconds, or the store temporarily refuses writes.',
    detail: 'The source does not answer. Try again in a few seconds.',
    headers: RETRY_AFTER,
  },
}

export const HEADERS = {
  XRateLimitLimit: integerHeader('Requests allowed in any 60 seconds.', 100),
  XRateLimitRemaining: integerHeader('Requests left now.', 99),
  XRateLimitReset: integerHeader('When the oldest request leaves the window, in Unix seconds.', 1795200000),
  RetryAfter: integerHeader('Seconds to wait before trying again.', 5),
  ETag: {
    description: 'Send it back as `If-None-Match` to get 304 while the data are unchanged.',
    schema: { type: 'string' },
  },
}

export function sharedResponses(): Record<string, object> {
  return Object.fromEntries(Object.entries(TEXTS).map(([code, text]) => [code, responseOf(code, text)]))
}

/** Problems that an operation can answer with, by status. */
export function problemsOf({ callers, route, input }: Operation): Record<string, JsonSchema> {
  const codes: SharedProblem[] = ['malformed', 'target_too_long', 'invalid', 'headers_too_large', 'internal']
  codes.push('unavailable', ...(route?.errors ?? []))
  if (!callers.includes('anonymous')) codes.push('unauthenticated')
  // The webhook secret has no plan, no account status and no limit of requests.
  if (route?.base !== 'receiver') {
    codes.push('rate_limited')
    if (!callers.includes('anonymous')) codes.push('forbidden')
  }
  if (route?.method !== 'GET' && Object.keys(input.shape).length > 0) codes.push('too_large', 'unsupported_media')
  return problemRefs(codes)
}

/** These problems by status. */
export function problemRefs(codes: readonly SharedProblem[]): Record<string, JsonSchema> {
  const refs = codes.map((code) => [String(PROBLEMS[code].status), { $ref: `#/components/responses/${code}` }])
  return Object.fromEntries(refs)
}

function responseOf(code: string, { description, detail, extras, headers }: SharedText): object {
  const example = isProblemCode(code) ? problem(code, detail, extras) : undefined
  return {
    description,
    ...(headers && { headers }),
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, example } },
  }
}

function isProblemCode(code: string): code is ProblemCode {
  return code in PROBLEMS
}

function integerHeader(description: string, example: number): object {
  return { description, schema: { type: 'integer' }, example }
}

export const PROBLEM_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'The error and what to do about it (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'Where the code is documented.' },
    title: { type: 'string', description: 'A short name of the problem.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: { type: 'string', description: 'A sentence for people: what to do.' },
    code: { type: 'string', enum: Object.keys(PROBLEMS), description: 'The kind of problem, for programs.' },
    errors: {
      type: 'array',
      description: 'Every invalid field, with `invalid`.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: {
          path: { type: 'string', description: 'Path of the field, joined by dots.' },
          message: { type: 'string', description: 'What the field must be.' },
        },
      },
    },
    required_plan: { type: 'string', description: 'The plan that allows it, with `forbidden`.' },
    second_factor: {
      type: 'object',
      description: 'What the second step of a sign-in needs, with `unauthenticated`.',
      required: ['token', 'methods', 'expires_at'],
      properties: {
        token: { type: 'string', description: 'For complete_sign_in.' },
        methods: {
          type: 'array',
          items: { type: 'string' },
          description: 'How it can be done: totp, passkey, recovery_code.',
        },
        expires_at: { type: 'string', format: 'date-time', description: 'When the password is needed again, UTC.' },
      },
    },
    request_id: { type: 'string', description: 'Id of the fault in the log, with `internal`.' },
  },
}
