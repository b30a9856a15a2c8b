import { z } from 'zod'
import { EmailAddress } from '../../contract/email-address.ts'
import { defineOperation } from '../context.ts'
import { removeAccount } from '../remove-account.ts'
import { accountByEmail } from './account-by-email.ts'
import { asOperator } from './as-operator.ts'

export const accountDelete = defineOperation({
  name: 'account_delete',
  title: 'Delete an account',
  description: 'Deletes an account and all its data permanently. On the command line only.',
  capability: 'account',
  callers: ['command_line'],
  surfaces: ['cli'],
  input: z.strictObject({ email: EmailAddress }),
  output: z.object({ deleted: z.string().describe('E-mail address of the deleted account.') }),
  example: { email: 'ada@example.com' },
  async run({ email }, context) {
    await removeAccount(context.store, (remove) =>
      asOperator(context, { action: 'account_delete', subject: email, proof: {} }, async (repositories) => {
        const { id } = await accountByEmail(repositories, email)
        return remove(repositories, id)
      }),
    )
    return { deleted: email }
  },
})
