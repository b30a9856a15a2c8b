import { z } from 'zod'
import { CreationOptions } from '../../contract/passkey.ts'
import { Password } from '../../contract/password.ts'
import { CHALLENGE_MS } from '../../domain/passkey.ts'
import { defineOperation } from '../context.ts'
import { requireConfirmed } from '../factors/factor-store.ts'
import { ownAccount } from '../own-account.ts'
import { passwordRefused, withPassword } from '../with-password.ts'
import { descriptorsOf, newChallenge, requireRelyingParty } from './challenge.ts'

const SERVICE = 'Optionwire'
/** EdDSA, ES256 and RS256 of COSE: what authenticators have. */
const ALGORITHMS = [-8, -7, -257]

export const startPasskey = defineOperation({
  name: 'start_passkey',
  title: 'Begin to add a passkey',
  description:
    'Options with which a browser makes a passkey, for this session alone and within five minutes. Needs the password and a confirmed e-mail address. Answers 409 where the public URL allows no passkeys.',
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'POST', path: '/account/passkeys/challenge', errors: ['forbidden', 'conflict'] },
  input: z.strictObject({ password: Password }),
  output: z.object({ options: CreationOptions }),
  example: { password: 'correct horse battery' },
  async run({ password }, context) {
    const account = await ownAccount(context)
    const { id, email } = account
    requireConfirmed(account)
    const { id: rpId } = requireRelyingParty(context)
    if (!(await withPassword(context, { email, password }, async () => true))) throw passwordRefused()
    const known = await context.store.passkeys.ofAccount(id)
    const challenge = await newChallenge(context, { purpose: 'session', holder: context.caller.sessionId ?? '' })
    return {
      options: {
        challenge,
        rp: { id: rpId, name: SERVICE },
        user: { id: userHandle(id), name: email, displayName: email },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
        timeout: CHALLENGE_MS,
        excludeCredentials: descriptorsOf(known),
        authenticatorSelection: {
          residentKey: 'required' as const,
          requireResidentKey: true as const,
          userVerification: 'required' as const,
        },
        attestation: 'none' as const,
      },
    }
  },
})

/** Devices keep it and return it at a sign-in. It says nothing about a person. */
export function userHandle(accountId: string): string {
  return Buffer.from(accountId).toString('base64url')
}
