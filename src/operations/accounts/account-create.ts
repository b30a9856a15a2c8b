import { z } from 'zod'
import { PublicAccount, publicAccount } from '../../domain/accounts/account.ts'
import { EmailAddress } from '../../domain/accounts/email.ts'
import { NewPassword } from '../../domain/accounts/password.ts'
import { Plan } from '../../domain/accounts/plan.ts'
import { DEFAULT_TIME_ZONE, TimeZone } from '../../domain/accounts/time-zone.ts'
import { AppError } from '../../domain/errors.ts'
import { defineOperation } from '../operation.ts'

export const accountCreate = defineOperation({
  name: 'account_create',
  title: 'Create an account',
  description: 'Makes an account without any mail. For the operator, on the command line only.',
  capability: 'account',
  callers: ['command_line'],
  surfaces: ['cli'],
  input: z.strictObject({
    email: EmailAddress,
    password: NewPassword,
    plan: Plan.default('delta').describe('Plan of the account.'),
    verified: z.boolean().default(false).describe('Take the address as confirmed.'),
    time_zone: TimeZone.default(DEFAULT_TIME_ZONE).describe('IANA time zone in which days and quiet hours are read.'),
  }),
  output: PublicAccount,
  example: { email: 'ada@example.com', password: 'correct horse battery', plan: 'vega', verified: true },
  async run({ email, password, plan, verified, time_zone: timeZone }, { store, identity, newId, now }) {
    const account = {
      id: newId(),
      email,
      emailVerified: verified,
      plan,
      standing: 'good',
      timeZone,
      createdAt: now().toISOString(),
    } as const
    const added = await store.accounts.add({ ...account, passwordHash: await identity.passwords.hash(password) })
    if (!added) throw new AppError('conflict', 'An account with this e-mail exists already.')
    return publicAccount(account)
  },
})
