import type { z } from 'zod'
import type { FieldIssue } from '../../domain/errors.ts'
import { issuesOf, parseInput } from '../../operations/issues.ts'
import { RPC, RpcError } from './method.ts'

/** The params of a request. What cannot be read is the protocol's error for it, with a sentence for each field. */
export function readParams<Schema extends z.ZodType>(schema: Schema, params: unknown): z.output<Schema> {
  const read = parseInput(schema, params ?? {})
  if (read.success) return read.data
  throw new RpcError(RPC.invalidParams, fieldSentences(issuesOf(read.error)))
}

/** `dte_max must be at least 0. limit must be a whole number.` */
export function fieldSentences(issues: readonly FieldIssue[]): string {
  return issues.map(({ path, message }) => `${path === '' ? 'The input' : path} ${message}.`).join(' ')
}
