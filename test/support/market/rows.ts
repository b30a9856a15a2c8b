import type { NewAccount } from '../../../src/accounts/store/accounts.ts'
import type { NewApiKey } from '../../../src/accounts/store/api-keys.ts'
import type { NewSession } from '../../../src/accounts/store/sessions.ts'

/** An account as the store takes it, complete but for what a test cares about. */
export function anAccount(change: Partial<NewAccount> = {}): NewAccount {
  return {
    id: '01acc0000000000000000ada00',
    email: 'ada@example.com',
    emailVerified: true,
    passwordHash: '$scrypt$ln=1,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    plan: 'vega',
    status: 'good',
    timeZone: 'America/New_York',
    createdAt: '2026-11-20T15:00:00.000Z',
    ...change,
  }
}

export function aKey(change: Partial<NewApiKey> = {}): NewApiKey {
  return {
    id: '01key000000000000000000001',
    accountId: anAccount().id,
    name: 'notebook',
    tokenSha256: 'a1',
    tokenPrefix: 'ow_abcdef',
    lastUsedAddress: null,
    scopes: null,
    allowedAddresses: null,
    createdAt: '2026-11-20T15:00:00.000Z',
    expiresAt: '2026-12-20T15:00:00.000Z',
    lastUsedAt: null,
    ...change,
  }
}

export function aSession(change: Partial<NewSession> = {}): NewSession {
  return {
    id: '01ses000000000000000000001',
    accountId: anAccount().id,
    secretDigest: 'd1',
    createdAt: '2026-11-20T15:00:00.000Z',
    lastSeenAt: '2026-11-20T15:00:00.000Z',
    expiresAt: '2026-12-20T15:00:00.000Z',
    address: '192.0.2.1',
    browser: 'Firefox on Linux',
    ...change,
  }
}
