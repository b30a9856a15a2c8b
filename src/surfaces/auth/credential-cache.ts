import { LRUCache } from 'lru-cache'
import type { Account } from '../../accounts/domain/account.ts'
import { CREDENTIALS } from '../../accounts/domain/credentials.ts'
import type { AccountStore } from '../../accounts/store/index.ts'

const MAX_CREDENTIALS = 10_000

/** What is cached of a credential. */
interface OfAccount {
  readonly account: Pick<Account, 'id'>
}

export interface CredentialCache<Value extends OfAccount> {
  /** The cached value, unless credentials of its account were written since, by any process. */
  get(digest: string): Value | undefined
  /** Reads from the store, and caches the result. */
  load(digest: string, read: () => Promise<Value | undefined>): Promise<Value | undefined>
}

/** What was written while a value was read: accounts, or anything. */
interface Reading {
  readonly accounts: Set<string>
  all: boolean
}

/**
 * A cache of credentials by the digest of their secret, so that a request needs no query. It contains only what is in
 * the store, and is not used while the writes of other processes are not known.
 */
export function credentialCache<Value extends OfAccount>(
  store: Pick<AccountStore, 'onChange' | 'isCurrent'>,
): CredentialCache<Value> {
  const digests = new Map<string, Set<string>>()
  const cache = new LRUCache<string, Value>({
    max: MAX_CREDENTIALS,
    dispose: ({ account }, digest) => {
      const ofAccount = digests.get(account.id)
      ofAccount?.delete(digest)
      if (ofAccount?.size === 0) digests.delete(account.id)
    },
  })
  const readings = new Set<Reading>()

  store.onChange(CREDENTIALS, (accountId) => {
    for (const reading of readings) {
      if (accountId === null) reading.all = true
      else reading.accounts.add(accountId)
    }
    if (accountId === null) cache.clear()
    else for (const digest of [...(digests.get(accountId) ?? [])]) cache.delete(digest)
  })

  function keep(digest: string, value: Value): void {
    cache.set(digest, value)
    const ofAccount = digests.get(value.account.id) ?? new Set()
    digests.set(value.account.id, ofAccount.add(digest))
  }

  return {
    get: (digest) => (store.isCurrent() ? cache.get(digest) : undefined),
    async load(digest, read) {
      // Reports what other processes had written before.
      store.isCurrent()
      const reading: Reading = { accounts: new Set(), all: false }
      readings.add(reading)
      try {
        const value = await read()
        const isKnown = store.isCurrent() && !reading.all
        if (value && isKnown && !reading.accounts.has(value.account.id)) keep(digest, value)
        return value
      } finally {
        readings.delete(reading)
      }
    },
  }
}
