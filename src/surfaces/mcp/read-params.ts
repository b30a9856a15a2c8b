import type { z } from 'zod'
import { issuesOf, parseInput } from '../../catalogue/issues.ts'
import type { FieldIssue } from '../../lib/errors.ts'
import { RPC, RpcError } from './method.ts'

/** Parses the params of a request. Invalid ones cause the protocol's error, with a sentence per field. */
export function readParams<Schema extends z.ZodType>(schema: Schema, params: unknown): z.output<Schema> {
  const read = parseInput(schema, params ?? {})
  if (read.success) return read.data
  throw new RpcError(RPC.invalidParams, fieldSentences(issuesOf(read.error)))
}

/** `dte_max must be at least 0. limit must be a whole number.` */
export function fieldSentences(issues: readonly FieldIssue[]): string {
  return issues.map(({ path, message }) => `${path === '' ? 'The input' : path} ${message}.`).join(' ')
}
