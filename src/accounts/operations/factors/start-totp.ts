import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { newTotpSecret, totpUri } from '../../../lib/totp.ts'
import { Password } from '../../contract/password.ts'
import { defineOperation } from '../context.ts'
import { ownAccount } from '../own-account.ts'
import { passwordRefused, withPassword } from '../with-password.ts'
import { requireConfirmed } from './factor-store.ts'

const ISSUER = 'Optionwire'

export const startTotp = defineOperation({
  name: 'start_totp',
  title: 'Set up an authenticator app',
  description:
    'Makes the secret of an authenticator app, shown once. The sign-in needs its codes only after the first one was confirmed, within 15 minutes. Needs the password and a confirmed e-mail address.',
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'POST', path: '/account/totp', errors: ['forbidden', 'conflict'] },
  input: z.strictObject({ password: Password }),
  output: z.object({
    secret: z.string().describe('The secret in base32, to type into an app.'),
    uri: z.string().describe('The same as an otpauth URI, for a QR code.'),
  }),
  example: { password: 'correct horse battery' },
  async run({ password }, context) {
    const account = await ownAccount(context)
    const { email } = account
    requireConfirmed(account)
    const { identity, now, randomBytes } = context
    const secret = await newTotpSecret(randomBytes)
    const sealed = identity.factorBox.seal(secret)
    const begun = await withPassword(context, { email, password }, ({ totpFactors }, { id }) =>
      totpFactors.begin(id, sealed, now()),
    )
    if (begun === undefined) throw passwordRefused()
    if (!begun) throw new AppError('conflict', 'The account has an authenticator app. Remove it first.')
    return { secret, uri: await totpUri(secret, { issuer: ISSUER, label: email }) }
  },
})
