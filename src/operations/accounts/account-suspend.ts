import { z } from 'zod'
import { PublicAccount, publicAccount } from '../../domain/accounts/account.ts'
import { EmailAddress } from '../../domain/accounts/email.ts'
import { defineOperation } from '../operation.ts'
import { accountByEmail } from './account-by-email.ts'

export const accountSuspend = defineOperation({
  name: 'account_suspend',
  title: 'Suspend an account',
  description:
    'Suspends an account at once: it can sign in, but its keys and sessions are refused the service. On the command line only.',
  capability: 'account',
  callers: ['command_line'],
  surfaces: ['cli'],
  input: z.strictObject({ email: EmailAddress }),
  output: PublicAccount,
  example: { email: 'ada@example.com' },
  async run({ email }, { store }) {
    const account = await accountByEmail(store, email)
    await store.accounts.change(account.id, { standing: 'suspended' })
    return publicAccount({ ...account, standing: 'suspended' })
  },
})
