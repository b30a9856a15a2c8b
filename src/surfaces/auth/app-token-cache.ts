import type { Account } from '../../accounts/domain/account.ts'
import type { AccountStore } from '../../accounts/store/index.ts'
import { APP_MARKS, apiTokenSha256, isApiToken } from '../../lib/node/api-tokens.ts'
import { credentialCache } from './credential-cache.ts'
import type { CredentialRequest } from './credentials.ts'
import type { LastUse } from './last-use.ts'

export interface CachedAppToken {
  /** Id of the connection. */
  readonly id: string
  readonly account: Account
  readonly expiresAtMs: number
  lastUsedAtMs: number
}

const BEARER = /^bearer +(\S+) *$/i
/** The marks of tokens of connected apps, of which one alone is for calls. The Base64 of an API key begins otherwise. */
const MARKED = /^(owa|owr|owz)_/

/** The token of a connected app in a request; null if its credentials are of another kind. */
export function appToken({ headers }: CredentialRequest): string | null {
  const { authorization } = headers
  const token = typeof authorization === 'string' ? BEARER.exec(authorization)?.[1] : undefined
  return token !== undefined && MARKED.test(token) ? token : null
}

/** Whether a request with the token of an app also has other credentials, so that another server may read others. */
export function hasOtherCredentials({ headers, raw }: CredentialRequest): boolean {
  if (headers['x-user-email'] !== undefined || headers['x-user-token'] !== undefined) return true
  const names = raw.rawHeaders.filter((_text, index) => index % 2 === 0)
  return names.filter((name) => name.toLowerCase() === 'authorization').length > 1
}

/** Access tokens of connected apps by their SHA-256, as `apiKeyCache`. Undefined for one that is not valid now. */
export function appTokenCache(store: AccountStore, uses: LastUse) {
  const cache = credentialCache<CachedAppToken>(store)

  async function read(digest: string): Promise<CachedAppToken | undefined> {
    const found = await store.oauthGrants.byAccessToken(digest)
    if (!found) return undefined
    const { grant, account, expiresAt } = found
    return {
      id: grant.id,
      account,
      expiresAtMs: Date.parse(expiresAt),
      lastUsedAtMs: grant.lastUsedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(grant.lastUsedAt),
    }
  }

  return {
    async find(token: string, nowMs: number): Promise<CachedAppToken | undefined> {
      if (!isApiToken(token, APP_MARKS.access)) return undefined
      const digest = apiTokenSha256(token)
      const found = cache.get(digest) ?? (await cache.load(digest, () => read(digest)))
      if (!found || nowMs >= found.expiresAtMs) return undefined
      found.lastUsedAtMs = uses.ofConnection(found.id, found.lastUsedAtMs, nowMs)
      return found
    },
  }
}
