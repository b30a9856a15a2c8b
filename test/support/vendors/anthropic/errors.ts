import type { Reply } from '../../http/fault-sink.ts'
import { jsonReply } from '../model.ts'

/** The error types of the vendor with their status. Source: README.md, "Errors". */
const STATUS = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
} as const

export class AnthropicError extends Error {
  readonly type: keyof typeof STATUS
  readonly headers: Readonly<Record<string, string>>
  readonly details: unknown

  constructor(
    type: keyof typeof STATUS,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    details?: unknown,
  ) {
    super(message)
    this.type = type
    this.headers = headers
    this.details = details
  }

  get status(): number {
    return STATUS[this.type]
  }

  reply(requestId: string): Reply {
    const error = { type: this.type, message: this.message, ...(this.details ? { details: this.details } : {}) }
    return jsonReply(
      this.status,
      { type: 'error', error, request_id: requestId },
      {
        'request-id': requestId,
        ...this.headers,
      },
    )
  }
}

export function invalid(message: string): AnthropicError {
  return new AnthropicError('invalid_request_error', message)
}

/** Failures that do not depend on the request. Source: README.md, "Errors". */
export const ANTHROPIC_FAULTS = {
  rateLimited: (seconds = 1) =>
    new AnthropicError(
      'rate_limit_error',
      "This request would exceed your organization's rate limit of 50 requests per minute.",
      { 'retry-after': String(seconds) },
    ),
  /** The same status and type without `retry-after`: the month's money is spent, and no retry helps. */
  spendLimit: () =>
    new AnthropicError(
      'rate_limit_error',
      'You have reached your specified API usage limits.',
      { 'x-should-retry': 'false' },
      { error_code: 'enforced_spend_limit_reached' },
    ),
  noCredit: () => new AnthropicError('billing_error', 'Your credit balance is too low to access the Anthropic API.'),
  forbidden: () =>
    new AnthropicError('permission_error', 'Your API key does not have permission to use the specified resource.'),
  internal: () => new AnthropicError('api_error', 'Internal server error'),
  overloaded: () => new AnthropicError('overloaded_error', 'Overloaded'),
}
