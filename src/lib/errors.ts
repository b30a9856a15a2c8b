/**
 * The only error that users see. `message` is a sentence that says what to do; `cause` is only logged. Every surface
 * maps `code` to its own form (status, exit code, tool error). Any other error is an internal fault.
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

/** An invalid field: `path` with dots (`quiet_hours.0.start`), `message` a sentence that does not repeat the value. */
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
  /** Of `unauthenticated`: the value of WWW-Authenticate where it is not the usual one. */
  readonly challenge?: string
  /** Of `unauthenticated`: what the second step of a sign-in needs. */
  readonly secondFactor?: AwaitedFactor
}

export interface AwaitedFactor {
  readonly token: string
  readonly methods: readonly string[]
  /** ISO 8601 UTC. */
  readonly expires_at: string
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

/** The thrown value as an error: JavaScript can throw anything. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('A value that is not an error was thrown', { cause: thrown })
}

/** The sentence where an answer lists the fields beside it. */
export const SEE_ERRORS = 'Correct the fields named in errors.'

/** Lists all invalid fields, so that the caller can correct them together. */
export function invalid(issues: readonly FieldIssue[], detail = SEE_ERRORS): AppError {
  return new AppError('invalid', detail, { issues })
}
