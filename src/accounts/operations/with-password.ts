import { AppError } from '../../lib/errors.ts'
import { addressGroup } from '../../lib/text/address-group.ts'
import type { Account } from '../domain/account.ts'
import type { EventRecorder } from '../ports/account-events.ts'
import type { AccountRepositories } from '../store/index.ts'
import type { AccountContext } from './context.ts'
import { knownCaller } from './known-caller.ts'
import { forgiveAttempt, recordAttempt } from './record-attempt.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
  /** Replaces a correct password. */
  readonly newPassword?: string
}

/**
 * Runs an action that needs the correct password, in one transaction with the effects of a correct password: the
 * attempt no longer counts, and a hash with an outdated cost is replaced. Undefined if the e-mail address is unknown or
 * the password wrong, after the same work for both.
 */
export async function withPassword<T>(
  context: AccountContext,
  { email, password, newPassword }: Credentials,
  act: (repositories: AccountRepositories, account: Account, events: EventRecorder) => Promise<T>,
): Promise<T | undefined> {
  const { store, identity, caller, now, accountEvents } = context
  const { passwords } = identity
  return identity.serialized(addressGroup(caller.address ?? ''), async () => {
    const known = await knownCaller(context, email)
    const attempt = await recordAttempt(context, { kind: 'password', address: caller.address, email, known })
    const stored = await store.accounts.byEmail(email)
    const isCorrect = await passwords.verify(password, stored?.passwordHash ?? null)
    if (!stored || !isCorrect) return undefined
    const replaced = newPassword !== undefined || passwords.outdated(stored.passwordHash)
    const renewed = replaced ? await passwords.hash(newPassword ?? password) : undefined
    return accountEvents.transaction(async (repositories, events) => {
      const current = await repositories.accounts.byId(stored.account.id)
      // The password was changed during the check.
      if (current?.passwordHash !== stored.passwordHash) return undefined
      await forgiveAttempt(repositories, attempt, now())
      if (renewed) await repositories.accounts.change(stored.account.id, { passwordHash: renewed })
      return act(repositories, current.account, events)
    })
  })
}

/** The answer to somebody who is signed in and does not know the password. */
export function passwordRefused(): AppError {
  return new AppError('forbidden', 'The password is wrong.')
}
