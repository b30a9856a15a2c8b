import type { Account } from '../../domain/accounts/account.ts'
import type { Context } from '../context.ts'
import { credentialsNeeded } from '../invoke.ts'

/** The caller's account as it is stored now. */
export async function ownAccount({ caller, store }: Pick<Context, 'caller' | 'store'>): Promise<Account> {
  const known = caller.account ? await store.accounts.byId(caller.account.id) : undefined
  if (!known) throw credentialsNeeded()
  return known.account
}
