import { z } from 'zod'

/** 8 to 200 characters and no other rule: length makes a password hard to guess. */
export const NewPassword = z
  .string()
  .min(8, 'must be at least 8 characters')
  .max(200, 'must be at most 200 characters')
  .refine((text) => text.isWellFormed(), 'must be well-formed text')
  .describe('Password, 8 to 200 characters.')

/** A password to check against the stored one; only its length is limited. */
export const Password = z
  .string()
  .min(1, 'must not be empty')
  .max(200, 'must be at most 200 characters')
  .describe('Password of the account.')
