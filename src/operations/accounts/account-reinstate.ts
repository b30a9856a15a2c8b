import { z } from 'zod'
import { PublicAccount, publicAccount } from '../../domain/accounts/account.ts'
import { EmailAddress } from '../../domain/accounts/email.ts'
import { standingChanged } from '../../domain/notifications/account-events.ts'
import { actAndTell } from '../notifications/tell-account.ts'
import { defineOperation } from '../operation.ts'
import { accountByEmail } from './account-by-email.ts'

export const accountReinstate = defineOperation({
  name: 'account_reinstate',
  title: 'Reinstate an account',
  description: 'Puts an account back into good standing: its keys and sessions work again. On the command line only.',
  capability: 'account',
  callers: ['command_line'],
  surfaces: ['cli'],
  input: z.strictObject({ email: EmailAddress }),
  output: PublicAccount,
  example: { email: 'ada@example.com' },
  async run({ email }, context) {
    const account = await accountByEmail(context.store, email)
    await actAndTell(context, async ({ accounts }, tell) => {
      await accounts.change(account.id, { standing: 'good' })
      if (account.standing !== 'good') await tell(account.id, standingChanged(context.newId(), 'good'))
    })
    return publicAccount({ ...account, standing: 'good' })
  },
})
