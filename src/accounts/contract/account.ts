import { z } from 'zod'
import { Plan } from './plan.ts'

/** On the wire and in the store this field is called `standing`; everywhere else it is the account's status. */
export const AccountStatus = z
  .enum(['good', 'suspended'])
  .describe('Status of the account. A suspended account can sign in but not use the service.')
export type AccountStatus = z.infer<typeof AccountStatus>

/** An account as its owner sees it. */
export const PublicAccount = z
  .object({
    email: z.string().describe('E-mail address, lower-case.'),
    email_verified: z.boolean().describe('Whether the owner has confirmed the address.'),
    plan: Plan,
    standing: AccountStatus,
    time_zone: z.string().describe('IANA time zone in which days and quiet hours are read.'),
    created_at: z.iso.datetime().describe('When the account was created, UTC.'),
    operator: z.boolean().optional().describe('Whether it is an operator of this service; absent: it is not.'),
  })
  .meta({ id: 'Account' })
export type PublicAccount = z.infer<typeof PublicAccount>
