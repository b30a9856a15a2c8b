import { z } from 'zod'
import { PublicAccount } from '../../contract/account.ts'
import { EmailAddress } from '../../contract/email-address.ts'
import { publicAccount } from '../../domain/account.ts'
import { defineOperation } from '../context.ts'
import { accountByEmail } from './account-by-email.ts'
import { asOperator } from './as-operator.ts'

export const accountRemoveFactors = defineOperation({
  name: 'account_remove_factors',
  title: 'Remove the second factors of an account',
  description:
    'For an owner who has lost the device and the recovery codes: removes the second factors of an account and ends its sessions. The password is enough to sign in from then on. The owner is notified by mail. On the command line only.',
  capability: 'account',
  callers: ['command_line'],
  surfaces: ['cli'],
  input: z.strictObject({ email: EmailAddress }),
  output: PublicAccount,
  example: { email: 'ada@example.com' },
  async run({ email }, context) {
    const facts = { action: 'account_remove_factors', subject: email, proof: {} }
    const account = await asOperator(context, facts, async (repositories, events) => {
      const found = await accountByEmail(repositories, email)
      const { id } = found
      await repositories.totpFactors.remove(id)
      await repositories.passkeys.removeOfAccount(id)
      await repositories.recoveryCodes.replace(id, [])
      await repositories.signInSteps.removeOfAccount(id)
      await repositories.sessions.removeOfAccount(id)
      await events.notify(id, { kind: 'factor_changed', id: context.newId(), change: 'removed_by_operator' })
      return found
    })
    return publicAccount(account)
  },
})
