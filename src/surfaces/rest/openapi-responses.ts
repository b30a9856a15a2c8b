import type { Operation } from '../../operations/operation.ts'
import type { JsonSchema } from '../input-fields.ts'
import { PROBLEMS, type ProblemCode, problem } from './problem.ts'

/** Answers that many operations share, under `components/responses`, by the code of the problem. */
type SharedProblem = Exclude<ProblemCode, 'method_not_allowed' | 'request_timeout' | 'expectation_failed'>

interface SharedText {
  readonly description: string
  /** What a caller reads. */
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
    description:
      'The request cannot be read: broken JSON or percent-encoding, or a header that is missing or repeated.',
    detail: 'The body is not JSON. Send valid JSON in UTF-8.',
  },
  unauthenticated: {
    description: 'No credentials, or credentials that do not hold: one body for every cause.',
    detail: 'Sign in, or send a valid X-USER-EMAIL and X-USER-TOKEN.',
    headers: { 'WWW-Authenticate': { schema: { type: 'string' }, description: 'Which scheme to use.' } },
  },
  forbidden: {
    description: 'The plan, the standing or the way in does not allow it; `required_plan` names the plan that would.',
    detail: 'This needs the Vega plan.',
    extras: { required_plan: 'vega' },
  },
  not_found: {
    description: 'Unknown, or not the caller’s own.',
    detail: 'There is no such symbol. See GET /api/v1/stocks for all that are known.',
  },
  conflict: { description: 'It contradicts what is stored.', detail: 'This already exists.' },
  too_large: { description: 'The body is larger than this route takes.', detail: 'Send a smaller body.' },
  target_too_long: { description: 'The URL is longer than 8 KiB.', detail: 'Send a URL of at most 8192 characters.' },
  unsupported_media: {
    description: 'The body is not JSON.',
    detail: 'Send the body as JSON, with Content-Type: application/json.',
  },
  invalid: {
    description: 'Path, query or body do not hold; `errors` names every bad field.',
    detail: 'Correct the fields named in errors.',
    extras: { errors: [{ path: 'limit', message: 'must be at least 1' }] },
  },
  rate_limited: {
    description: 'More requests in a minute than are allowed.',
    detail: 'At most 100 requests a minute. Try again in 12 seconds.',
    headers: { ...RETRY_AFTER, ...RATE_LIMIT_HEADERS },
  },
  headers_too_large: { description: 'Headers over 16 KiB.', detail: 'Send at most 16384 bytes of headers.' },
  internal: {
    description: 'A fault on our side. `request_id` finds it in the log.',
    detail: 'Something failed on our side. Report it with the request id if it happens again.',
    extras: { request_id: '01k9x7-2f' },
  },
  unavailable: {
    description: 'The source of the data does not answer, or the store refuses writes for now.',
    detail: 'The source does not answer. Try again in a few seconds.',
    headers: RETRY_AFTER,
  },
}

export const HEADERS = {
  XRateLimitLimit: integerHeader('Requests that are allowed in any 60 seconds.', 100),
  XRateLimitRemaining: integerHeader('Requests that are left at present.', 99),
  XRateLimitReset: integerHeader('When the oldest request leaves the window, in Unix seconds.', 1795200000),
  RetryAfter: integerHeader('Seconds to wait before trying again.', 5),
  ETag: { description: 'Send it back as `If-None-Match` to be told when nothing changed.', schema: { type: 'string' } },
}

export function sharedResponses(): Record<string, object> {
  return Object.fromEntries(Object.entries(TEXTS).map(([code, text]) => [code, responseOf(code, text)]))
}

/** Problems that an operation can answer with, by status: those of every route, and what its parts add. */
export function problemsOf({ callers, route, input }: Operation): Record<string, JsonSchema> {
  const codes: SharedProblem[] = ['malformed', 'target_too_long', 'invalid', 'rate_limited', 'headers_too_large']
  codes.push('internal', 'unavailable', ...(route?.errors ?? []))
  if (!callers.includes('anonymous')) codes.push('unauthenticated', 'forbidden')
  if (route?.method !== 'GET' && Object.keys(input.shape).length > 0) codes.push('too_large', 'unsupported_media')
  const byStatus = [...new Set(codes)].map((code) => [
    String(PROBLEMS[code].status),
    { $ref: `#/components/responses/${code}` },
  ])
  return Object.fromEntries(byStatus)
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
  description: 'What went wrong and what to do about it, as RFC 9457 defines it.',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'Where the code is explained.' },
    title: { type: 'string', description: 'The kind of problem in a few words.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: { type: 'string', description: 'A sentence for a person: what to do.' },
    code: { type: 'string', enum: Object.keys(PROBLEMS), description: 'The kind of problem for a program.' },
    errors: {
      type: 'array',
      description: 'Every bad field, with `invalid`.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: {
          path: { type: 'string', description: 'The field, its parts joined by dots.' },
          message: { type: 'string', description: 'What it must be.' },
        },
      },
    },
    required_plan: { type: 'string', description: 'The plan that allows it, with `forbidden`.' },
    request_id: { type: 'string', description: 'Finds the fault in the log, with `internal`.' },
  },
}
