import { z } from 'zod'
import { AppError, invalid } from '../../../lib/errors.ts'
import { type NewCredential, verifyCreated } from '../../../lib/webauthn.ts'
import { PasskeyName, PublicPasskey, RegistrationResponse } from '../../contract/passkey.ts'
import { RecoveryCodes } from '../../contract/second-factor.ts'
import { MAX_PASSKEYS, publicPasskey } from '../../domain/passkey.ts'
import { type AccountContext, defineOperation } from '../context.ts'
import { methodsOf, renewCodes } from '../factors/factor-store.ts'
import { ownAccount } from '../own-account.ts'
import { takeChallenge } from './challenge.ts'

export const addPasskey = defineOperation({
  name: 'add_passkey',
  title: 'Add a passkey',
  description:
    'Adds the passkey that a browser has made with the options of start_passkey. It signs in without the password, or in addition to it: from then on the password alone is not enough. With the first factor of an account it returns ten recovery codes, shown once.',
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'POST', path: '/account/passkeys', status: 201, errors: ['conflict'] },
  input: z.strictObject({ name: PasskeyName, response: RegistrationResponse }),
  output: z.object({
    passkey: PublicPasskey,
    recovery_codes: RecoveryCodes.nullable().describe('Ten codes with the first factor; null otherwise.'),
  }),
  example: {
    name: 'notebook',
    response: {
      id: 'AQID',
      rawId: 'AQID',
      type: 'public-key',
      response: { clientDataJSON: 'e30', attestationObject: 'oA' },
    },
  },
  async run({ name, response }, context) {
    const { id: accountId } = await ownAccount(context)
    const { accountEvents, newId, now } = context
    const credential = await createdCredential(context, response)
    const passkey = {
      id: newId(),
      accountId,
      credentialId: credential.id,
      publicKey: credential.publicKey,
      counter: credential.counter,
      transports: response.response.transports.filter((each) => /^[a-z-]+$/.test(each)),
      name,
      createdAt: now().toISOString(),
      lastUsedAt: null,
    }
    const codes = await accountEvents.transaction(async (repositories, events) => {
      if ((await repositories.passkeys.ofAccount(accountId)).length >= MAX_PASSKEYS) {
        throw new AppError('conflict', `An account has at most ${MAX_PASSKEYS} passkeys. Remove an unused one.`)
      }
      const isFirst = (await methodsOf(repositories, accountId)).length === 0
      if (!(await repositories.passkeys.add(passkey))) {
        throw new AppError('conflict', 'This passkey is known. Use another device or browser.')
      }
      await events.notify(accountId, { kind: 'factor_changed', id: newId(), change: 'passkey_added' })
      return isFirst ? renewCodes(context, repositories, accountId) : null
    })
    return { passkey: publicPasskey(passkey), recovery_codes: codes }
  },
})

async function createdCredential(context: AccountContext, response: RegistrationResponse): Promise<NewCredential> {
  const expected = await takeChallenge(context, { purpose: 'session', holder: context.caller.sessionId ?? '' })
  if (!expected) throw new AppError('conflict', 'No passkey is awaited in this session. Begin again.')
  try {
    return await verifyCreated(response, expected)
  } catch (cause) {
    const refused = invalid([{ path: 'response', message: 'is not the answer to the challenge of this session' }])
    throw new AppError(refused.code, refused.message, { ...refused.details, cause })
  }
}
