import { z } from 'zod'
import { Password } from '../contract/password.ts'
import { defineOperation } from './context.ts'
import { ownAccount } from './own-account.ts'
import { removeAccount } from './remove-account.ts'
import { passwordRefused, withPassword } from './with-password.ts'

export const deleteAccount = defineOperation({
  name: 'delete_account',
  title: 'Delete the account',
  description:
    'Deletes the account of the current sign-in session and all its data, immediately and permanently. Needs the password; a wrong one answers 403.',
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'DELETE', path: '/account', status: 204, errors: ['forbidden'] },
  input: z.strictObject({ password: Password }),
  output: z.object({}),
  example: { password: 'correct horse battery' },
  async run({ password }, context) {
    const { email } = await ownAccount(context)
    const deleted = await removeAccount(context.store, (remove) =>
      withPassword(context, { email, password }, (repositories, { id }) => remove(repositories, id)),
    )
    if (!deleted) throw passwordRefused()
    context.sessionCookie?.clear()
    return {}
  },
})
