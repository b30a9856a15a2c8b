import type { AccountRepositories, AccountStore } from '../store/index.ts'

type Remove = (repositories: Pick<AccountRepositories, 'accounts'>, id: string) => Promise<true>

/**
 * Deletes an account and all its data, then overwrites what the store's files still contain of it. `authorised` calls
 * `remove` in its own transaction, or returns undefined without it; then the result is false.
 */
export async function removeAccount(
  store: AccountStore,
  authorised: (remove: Remove) => Promise<true | undefined>,
): Promise<boolean> {
  const removed = await authorised(async ({ accounts }, id) => {
    await accounts.remove(id)
    return true
  })
  if (!removed) return false
  await store.scrub()
  return true
}
