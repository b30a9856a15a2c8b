import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { EmailAddress } from '../../contract/email-address.ts'
import { defineOperation } from '../context.ts'
import { accountByEmail } from './account-by-email.ts'
import { asOperator } from './as-operator.ts'

export const keyDelete = defineOperation({
  name: 'key_delete',
  title: 'Delete an API key',
  description: 'Deletes an API key of an account: its token stops working. On the command line only.',
  capability: 'account',
  callers: ['command_line'],
  surfaces: ['cli'],
  input: z.strictObject({
    email: EmailAddress,
    id: z.string().min(1).max(100).describe('Id of the key, as `key list` shows it.'),
  }),
  output: z.object({ deleted: z.string().describe('Id of the deleted key.') }),
  example: { email: 'ada@example.com', id: '01k9x3v7q2m4t8w6y0z1a2b3c4' },
  async run({ email, id }, context) {
    const facts = { action: 'key_delete', subject: email, details: { key_id: id }, proof: {} }
    await asOperator(context, facts, async (repositories) => {
      const account = await accountByEmail(repositories, email)
      const removed = await repositories.apiKeys.remove(account.id, id)
      if (!removed) throw new AppError('not_found', 'This account has no such key. `key list` shows its keys.')
    })
    return { deleted: id }
  },
})
