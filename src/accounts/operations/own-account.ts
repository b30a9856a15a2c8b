import { invalidCredentials } from '../../catalogue/invoke.ts'
import type { Account } from '../domain/account.ts'
import type { AccountContext } from './context.ts'

/** The caller's account as it is stored now. */
export async function ownAccount({ caller, store }: Pick<AccountContext, 'caller' | 'store'>): Promise<Account> {
  const stored = caller.account ? await store.accounts.byId(caller.account.id) : undefined
  if (!stored) throw invalidCredentials()
  return stored.account
}
