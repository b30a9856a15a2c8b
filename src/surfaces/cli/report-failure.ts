import { AppError, type ErrorCode } from '../../lib/errors.ts'
import { type Problem, problem, problemOf } from '../rest/problem.ts'
import type { Output } from './command.ts'

const FAULT = 1

const EXIT_CODES: Readonly<Record<ErrorCode, number>> = {
  invalid: 2,
  malformed: 2,
  too_large: 2,
  unsupported_media: 2,
  method_not_allowed: 2,
  unauthenticated: 3,
  forbidden: 3,
  not_found: 4,
  conflict: 5,
  rate_limited: 6,
  unavailable: 7,
}

/** Writes the error to stderr and returns its exit code. */
export function reportFailure(error: unknown, json: boolean, stderr: Output): number {
  stderr.write(json ? `${JSON.stringify(failure(error))}\n` : sentences(error))
  return error instanceof AppError ? EXIT_CODES[error.code] : FAULT
}

function failure(error: unknown): Problem {
  if (error instanceof AppError) return problemOf(error, '')
  return problem('internal', error instanceof Error ? error.message : String(error))
}

/** A fault prints its stack, because the reader is the operator. */
function sentences(error: unknown): string {
  if (!(error instanceof AppError))
    return `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`
  const issues = (error.details.issues ?? []).map(({ path, message }) => `  ${path === '' ? 'input' : path} ${message}`)
  return `${[error.message, ...issues].join('\n')}\n`
}
