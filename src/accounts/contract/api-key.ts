import { z } from 'zod'

export const KeyName = z
  .string()
  .trim()
  .min(1, 'must not be blank')
  .max(100, 'must be at most 100 characters')
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be one line of plain text')
  .describe('A label for the key, 1 to 100 characters.')

export const KeyExpiry = z
  .union([z.enum(['30d', '60d', '90d']), z.iso.date(), z.iso.datetime({ offset: true })], {
    error: 'must be 30d, 60d, 90d, a date like 2027-01-31, or an instant like 2027-01-31T18:00:00Z',
  })
  .describe(
    'When the key expires: 30d, 60d, 90d, or a date (the end of that day, UTC) or instant, at most 5 years ahead.',
  )
export type KeyExpiry = z.infer<typeof KeyExpiry>

/** A key as its owner sees it. Only the answer that creates a key contains its token. */
export const PublicApiKey = z
  .object({
    id: z.string().describe('Id of the key.'),
    name: z.string().describe('Its label.'),
    token_prefix: z.string().describe('The first characters of its token.'),
    status: z.enum(['active', 'expired']).describe('An expired key is refused like an unknown one.'),
    created_at: z.iso.datetime().describe('When it was created, UTC.'),
    expires_at: z.iso.datetime().describe('When it expires, UTC.'),
    last_used_at: z.iso.datetime().nullable().describe('When it was last used, to the minute; null if never.'),
  })
  .meta({ id: 'ApiKey' })
export type PublicApiKey = z.infer<typeof PublicApiKey>
