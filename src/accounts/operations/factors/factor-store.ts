import { AppError } from '../../../lib/errors.ts'
import { totpStep } from '../../../lib/totp.ts'
import type { Account } from '../../domain/account.ts'
import type { FactorMethod, TotpFactor } from '../../domain/second-factor.ts'
import { newRecoveryCodes, typedCode } from '../../domain/second-factor.ts'
import type { AccountRepositories } from '../../store/index.ts'
import type { AccountContext } from '../context.ts'

/** How the second step of a sign-in can be done; empty if the password is enough. */
export async function methodsOf(
  { totpFactors, passkeys, recoveryCodes }: Pick<AccountRepositories, 'totpFactors' | 'passkeys' | 'recoveryCodes'>,
  accountId: string,
): Promise<readonly FactorMethod[]> {
  const totp = await totpFactors.of(accountId)
  const devices: FactorMethod[] = totp?.confirmedAt ? ['totp'] : []
  if ((await passkeys.ofAccount(accountId)).length > 0) devices.push('passkey')
  if (devices.length === 0) return []
  return (await recoveryCodes.count(accountId)) > 0 ? [...devices, 'recovery_code'] : devices
}

/** Recovery codes stand in for a factor, so they end with the last one. */
export async function dropUnusedCodes(repositories: AccountRepositories, accountId: string): Promise<void> {
  if ((await methodsOf(repositories, accountId)).length === 0) await repositories.recoveryCodes.replace(accountId, [])
}

/** Whoever signs up with a foreign address must not leave a factor to its owner. */
export function requireConfirmed({ emailVerified }: Pick<Account, 'emailVerified'>): void {
  if (!emailVerified) throw new AppError('forbidden', 'Confirm your e-mail address first.')
}

/** Makes new recovery codes in the place of the earlier ones. */
export async function renewCodes(
  { identity, randomBytes }: Pick<AccountContext, 'identity' | 'randomBytes'>,
  { recoveryCodes }: Pick<AccountRepositories, 'recoveryCodes'>,
  accountId: string,
): Promise<string[]> {
  const codes = newRecoveryCodes(randomBytes)
  await recoveryCodes.replace(
    accountId,
    codes.map((code) => identity.digest('recovery code', code.replace('-', ''))),
  )
  return codes
}

/** A code that was typed, checked as far as it can be outside the transaction that uses it. */
export interface CheckedCode {
  /** Uses the code up. False if it is wrong or was used before. */
  use(repositories: AccountRepositories, accountId: string): Promise<FactorMethod | false>
}

export async function checkCode(
  context: Pick<AccountContext, 'identity' | 'now'>,
  totp: TotpFactor | undefined,
  text: string,
): Promise<CheckedCode> {
  const typed = typedCode(text)
  if (typed.method === 'recovery_code') {
    const digest = context.identity.digest('recovery code', typed.code)
    return {
      use: async ({ recoveryCodes }, accountId) => (await recoveryCodes.use(accountId, digest)) && 'recovery_code',
    }
  }
  const step = typed.method === 'totp' && totp ? await stepOf(context, totp, typed.code) : null
  return {
    use: async ({ totpFactors }, accountId) => step !== null && (await totpFactors.useStep(accountId, step)) && 'totp',
  }
}

/** The step of a code; null if it is wrong. */
export function stepOf(
  { identity, now }: Pick<AccountContext, 'identity' | 'now'>,
  { secretSealed }: TotpFactor,
  code: string,
): Promise<number | null> {
  return totpStep(openSecret(identity, secretSealed), code, now().getTime())
}

function openSecret({ factorBox }: AccountContext['identity'], sealed: string): string {
  try {
    return factorBox.open(sealed)
  } catch (cause) {
    throw new AppError(
      'unavailable',
      'The authenticator app of this account cannot be checked, because SESSION_SECRET was changed. The operator can remove it: optionwire account remove-factors.',
      { cause },
    )
  }
}
