import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { PublicAccount } from '../../contract/account.ts'
import { EmailAddress } from '../../contract/email-address.ts'
import { NewPassword } from '../../contract/password.ts'
import { Plan } from '../../contract/plan.ts'
import { TimeZone } from '../../contract/time-zone.ts'
import { publicAccount } from '../../domain/account.ts'
import { DEFAULT_TIME_ZONE } from '../../domain/time-zone.ts'
import { defineOperation } from '../context.ts'
import { asOperator } from './as-operator.ts'

export const accountCreate = defineOperation({
  name: 'account_create',
  title: 'Create an account',
  description: 'Creates an account without sending a mail. For the operator, on the command line only.',
  capability: 'account',
  callers: ['command_line'],
  surfaces: ['cli'],
  input: z.strictObject({
    email: EmailAddress,
    password: NewPassword,
    plan: Plan.default('delta').describe('Plan of the account.'),
    verified: z.boolean().default(false).describe('Mark the address as confirmed.'),
    operator: z.boolean().default(false).describe('Give it the role of an operator of the service.'),
    time_zone: TimeZone.default(DEFAULT_TIME_ZONE).describe('IANA time zone in which days and quiet hours are read.'),
  }),
  output: PublicAccount,
  example: { email: 'ada@example.com', password: 'correct horse battery', plan: 'vega', verified: true },
  async run({ email, password, plan, verified, operator, time_zone: timeZone }, context) {
    const { identity, newId, now } = context
    const account = {
      id: newId(),
      email,
      emailVerified: verified,
      plan,
      status: 'good',
      timeZone,
      createdAt: now().toISOString(),
      isOperator: operator,
    } as const
    const passwordHash = await identity.passwords.hash(password)
    const facts = { action: 'account_create', subject: email, details: { plan, operator }, proof: {} }
    await asOperator(context, facts, async ({ accounts }) => {
      const added = await accounts.add({ ...account, passwordHash })
      if (!added) throw new AppError('conflict', 'An account with this e-mail address already exists.')
    })
    return publicAccount(account)
  },
})
