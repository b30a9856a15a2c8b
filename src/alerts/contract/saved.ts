import { z } from 'zod'

/** Of each kind, an account. */
export const MAX_SAVED = 50

export const SavedId = z.string().min(1).max(40).describe('Identity of what is saved.')

export const SavedName = z
  .string()
  .trim()
  .min(1, 'must not be blank')
  .max(60, 'must be at most 60 characters')
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be one line of plain text')
  .describe('A name, unique in the account, 1 to 60 characters.')

export const savedShape = {
  id: SavedId,
  name: SavedName,
  created_at: z.iso.datetime().describe('When it was saved, UTC.'),
  updated_at: z.iso.datetime().describe('When it was last changed, UTC.'),
}
