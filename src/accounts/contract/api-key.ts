import { z } from 'zod'
import { KEY_SCOPES, MAX_ALLOWED_ADDRESSES } from '../domain/key-scope.ts'

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

const Scope = z.enum(KEY_SCOPES, { error: `must be one of ${KEY_SCOPES.join(', ')}` })

const AllowedAddress = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'must be an address like 203.0.113.7 or a block like 203.0.113.0/24 or 2001:db8::/48',
})

export const KeyScopes = z
  .array(Scope)
  .min(1, 'must name a scope; leave it out for full read access')
  .max(KEY_SCOPES.length)
  .nullable()
  .default(null)
  .describe(
    'All that the key may do: read:analytics (market data and trade ideas), read:notifications (with alerts and watchlist), write:notifications (the same, and saved filters), mcp (the MCP endpoint, whose tools also need the scope of what they read), export (notifications as a file). Null: everything that a key may do.',
  )

export const AllowedAddresses = z
  .array(AllowedAddress)
  .min(1, 'must name an address; leave it out to allow all')
  .max(MAX_ALLOWED_ADDRESSES, `must be at most ${MAX_ALLOWED_ADDRESSES}`)
  .nullable()
  .default(null)
  .describe('The only addresses and CIDR blocks from which the key may be used, at most 20. Null: from anywhere.')

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
    last_used_address: z.string().nullable().describe('The network address of its last use; null if never.'),
    scopes: z.array(Scope).nullable().describe('All that it may do; null for everything that a key may do.'),
    allowed_networks: z
      .array(z.string())
      .nullable()
      .describe('The only addresses and CIDR blocks from which it may be used; null for all.'),
  })
  .meta({ id: 'ApiKey' })
export type PublicApiKey = z.infer<typeof PublicApiKey>
