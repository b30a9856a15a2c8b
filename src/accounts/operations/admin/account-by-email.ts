import { AppError } from '../../../lib/errors.ts'
import type { Account } from '../../domain/account.ts'
import type { AccountRepositories } from '../../store/index.ts'

/** The account that the operator names. */
export async function accountByEmail(
  { accounts }: Pick<AccountRepositories, 'accounts'>,
  email: string,
): Promise<Account> {
  const found = await accounts.byEmail(email)
  if (!found) throw new AppError('not_found', 'No account has this e-mail address. See the list of accounts.')
  return found.account
}
