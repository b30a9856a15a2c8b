import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { verifyAssertion } from '../../../lib/webauthn.ts'
import { PublicAccount } from '../../contract/account.ts'
import { AuthenticationResponse } from '../../contract/passkey.ts'
import { publicAccount } from '../../domain/account.ts'
import type { Passkey } from '../../domain/passkey.ts'
import type { AccountRepositories } from '../../store/index.ts'
import { type AccountContext, defineOperation } from '../context.ts'
import { stepDigest } from '../factors/sign-in-step.ts'
import { forgiveAttempt, recordAttempt } from '../record-attempt.ts'
import { startSession } from '../sessions/start-session.ts'
import { takeChallenge } from './challenge.ts'
import { userHandle } from './start-passkey.ts'

export const signInWithPasskey = defineOperation({
  name: 'sign_in_with_passkey',
  title: 'Sign in with a passkey',
  description:
    'Starts a sign-in session with the answer of a passkey to the challenge of start_passkey_sign_in. Each challenge takes one answer, right or wrong. Answers 401 for every wrong answer alike.',
  capability: 'account',
  callers: ['anonymous', 'session'],
  surfaces: ['rest'],
  route: { method: 'POST', path: '/session/passkey', errors: ['unauthenticated', 'conflict'] },
  input: z.strictObject({
    token: z.string().min(1).max(200).describe('The token of start_passkey_sign_in.'),
    response: AuthenticationResponse,
  }),
  output: PublicAccount,
  example: {
    token: 'x5Ydj0EIKEaS7iQLVGVSRdKqkVyVYHUJR7rWmJXRDKM',
    response: {
      id: 'AQID',
      rawId: 'AQID',
      type: 'public-key',
      response: { clientDataJSON: 'e30', authenticatorData: 'AQID', signature: 'AQID' },
    },
  },
  async run({ token, response }, context) {
    const { accountEvents, now, caller } = context
    const attempt = await recordAttempt(context, { kind: 'sign_in_step', address: caller.address, email: null })
    const session = await startSession(context)
    const { passkey, counter } = await provedPasskey(context, token, response)
    const account = await accountEvents.transaction(async (repositories, events) => {
      const stored = await repositories.accounts.byId(passkey.accountId)
      if (!stored || !(await repositories.passkeys.use(passkey, counter, now()))) return undefined
      if (!(await endsOwnStep(context, repositories, { token, accountId: passkey.accountId }))) return undefined
      await forgiveAttempt(repositories, attempt, now())
      await session.store(repositories, stored.account, events)
      return stored.account
    })
    if (!account) throw passkeyRefused()
    session.setCookies(account.email)
    return publicAccount(account)
  },
})

/** The passkey that answered, with its new counter. */
async function provedPasskey(context: AccountContext, token: string, response: AuthenticationResponse) {
  // Taken first: a wrong answer uses the challenge up as well.
  const expected = await takeChallenge(context, { purpose: 'sign_in', holder: token })
  const passkey = await context.store.passkeys.byCredential(response.id)
  if (!expected || !passkey || !isOwnHandle(passkey, response)) throw passkeyRefused()
  const { credentialId: id, publicKey, counter } = passkey
  try {
    return { passkey, counter: await verifyAssertion(response, expected, { id, publicKey, counter }) }
  } catch (cause) {
    throw passkeyRefused(cause)
  }
}

function isOwnHandle({ accountId }: Passkey, { response }: AuthenticationResponse): boolean {
  return response.userHandle === undefined || response.userHandle === userHandle(accountId)
}

/** Ends the second step that the token may belong to. False if that is the step of another account. */
async function endsOwnStep(
  { identity, now }: AccountContext,
  { signInSteps }: AccountRepositories,
  { token, accountId }: { readonly token: string; readonly accountId: string },
): Promise<boolean> {
  const digest = stepDigest(identity, token)
  const step = await signInSteps.byDigest(digest, now())
  if (!step) return true
  return step.accountId === accountId && signInSteps.remove(digest)
}

function passkeyRefused(cause?: unknown): AppError {
  const sentence = 'The passkey was not accepted. Sign in with your password, or try again.'
  return new AppError('unauthenticated', sentence, cause === undefined ? {} : { cause })
}
