import { z } from 'zod'
import { PublicAccount, publicAccount } from '../../domain/accounts/account.ts'
import { EmailAddress } from '../../domain/accounts/email.ts'
import { standingChanged } from '../../domain/notifications/account-events.ts'
import { actAndTell } from '../notifications/tell-account.ts'
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
  async run({ email }, context) {
    const account = await accountByEmail(context.store, email)
    await actAndTell(context, async ({ accounts }, tell) => {
      // Before the change, since nothing is raised for an account that is suspended.
      if (account.standing === 'good') await tell(account.id, standingChanged(context.newId(), 'suspended'))
      await accounts.change(account.id, { standing: 'suspended' })
    })
    return publicAccount({ ...account, standing: 'suspended' })
  },
})
