import { AppError } from '../../../lib/errors.ts'
import { newSecret } from '../../../lib/node/keyed-digest.ts'
import type { Account } from '../../domain/account.ts'
import { type FactorMethod, SIGN_IN_STEP_MS } from '../../domain/second-factor.ts'
import type { AccountRepositories } from '../../store/index.ts'
import type { AccountContext } from '../context.ts'
import { recordAttempt } from '../record-attempt.ts'
import { methodsOf } from './factor-store.ts'

/** What the second step of a sign-in needs. */
export interface PendingSignIn {
  readonly token: string
  readonly methods: readonly FactorMethod[]
  readonly expiresAt: string
}

/** The second step that this account needs after its password, stored in the transaction of the password; null if none. */
export async function beginStep(
  { identity, now, randomBytes }: Pick<AccountContext, 'identity' | 'now' | 'randomBytes'>,
  repositories: AccountRepositories,
  accountId: string,
): Promise<PendingSignIn | null> {
  const methods = await methodsOf(repositories, accountId)
  if (methods.length === 0) return null
  const stored = await repositories.accounts.byId(accountId)
  const token = newSecret(randomBytes)
  const expiresAt = new Date(now().getTime() + SIGN_IN_STEP_MS)
  await repositories.signInSteps.add({
    digest: stepDigest(identity, token),
    accountId,
    passwordDigest: identity.digest('step password', stored?.passwordHash ?? ''),
    expiresAt,
  })
  return { token, methods, expiresAt: expiresAt.toISOString() }
}

/** The answer to a correct password that is not enough. */
export function stepRequired({ token, methods, expiresAt }: PendingSignIn): AppError {
  return new AppError('unauthenticated', 'The password is correct. Complete the sign-in with your second factor.', {
    secondFactor: { token, methods, expires_at: expiresAt },
  })
}

export interface AwaitedStep {
  readonly digest: string
  readonly account: Account
}

/** The step that a token belongs to. A change of the password ends it. */
export async function awaitedStep(context: AccountContext, token: string): Promise<AwaitedStep> {
  const { store, identity, now, caller } = context
  const digest = stepDigest(identity, token)
  const step = await store.signInSteps.byDigest(digest, now())
  const stored = step && (await store.accounts.byId(step.accountId))
  if (stored && identity.digest('step password', stored.passwordHash) === step.passwordDigest) {
    return { digest, account: stored.account }
  }
  await recordAttempt(context, { kind: 'sign_in_step', address: caller.address, email: null })
  throw new AppError('unauthenticated', 'This sign-in has expired. Sign in again with your password.')
}

/** False if the step was completed by another call. */
export function finishStep({ signInSteps }: AccountRepositories, { digest }: AwaitedStep): Promise<boolean> {
  return signInSteps.remove(digest)
}

export function stepDigest({ digest }: AccountContext['identity'], token: string): string {
  return digest('sign-in step', token)
}
