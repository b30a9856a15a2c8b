import type { AccountStatus, PublicAccount } from '../contract/account.ts'
import type { Plan } from '../domain/plan.ts'

/** Signs in and owns keys, rules and notifications. */
export interface Account {
  readonly id: string
  /** Lower-case, unique. */
  readonly email: string
  readonly emailVerified: boolean
  readonly plan: Plan
  readonly status: AccountStatus
  readonly timeZone: string
  readonly createdAt: string
  /** Whether it has the role of an operator of the service; absent: no. */
  readonly isOperator?: boolean
}

export function publicAccount(account: Account): PublicAccount {
  return {
    email: account.email,
    email_verified: account.emailVerified,
    plan: account.plan,
    standing: account.status,
    time_zone: account.timeZone,
    created_at: account.createdAt,
    ...(account.isOperator && { operator: true }),
  }
}
