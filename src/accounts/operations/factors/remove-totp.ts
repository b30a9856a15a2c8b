import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { Password } from '../../contract/password.ts'
import { defineOperation } from '../context.ts'
import { ownAccount } from '../own-account.ts'
import { passwordRefused, withPassword } from '../with-password.ts'
import { dropUnusedCodes } from './factor-store.ts'

export const removeTotp = defineOperation({
  name: 'remove_totp',
  title: 'Remove the authenticator app',
  description:
    'Removes the authenticator app. Without another factor the recovery codes end too, and the password is enough to sign in. Needs the password. The owner is notified by mail.',
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'DELETE', path: '/account/totp', status: 204, errors: ['forbidden', 'not_found'] },
  input: z.strictObject({ password: Password }),
  output: z.object({}),
  example: { password: 'correct horse battery' },
  async run({ password }, context) {
    const { email } = await ownAccount(context)
    const { newId } = context
    const removed = await withPassword(context, { email, password }, async (repositories, { id }, events) => {
      if (!(await repositories.totpFactors.remove(id))) return false
      await dropUnusedCodes(repositories, id)
      await events.notify(id, { kind: 'factor_changed', id: newId(), change: 'totp_removed' })
      return true
    })
    if (removed === undefined) throw passwordRefused()
    if (!removed) throw new AppError('not_found', 'The account has no authenticator app.')
    return {}
  },
})
