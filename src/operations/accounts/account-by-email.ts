import type { Account } from '../../domain/accounts/account.ts'
import { AppError } from '../../domain/errors.ts'
import type { Store } from '../../store/open.ts'

/** The account that the operator names on the command line. */
export async function accountByEmail(store: Store, email: string): Promise<Account> {
  const known = await store.accounts.byEmail(email)
  if (!known) throw new AppError('not_found', 'No account has this e-mail. `account list` shows them all.')
  return known.account
}
