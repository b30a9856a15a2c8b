import type { FieldIssue } from '../lib/errors.ts'
import type { PinnedInstant } from './context.ts'
import type { Answer, Operation } from './operation.ts'

/** Inputs that name a time of the market. Expirations and the like are no times at which something was known. */
const TIMES = ['date', 'from', 'to', 'since', 'until'] as const
const AHEAD: readonly string[] = ['from', 'to']
const DATE = /^\d{4}-\d{2}-\d{2}$/

/** The inputs that name a later time than the instant: they are refused instead of answered without what is later. */
export function laterThan(
  { atMs, date }: PinnedInstant,
  { looksAhead = false }: Pick<Operation, 'looksAhead'>,
  input: Answer,
): FieldIssue[] {
  const at = new Date(atMs).toISOString()
  return TIMES.flatMap((path) => {
    const value = input[path]
    if (typeof value !== 'string' || (looksAhead && AHEAD.includes(path))) return []
    const isLater = DATE.test(value) ? value > date : !(Date.parse(value) <= atMs)
    return isLater ? [{ path, message: `must not be after ${at}, the instant of this replay` }] : []
  })
}
