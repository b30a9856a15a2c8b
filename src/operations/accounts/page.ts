import { z } from 'zod'

/** Lists of accounts and keys page by id: ids are ordered by time, so a page stays right while rows are inserted. */
export const Limit = z.int().min(1).max(100).default(50).describe('Most rows of the answer, 1 to 100.')

export const Cursor = z
  .string()
  .regex(/^[0-9a-z]{1,40}$/, 'must be the next_cursor of an earlier answer')
  .optional()
  .describe('The next_cursor of the page before.')

export const NextCursor = z.string().nullable().describe('Pass as cursor for the next page; null on the last.')

/** Of one row more than the limit: the rows of the page, and where the next begins. */
export function page<Row extends { readonly id: string }>(
  found: readonly Row[],
  limit: number,
): { rows: readonly Row[]; nextCursor: string | null } {
  const rows = found.slice(0, limit)
  return { rows, nextCursor: found.length > limit ? (rows.at(-1)?.id ?? null) : null }
}
