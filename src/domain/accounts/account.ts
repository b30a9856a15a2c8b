import { z } from 'zod'
import { Plan } from './plan.ts'

export const Standing = z
  .enum(['good', 'suspended'])
  .describe('Standing of the account; a suspended account can sign in but not use the service.')
export type Standing = z.infer<typeof Standing>

/** Who signs in and owns keys, rules and notifications. */
export interface Account {
  readonly id: string
  /** Lower-case, unique. */
  readonly email: string
  readonly emailVerified: boolean
  readonly plan: Plan
  readonly standing: Standing
  readonly timeZone: string
  readonly createdAt: string
}

/** An account as its owner sees it. */
export const PublicAccount = z
  .object({
    email: z.string().describe('E-mail address, lower-case.'),
    email_verified: z.boolean().describe('Whether a mail to the address was answered.'),
    plan: Plan,
    standing: Standing,
    time_zone: z.string().describe('IANA time zone in which days and quiet hours are read.'),
    created_at: z.iso.datetime().describe('When the account was made, UTC.'),
  })
  .meta({ id: 'Account' })
export type PublicAccount = z.infer<typeof PublicAccount>

export function publicAccount(account: Account): PublicAccount {
  return {
    email: account.email,
    email_verified: account.emailVerified,
    plan: account.plan,
    standing: account.standing,
    time_zone: account.timeZone,
    created_at: account.createdAt,
  }
}
