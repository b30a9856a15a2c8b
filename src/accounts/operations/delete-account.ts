import { z } from 'zod'
import { Password } from '../contract/password.ts'
import { keepAnOperator } from './admin/as-operator.ts'
import { defineOperation } from './context.ts'
import { ownAccount } from './own-account.ts'
import { removeAccount } from './remove-account.ts'
import { passwordRefused, withPassword } from './with-password.ts'

export const deleteAccount = defineOperation({
  name: 'delete_account',
  title: 'Delete the account',
  description:
    'Deletes the account of the current sign-in session and all its data, immediately and permanently. Needs the password; a wrong one answers 403. The last operator of the service has to make another account an operator first.',
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'DELETE', path: '/account', status: 204, errors: ['forbidden', 'conflict'] },
  input: z.strictObject({ password: Password }),
  output: z.object({}),
  example: { password: 'correct horse battery' },
  async run({ password }, context) {
    const { email } = await ownAccount(context)
    const deleted = await removeAccount(context.store, (remove) =>
      withPassword(context, { email, password }, async (repositories, account) => {
        await keepAnOperator(repositories, context.caller, account)
        return remove(repositories, account.id)
      }),
    )
    if (!deleted) throw passwordRefused()
    context.sessionCookie?.clear()
    return {}
  },
})
