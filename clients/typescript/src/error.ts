import type { Problem } from './generated/types.gen.js'

export type { Problem }

/** An error that the service has answered, or a connection that failed. */
export class OptionwireError extends Error {
  override readonly name = 'OptionwireError'
  /** HTTP status; undefined where there was no answer. */
  readonly status: number | undefined
  /** The whole problem document, with `code`, `errors` and `required_plan`; undefined where there is none. */
  readonly problem: Problem | undefined
  /** Seconds after which the service may be called again; undefined where it has not said. */
  readonly retryAfterS: number | undefined
  /** What the log of the service contains. */
  readonly requestId: string | undefined

  constructor(
    message: string,
    parts: { problem?: Problem | undefined; response?: Response | undefined; cause?: unknown },
  ) {
    super(message, { cause: parts.cause })
    this.status = parts.response?.status
    this.problem = parts.problem
    this.retryAfterS = parts.response && secondsOf(parts.response.headers.get('retry-after'), Date.now())
    this.requestId = parts.response?.headers.get('x-request-id') ?? undefined
  }
}

/** The error of a call: what the service has answered, or why there is no answer. */
export function errorOf(cause: unknown, response: Response | undefined): Error {
  if (response === undefined || response.ok) {
    // The caller has stopped the call, and knows its own reason.
    if (cause instanceof Error && cause.name === 'AbortError') return cause
    return new OptionwireError(`The service does not answer: ${reasonOf(cause)}.`, { cause, response })
  }
  const problem = isProblem(cause) ? cause : undefined
  const fields = problem?.errors?.map(({ path, message }) => `; ${path} ${message}`).join('') ?? ''
  const detail = problem?.detail ?? `The service answered ${response.status}.`
  return new OptionwireError(`${detail}${fields}`, { problem, response })
}

/** `Retry-After` as seconds: a number, or a date. */
export function secondsOf(retryAfter: string | null, nowMs: number): number | undefined {
  if (retryAfter === null) return undefined
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter)
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? undefined : Math.max(0, (at - nowMs) / 1000)
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'detail' in value && typeof value.detail === 'string'
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  return cause.cause instanceof Error ? `${cause.message} (${cause.cause.message})` : cause.message
}
