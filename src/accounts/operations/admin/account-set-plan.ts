import { z } from 'zod'
import { PublicAccount } from '../../contract/account.ts'
import { EmailAddress } from '../../contract/email-address.ts'
import { OPERATOR_PROOF } from '../../contract/operator-proof.ts'
import { Plan } from '../../contract/plan.ts'
import { publicAccount } from '../../domain/account.ts'
import { defineOperation } from '../context.ts'
import { accountByEmail } from './account-by-email.ts'
import { asOperator, OPERATOR_CALLERS } from './as-operator.ts'

export const accountSetPlan = defineOperation({
  name: 'account_set_plan',
  title: 'Set the plan of an account',
  description: 'Changes the plan of an account immediately, also while the service runs. For operators only.',
  capability: 'account',
  operatorOnly: true,
  callers: OPERATOR_CALLERS,
  surfaces: ['cli', 'rest'],
  route: { method: 'POST', path: '/operator/accounts/set_plan', errors: ['forbidden', 'not_found'] },
  input: z.strictObject({ email: EmailAddress, plan: Plan, ...OPERATOR_PROOF }),
  output: PublicAccount,
  example: { email: 'ada@example.com', plan: 'gamma' },
  async run({ email, plan, ...proof }, context) {
    const facts = { action: 'account_set_plan', subject: email, details: { plan }, proof }
    const changed = await asOperator(context, facts, async (repositories, events) => {
      const account = await accountByEmail(repositories, email)
      await repositories.accounts.change(account.id, { plan })
      // After the change, so that the new plan applies to the notification.
      if (plan !== account.plan)
        await events.notify(account.id, { kind: 'plan_changed', id: context.newId(), from: account.plan, to: plan })
      return { ...account, plan }
    })
    return publicAccount(changed)
  },
})
