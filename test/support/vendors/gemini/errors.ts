import type { Reply } from '../../http/fault-sink.ts'
import { jsonReply } from '../model.ts'

/** The status of the vendor with its number. Source: README.md, "Errors". */
const CODES = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
} as const

export class GeminiError extends Error {
  readonly status: keyof typeof CODES
  readonly details: readonly object[]
  readonly code: number

  constructor(
    status: keyof typeof CODES,
    message: string,
    details: readonly object[] = [],
    code: number = CODES[status],
  ) {
    super(message)
    this.status = status
    this.details = details
    this.code = code
  }

  reply(): Reply {
    const details = this.details.length > 0 ? { details: this.details } : {}
    return jsonReply(this.code, {
      error: { code: this.code, message: this.message, status: this.status, ...details },
    })
  }
}

export function invalid(message: string, details: readonly object[] = []): GeminiError {
  return new GeminiError('INVALID_ARGUMENT', message, details)
}

/** A field that the API does not know; `at` is its parent in the vendor's form, such as `contents[0].parts[0]`. */
export function unknownField(name: string, at: string): GeminiError {
  const description = `Invalid JSON payload received. Unknown name "${name}"${at ? ` at '${at}'` : ''}: Cannot find field.`
  return invalid(description, [
    {
      '@type': 'type.googleapis.com/google.rpc.BadRequest',
      fieldViolations: [{ ...(at ? { field: at } : {}), description }],
    },
  ])
}

const KEY_INVALID = 'API key not valid. Please pass a valid API key.'

export const invalidKey = () =>
  invalid(KEY_INVALID, [
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'API_KEY_INVALID',
      domain: 'googleapis.com',
      metadata: { service: 'generativelanguage.googleapis.com' },
    },
    { '@type': 'type.googleapis.com/google.rpc.LocalizedMessage', locale: 'en-US', message: KEY_INVALID },
  ])

/** Failures that do not depend on the request. The delay is in the body: there is no Retry-After. */
export const GEMINI_FAULTS = {
  rateLimited: (seconds = 26) =>
    new GeminiError(
      'RESOURCE_EXHAUSTED',
      'You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.',
      [
        {
          '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
          violations: [
            {
              quotaMetric: 'generativelanguage.googleapis.com/generate_content_free_tier_requests',
              quotaId: 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier',
              quotaDimensions: { location: 'global', model: 'gemini-3.5-flash' },
            },
          ],
        },
        {
          '@type': 'type.googleapis.com/google.rpc.Help',
          links: [
            {
              description: 'Learn more about Gemini API quotas',
              url: 'https://ai.google.dev/gemini-api/docs/rate-limits',
            },
          ],
        },
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${seconds}s` },
      ],
    ),
  noCredit: () => new GeminiError('RESOURCE_EXHAUSTED', 'Your prepayment credits are depleted.', [], 402),
  region: () => new GeminiError('FAILED_PRECONDITION', 'User location is not supported for the API use.'),
  forbidden: () => new GeminiError('PERMISSION_DENIED', 'The caller does not have permission'),
  internal: () => new GeminiError('INTERNAL', 'An internal error has occurred. Please retry.'),
  overloaded: () => new GeminiError('UNAVAILABLE', 'The model is overloaded. Please try again later.'),
  deadline: () => new GeminiError('DEADLINE_EXCEEDED', 'Deadline expired before operation could complete.'),
}
