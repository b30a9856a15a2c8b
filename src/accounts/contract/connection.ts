import { z } from 'zod'

/** An app that an account has connected, as the owner sees it. */
export const PublicConnection = z
  .object({
    id: z.string().describe('Id of the connection.'),
    name: z.string().describe('What the app calls itself. Nobody has checked the name unless `publisher` is set.'),
    publisher: z
      .string()
      .nullable()
      .describe('Host that publishes the description of the app; null if the app only described itself.'),
    returns_to: z.string().describe('Host, or scheme, to which the sign-in returned.'),
    connected_at: z.iso.datetime().describe('When it was connected, UTC.'),
    last_used_at: z.iso.datetime().nullable().describe('When it last called, UTC, to the minute; null if never.'),
    expires_at: z.iso.datetime().describe('When it must be allowed again at the latest, UTC.'),
  })
  .meta({ id: 'Connection' })
export type PublicConnection = z.infer<typeof PublicConnection>

export const ConnectionId = z.string().min(1).max(40).describe('Id of the connection.')

/** The query of the address that an app opened, without its question mark. */
export const AuthorizationQuery = z
  .string()
  .min(1)
  .max(8_192)
  .describe('The query of the address that the app opened, without the question mark.')
