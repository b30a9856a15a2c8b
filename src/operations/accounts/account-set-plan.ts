import { z } from 'zod'
import { PublicAccount, publicAccount } from '../../domain/accounts/account.ts'
import { EmailAddress } from '../../domain/accounts/email.ts'
import { Plan } from '../../domain/accounts/plan.ts'
import { planChanged } from '../../domain/notifications/account-events.ts'
import { actAndTell } from '../notifications/tell-account.ts'
import { defineOperation } from '../operation.ts'
import { accountByEmail } from './account-by-email.ts'

export const accountSetPlan = defineOperation({
  name: 'account_set_plan',
  title: 'Set the plan of an account',
  description: 'Puts an account on another plan, at once, on a running service too. On the command line only.',
  capability: 'account',
  callers: ['command_line'],
  surfaces: ['cli'],
  input: z.strictObject({ email: EmailAddress, plan: Plan }),
  output: PublicAccount,
  example: { email: 'ada@example.com', plan: 'gamma' },
  async run({ email, plan }, context) {
    const account = await accountByEmail(context.store, email)
    await actAndTell(context, async ({ accounts }, tell) => {
      await accounts.change(account.id, { plan })
      // Judged by the plan that holds from now on.
      if (plan !== account.plan) await tell(account.id, planChanged(context.newId(), account.plan, plan))
    })
    return publicAccount({ ...account, plan })
  },
})
