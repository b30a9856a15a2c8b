/**
 * The one error that may reach a person. `message` is a sentence that says what to do; `cause` is for the log alone.
 * Every surface maps `code` to its own form (status, exit code, tool error); anything else is an internal fault.
 */
export type ErrorCode =
  | 'invalid'
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'too_large'
  | 'unsupported_media'
  | 'rate_limited'
  | 'unavailable'

/** One bad field: `path` in dots (`quiet_hours.0.start`), `message` a sentence without the value. */
export interface FieldIssue {
  readonly path: string
  readonly message: string
}

export interface ErrorDetails {
  readonly cause?: unknown
  readonly issues?: readonly FieldIssue[]
  readonly requiredPlan?: string
  readonly retryAfterS?: number
  readonly allow?: readonly string[]
}

export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined)
    this.name = 'AppError'
    this.code = code
    this.details = details
  }
}

/** All bad fields at once, so that a caller mends a request in one go. */
export function invalid(issues: readonly FieldIssue[], detail = 'Correct the fields named in errors.'): AppError {
  return new AppError('invalid', detail, { issues })
}
