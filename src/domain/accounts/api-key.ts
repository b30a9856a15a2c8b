import { z } from 'zod'
import type { Account } from './account.ts'
import { allows, planTitle, REQUIRED_PLAN } from './plan.ts'

/** More keys than anyone keeps apart; a bound so that nothing grows for ever. */
export const MOST_API_KEYS = 50

const DAY_MS = 86_400_000
/** Five years with two leap days, and the rest of the last day. */
const LONGEST_DAYS = 5 * 365 + 3

const PERIOD_DAYS = { '30d': 30, '60d': 60, '90d': 90 } as const

/** A named credential with an end. Instants are ISO 8601 UTC. */
export interface ApiKey {
  readonly id: string
  readonly accountId: string
  readonly name: string
  /** The first characters of the token, by which its owner tells keys apart. */
  readonly tokenPrefix: string
  readonly createdAt: string
  readonly expiresAt: string
  readonly lastUsedAt: string | null
}

export const KeyName = z
  .string()
  .trim()
  .min(1, 'must not be blank')
  .max(100, 'must be at most 100 characters')
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be one line of plain text')
  .describe('A label by which you will know the key, 1 to 100 characters.')

export const KeyExpiry = z
  .union([z.enum(['30d', '60d', '90d']), z.iso.date(), z.iso.datetime({ offset: true })], {
    error: 'must be 30d, 60d, 90d, a date like 2027-01-31, or an instant like 2027-01-31T18:00:00Z',
  })
  .describe(
    'When the key ends: 30d, 60d, 90d, or a custom date (valid to the end of that day, UTC) or instant, at most 5 years ahead.',
  )
export type KeyExpiry = z.infer<typeof KeyExpiry>

export type KeyEnd = { readonly expiresAtMs: number } | { readonly refused: string }

/** The instant at which a key that is made now ends; a date counts to its end in UTC, to the millisecond. */
export function keyEnd(expiry: KeyExpiry, nowMs: number): KeyEnd {
  const expiresAtMs = endMs(expiry, nowMs)
  if (expiresAtMs <= nowMs) return { refused: 'must be in the future' }
  if (expiresAtMs > nowMs + LONGEST_DAYS * DAY_MS) return { refused: 'must be at most 5 years ahead' }
  return { expiresAtMs }
}

function endMs(expiry: KeyExpiry, nowMs: number): number {
  if (isPeriod(expiry)) return nowMs + PERIOD_DAYS[expiry] * DAY_MS
  return expiry.length === 10 ? Date.parse(`${expiry}T23:59:59.999Z`) : Date.parse(expiry)
}

function isPeriod(expiry: string): expiry is keyof typeof PERIOD_DAYS {
  return expiry in PERIOD_DAYS
}

/** What the account lacks to make a key of its own, as a person reads it; empty when nothing. */
export function missingForApiKey({ plan, emailVerified, standing }: Account): string[] {
  return [
    ...(allows(plan, 'rest_api') ? [] : [planTitle(REQUIRED_PLAN.rest_api)]),
    ...(emailVerified ? [] : ['a confirmed e-mail address']),
    ...(standing === 'good' ? [] : ['good standing']),
  ]
}

/** A key as its owner sees it. The token itself is in the answer that made it alone. */
export const PublicApiKey = z
  .object({
    id: z.string().describe('Id of the key.'),
    name: z.string().describe('The label given to it.'),
    token_prefix: z.string().describe('How its token begins.'),
    status: z.enum(['active', 'expired']).describe('An expired key is refused like an unknown one.'),
    created_at: z.iso.datetime().describe('When it was made, UTC.'),
    expires_at: z.iso.datetime().describe('From when it is refused, UTC.'),
    last_used_at: z.iso.datetime().nullable().describe('When it was last used, to the minute; null before that.'),
  })
  .meta({ id: 'ApiKey' })
export type PublicApiKey = z.infer<typeof PublicApiKey>

export function publicApiKey(key: ApiKey, nowMs: number): PublicApiKey {
  return {
    id: key.id,
    name: key.name,
    token_prefix: key.tokenPrefix,
    status: nowMs < Date.parse(key.expiresAt) ? 'active' : 'expired',
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    last_used_at: key.lastUsedAt,
  }
}
