import { z } from 'zod'
import { EmailAddress } from '../../domain/accounts/email.ts'
import { defineOperation } from '../operation.ts'
import { accountByEmail } from './account-by-email.ts'

export const accountDelete = defineOperation({
  name: 'account_delete',
  title: 'Delete an account',
  description: 'Deletes an account with everything that belongs to it, for good. On the command line only.',
  capability: 'account',
  callers: ['command_line'],
  surfaces: ['cli'],
  input: z.strictObject({ email: EmailAddress }),
  output: z.object({ deleted: z.string().describe('E-mail of the account that is gone.') }),
  example: { email: 'ada@example.com' },
  async run({ email }, { store }) {
    const { id } = await accountByEmail(store, email)
    await store.accounts.remove(id)
    await store.scrub()
    return { deleted: email }
  },
})
