import { AppError } from '../../../lib/errors.ts'
import type { Account } from '../../domain/account.ts'
import type { AccountStore } from '../../store/index.ts'

/** The account that the operator names on the command line. */
export async function accountByEmail(store: AccountStore, email: string): Promise<Account> {
  const found = await store.accounts.byEmail(email)
  if (!found) throw new AppError('not_found', 'No account has this e-mail address. `account list` shows all accounts.')
  return found.account
}
