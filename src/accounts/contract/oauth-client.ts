/** What apps say of themselves: a registration (RFC 7591), or a document at the URL that is their id. */
import { z } from 'zod'

const MAX_URIS = 20
const MAX_URI_LENGTH = 2_048

const RedirectUris = z.array(z.string().max(MAX_URI_LENGTH)).min(1).max(MAX_URIS)

/** A request for a client id. What an app may wish for beyond this has one answer: a public client that uses codes. */
export const ClientRegistration = z.object({
  client_name: z.string().optional(),
  redirect_uris: RedirectUris,
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
})
export type ClientRegistration = z.infer<typeof ClientRegistration>

/** A document that describes an app. One with a secret is refused: everybody can read the secret. */
export const ClientDocument = z.object({
  client_id: z.string(),
  client_name: z.string().optional(),
  redirect_uris: RedirectUris,
  client_secret: z.undefined().optional(),
  client_secret_expires_at: z.undefined().optional(),
})
export type ClientDocument = z.infer<typeof ClientDocument>
