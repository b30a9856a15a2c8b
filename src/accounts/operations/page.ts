import { z } from 'zod'

/** Pagination by id for accounts and keys: ids are ordered by time, so inserts do not disturb the pages. */
export const Limit = z.int().min(1).max(100).default(50).describe('Maximum number of rows, 1 to 100.')

export const Cursor = z
  .string()
  .regex(/^[0-9a-z]{1,40}$/, 'must be the next_cursor of an earlier answer')
  .optional()
  .describe('The next_cursor of the previous page.')

export const NextCursor = z.string().nullable().describe('Pass as cursor for the next page; null on the last.')

/** Takes up to one row more than the limit; returns the rows of the page and the cursor of the next one. */
export function page<Row extends { readonly id: string }>(
  found: readonly Row[],
  limit: number,
): { rows: readonly Row[]; nextCursor: string | null } {
  const rows = found.slice(0, limit)
  return { rows, nextCursor: found.length > limit ? (rows.at(-1)?.id ?? null) : null }
}
