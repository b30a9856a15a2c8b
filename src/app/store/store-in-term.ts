import type { Leases } from '../../lib/node/leases.ts'
import type { Store } from './open-store.ts'
import type { WorkName } from './own-leases.ts'

/**
 * The store for work under a lease: its transactions commit only while the term lasts, so that a process that was paused
 * writes nothing over what its successor wrote.
 */
export function storeInTerm(
  store: Store,
  leases: Leases<WorkName>,
  { name, term }: { readonly name: WorkName; readonly term: number },
): Store {
  if (!leases.isShared) return store
  return {
    ...store,
    transaction: (work, kind) =>
      store.transaction(async (repositories) => {
        await repositories.leaseTerms.require(name, term)
        return work(repositories)
      }, kind),
  }
}
