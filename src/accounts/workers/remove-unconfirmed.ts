import { unconfirmedUntil } from '../domain/sign-ups.ts'
import type { AccountStore } from '../store/index.ts'

const BATCH = 100

export interface RemoveUnconfirmedParts {
  readonly store: AccountStore
  readonly now: () => Date
}

/**
 * Deletes accounts whose sign-up nobody has confirmed for seven days, so that nobody can reserve the addresses of others.
 * An account with a link that still works is kept, and so is one that the operator created.
 */
export async function removeUnconfirmed({ store, now }: RemoveUnconfirmedParts, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false
  const removed = await store.accounts.removeUnconfirmed(unconfirmedUntil(now()), now(), BATCH)
  if (removed > 0) await store.scrub()
  return removed > 0
}
