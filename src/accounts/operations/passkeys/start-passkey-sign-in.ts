import { z } from 'zod'
import { newSecret } from '../../../lib/node/keyed-digest.ts'
import { RequestOptions } from '../../contract/passkey.ts'
import { CHALLENGE_MS } from '../../domain/passkey.ts'
import { defineOperation } from '../context.ts'
import { awaitedStep } from '../factors/sign-in-step.ts'
import { recordAttempt } from '../record-attempt.ts'
import { descriptorsOf, newChallenge, requireRelyingParty } from './challenge.ts'

export const startPasskeySignIn = defineOperation({
  name: 'start_passkey_sign_in',
  title: 'Begin to sign in with a passkey',
  description:
    'Options with which a browser answers by a passkey, within five minutes. Without a token it is a sign-in without password, by any passkey of this service; with the token of sign_in it is the second step of that sign-in.',
  capability: 'account',
  callers: ['anonymous', 'session'],
  surfaces: ['rest'],
  route: { method: 'POST', path: '/session/passkey/challenge', errors: ['unauthenticated', 'conflict'] },
  input: z.strictObject({
    token: z.string().min(1).max(200).optional().describe('The token in second_factor of the answer to sign_in.'),
  }),
  output: z.object({
    token: z.string().describe('For sign_in_with_passkey.'),
    options: RequestOptions,
  }),
  example: {},
  async run({ token: stepToken }, context) {
    const { id: rpId } = requireRelyingParty(context)
    await recordAttempt(context, { kind: 'passkey_challenge', address: context.caller.address, email: null })
    const step = stepToken === undefined ? null : await awaitedStep(context, stepToken)
    const token = stepToken ?? newSecret(context.randomBytes)
    const passkeys = step ? await context.store.passkeys.ofAccount(step.account.id) : []
    const challenge = await newChallenge(context, { purpose: 'sign_in', holder: token })
    return {
      token,
      options: {
        challenge,
        rpId,
        timeout: CHALLENGE_MS,
        userVerification: 'required' as const,
        allowCredentials: descriptorsOf(passkeys),
      },
    }
  },
})
