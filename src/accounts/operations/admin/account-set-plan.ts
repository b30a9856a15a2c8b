import { z } from 'zod'
import { PublicAccount } from '../../contract/account.ts'
import { EmailAddress } from '../../contract/email-address.ts'
import { Plan } from '../../contract/plan.ts'
import { publicAccount } from '../../domain/account.ts'
import { defineOperation } from '../context.ts'
import { accountByEmail } from './account-by-email.ts'

export const accountSetPlan = defineOperation({
  name: 'account_set_plan',
  title: 'Set the plan of an account',
  description: 'Changes the plan of an account immediately, also while the service runs. On the command line only.',
  capability: 'account',
  callers: ['command_line'],
  surfaces: ['cli'],
  input: z.strictObject({ email: EmailAddress, plan: Plan }),
  output: PublicAccount,
  example: { email: 'ada@example.com', plan: 'gamma' },
  async run({ email, plan }, context) {
    const account = await accountByEmail(context.store, email)
    await context.accountEvents.transaction(async ({ accounts }, events) => {
      await accounts.change(account.id, { plan })
      // After the change, so that the new plan applies to the notification.
      if (plan !== account.plan)
        await events.notify(account.id, { kind: 'plan_changed', id: context.newId(), from: account.plan, to: plan })
    })
    return publicAccount({ ...account, plan })
  },
})
