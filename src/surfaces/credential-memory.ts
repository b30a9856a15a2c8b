import type { Store } from '../store/open.ts'

const MOST = 10_000

export interface CredentialMemory<Known> {
  /** What is remembered under the digest, unless anything that decides who may call was written since. */
  recall(digest: string): Known | undefined
  /** Reads from the store, and remembers what is found. */
  learn(digest: string, read: () => Promise<Known | undefined>): Promise<Known | undefined>
}

/** Credentials by the digest of their secret, so that a request costs no query. Only what is in the store is kept. */
export function credentialMemory<Known>(
  store: Pick<Store, 'foreignVersion' | 'credentialsVersion'>,
): CredentialMemory<Known> {
  const remembered = new Map<string, Known>()
  let foreign = store.foreignVersion()
  let own = store.credentialsVersion()

  function forgetStale(): void {
    const foreignNow = store.foreignVersion()
    const ownNow = store.credentialsVersion()
    if (foreignNow === foreign && ownNow === own) return
    foreign = foreignNow
    own = ownNow
    remembered.clear()
  }

  return {
    recall(digest) {
      forgetStale()
      return remembered.get(digest)
    },
    async learn(digest, read) {
      forgetStale()
      const [foreignBefore, ownBefore] = [foreign, own]
      const known = await read()
      forgetStale()
      // What was read before a change may be what the change has ended.
      if (known && foreign === foreignBefore && own === ownBefore) {
        if (remembered.size >= MOST) remembered.clear()
        remembered.set(digest, known)
      }
      return known
    },
  }
}
