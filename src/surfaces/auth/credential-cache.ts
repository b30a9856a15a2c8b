import { LRUCache } from 'lru-cache'
import { CREDENTIALS } from '../../accounts/domain/credentials.ts'
import type { AccountStore } from '../../accounts/store/index.ts'

const MAX_CREDENTIALS = 10_000

export interface CredentialCache<Value extends object> {
  /** The cached value, unless credentials were written since. */
  get(digest: string): Value | undefined
  /** Reads from the store, and caches the result. */
  load(digest: string, read: () => Promise<Value | undefined>): Promise<Value | undefined>
}

/**
 * A cache of credentials by the digest of their secret, so that a request needs no query. It contains only what is in
 * the store.
 */
export function credentialCache<Value extends object>(
  store: Pick<AccountStore, 'foreignVersion' | 'version'>,
): CredentialCache<Value> {
  const cache = new LRUCache<string, Value>({ max: MAX_CREDENTIALS })
  let foreignVersion = store.foreignVersion()
  let ownVersion = store.version(CREDENTIALS)

  function clearIfStale(): void {
    const foreignNow = store.foreignVersion()
    const ownNow = store.version(CREDENTIALS)
    if (foreignNow === foreignVersion && ownNow === ownVersion) return
    foreignVersion = foreignNow
    ownVersion = ownNow
    cache.clear()
  }

  return {
    get(digest) {
      clearIfStale()
      return cache.get(digest)
    },
    async load(digest, read) {
      clearIfStale()
      const [foreignBefore, ownBefore] = [foreignVersion, ownVersion]
      const value = await read()
      clearIfStale()
      // A change during the read may have invalidated the value.
      if (value && foreignVersion === foreignBefore && ownVersion === ownBefore) cache.set(digest, value)
      return value
    },
  }
}
