import { DAY_MS } from '../../lib/time/duration.ts'
import type { KeyExpiry, PublicApiKey } from '../contract/api-key.ts'
import { REQUIRED_PLAN } from '../domain/plan.ts'
import type { Account } from './account.ts'
import type { KeyScope } from './key-scope.ts'
import { allows, planTitle } from './plan.ts'

/** A limit that no account should need, so that the number of keys is bounded. */
export const MAX_API_KEYS = 50

/** Five years with two leap days, and the rest of the last day. */
const MAX_DAYS = 5 * 365 + 3

const PERIOD_DAYS = { '30d': 30, '60d': 60, '90d': 90 } as const

/** A named credential with an end. Instants are ISO 8601 UTC. */
export interface ApiKey {
  readonly id: string
  readonly accountId: string
  readonly name: string
  /** The first characters of the token, by which its owner recognizes it. */
  readonly tokenPrefix: string
  readonly createdAt: string
  readonly expiresAt: string
  readonly lastUsedAt: string | null
  readonly lastUsedAddress: string | null
  /** Null: everything that a key may do. */
  readonly scopes: readonly KeyScope[] | null
  /** Addresses and CIDR blocks from which it may be used; null: from anywhere. */
  readonly allowedAddresses: readonly string[] | null
}

export type KeyEnd = { readonly expiresAtMs: number } | { readonly refused: string }

/** The instant at which a key created now expires; a date means the end of that day in UTC, to the millisecond. */
export function keyEnd(expiry: KeyExpiry, nowMs: number): KeyEnd {
  const expiresAtMs = endMs(expiry, nowMs)
  if (expiresAtMs <= nowMs) return { refused: 'must be in the future' }
  if (expiresAtMs > nowMs + MAX_DAYS * DAY_MS) return { refused: 'must be at most 5 years ahead' }
  return { expiresAtMs }
}

function endMs(expiry: KeyExpiry, nowMs: number): number {
  if (isPeriod(expiry)) return nowMs + PERIOD_DAYS[expiry] * DAY_MS
  return expiry.length === 10 ? Date.parse(`${expiry}T23:59:59.999Z`) : Date.parse(expiry)
}

function isPeriod(expiry: string): expiry is keyof typeof PERIOD_DAYS {
  return expiry in PERIOD_DAYS
}

/** What the account lacks to create an API key, as a person reads it; empty if nothing. */
export function missingForApiKey({ plan, emailVerified, status: standing }: Account): string[] {
  return [
    ...(allows(plan, 'rest_api') ? [] : [planTitle(REQUIRED_PLAN.rest_api)]),
    ...(emailVerified ? [] : ['a confirmed e-mail address']),
    ...(standing === 'good' ? [] : ['an active account']),
  ]
}

export function publicApiKey(key: ApiKey, nowMs: number): PublicApiKey {
  return {
    id: key.id,
    name: key.name,
    token_prefix: key.tokenPrefix,
    status: nowMs < Date.parse(key.expiresAt) ? 'active' : 'expired',
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    last_used_at: key.lastUsedAt,
    last_used_address: key.lastUsedAddress,
    scopes: key.scopes === null ? null : [...key.scopes],
    allowed_networks: key.allowedAddresses === null ? null : [...key.allowedAddresses],
  }
}
