import { z } from 'zod'
import { GivenPassword } from '../../domain/accounts/password.ts'
import { AppError } from '../../domain/errors.ts'
import { defineOperation } from '../operation.ts'
import { ownAccount } from './own-account.ts'
import { withPassword } from './with-password.ts'

export const deleteAccount = defineOperation({
  name: 'delete_account',
  title: 'Delete the account',
  description:
    'Deletes the account of the present sign-in session with everything that belongs to it, at once and for good. Needs the password again; a wrong one answers 403.',
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'DELETE', path: '/account', status: 204, errors: ['forbidden'] },
  input: z.strictObject({ password: GivenPassword }),
  output: z.object({}),
  example: { password: 'correct horse battery' },
  async run({ password }, context) {
    const { email } = await ownAccount(context)
    const deleted = await withPassword(context, { email, password }, ({ accounts }, { id }) => accounts.remove(id))
    if (!deleted) throw new AppError('forbidden', 'The password is wrong.')
    await context.store.scrub()
    context.sessionCookie?.clear()
    return {}
  },
})
