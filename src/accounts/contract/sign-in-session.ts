import { z } from 'zod'

/** A sign-in session as its owner sees it. */
export const PublicSession = z
  .object({
    id: z.string().describe('Id of the session. It is not its secret.'),
    current: z.boolean().describe('Whether this request belongs to it.'),
    browser: z
      .string()
      .nullable()
      .describe('Browser and system as the sign-in named them, for example Firefox on Linux; null if unknown.'),
    address: z.string().nullable().describe('Network address of the last use, to the minute; null if unknown.'),
    created_at: z.iso.datetime().describe('When it began, UTC.'),
    last_used_at: z.iso.datetime().describe('When it was last used, UTC, to the minute.'),
    expires_at: z.iso.datetime().describe('When it ends if it is not used again, UTC.'),
  })
  .meta({ id: 'SignInSession' })
export type PublicSession = z.infer<typeof PublicSession>
