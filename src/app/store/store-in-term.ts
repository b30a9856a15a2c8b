import type { Leases } from '../../lib/node/leases.ts'
import type { Store } from './open-store.ts'
import type { WorkName } from './own-leases.ts'

/**
 * The store for work under a lease: its transactions commit only while the term lasts, so that a process that was paused
 * writes nothing over what its successor wrote. Who listens for changes does so until the term has ended.
 */
export function storeInTerm(
  store: Store,
  { isShared }: Pick<Leases, 'isShared'>,
  { name, term, ended }: { readonly name: WorkName; readonly term: number; readonly ended: AbortSignal },
): Store {
  if (!isShared) return store
  return {
    ...store,
    onChange(kind, listener) {
      const unsubscribe = store.onChange(kind, listener)
      if (ended.aborted) unsubscribe()
      else ended.addEventListener('abort', unsubscribe, { once: true })
      return unsubscribe
    },
    transaction: (work, kind) =>
      store.transaction(async (repositories) => {
        await repositories.leaseTerms.require(name, term)
        return work(repositories)
      }, kind),
  }
}
