import type { Account } from '../../domain/accounts/account.ts'
import { addressGroup } from '../../lib/address-group.ts'
import type { Groups } from '../../store/groups.ts'
import type { Context } from '../context.ts'
import { countTry, forgiveTry } from './count-try.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}

/**
 * Does something that needs the right password, in one transaction with what the right password itself changes:
 * the try is forgiven, and a hash made at an outdated cost is made anew. Undefined when the e-mail is unknown or the
 * password wrong, after the same work for both.
 */
export async function withPassword<T>(
  context: Context,
  { email, password }: Credentials,
  act: (groups: Groups, account: Account) => Promise<T>,
): Promise<T | undefined> {
  const { store, identity, caller, now } = context
  const { passwords } = identity
  return identity.inTurn(addressGroup(caller.address ?? ''), async () => {
    const tried = await countTry(context, { kind: 'password', address: caller.address, email })
    const known = await store.accounts.byEmail(email)
    const fits = await passwords.verify(password, known?.passwordHash ?? null)
    if (!known || !fits) return undefined
    const renewed = passwords.outdated(known.passwordHash) ? await passwords.hash(password) : undefined
    return store.transaction(async (groups) => {
      const current = await groups.accounts.byId(known.account.id)
      // The password was changed while this one was being checked.
      if (current?.passwordHash !== known.passwordHash) return undefined
      await forgiveTry(groups, tried, now())
      if (renewed) await groups.accounts.change(known.account.id, { passwordHash: renewed })
      return act(groups, current.account)
    })
  })
}
