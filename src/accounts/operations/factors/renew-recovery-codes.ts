import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { Password } from '../../contract/password.ts'
import { RecoveryCodes } from '../../contract/second-factor.ts'
import { defineOperation } from '../context.ts'
import { ownAccount } from '../own-account.ts'
import { passwordRefused, withPassword } from '../with-password.ts'
import { methodsOf, renewCodes } from './factor-store.ts'

export const renewRecoveryCodes = defineOperation({
  name: 'renew_recovery_codes',
  title: 'Make new recovery codes',
  description:
    'Makes ten new recovery codes, shown once; the earlier ones no longer work. Needs the password, and a second factor that they stand in for.',
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'POST', path: '/account/recovery_codes', errors: ['forbidden', 'conflict'] },
  input: z.strictObject({ password: Password }),
  output: z.object({ recovery_codes: RecoveryCodes }),
  example: { password: 'correct horse battery' },
  async run({ password }, context) {
    const { email } = await ownAccount(context)
    const { newId } = context
    const codes = await withPassword(context, { email, password }, async (repositories, { id }, events) => {
      if ((await methodsOf(repositories, id)).length === 0) return null
      await events.notify(id, { kind: 'factor_changed', id: newId(), change: 'recovery_codes_renewed' })
      return renewCodes(context, repositories, id)
    })
    if (codes === undefined) throw passwordRefused()
    if (!codes)
      throw new AppError('conflict', 'Recovery codes need a second factor. Set up an authenticator app first.')
    return { recovery_codes: codes }
  },
})
