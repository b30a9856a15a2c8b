import { DAY_MS } from '../../lib/time/duration.ts'

/** Who may sign up: everyone, whoever has an invitation, or nobody. */
export const SIGN_UP_MODES = ['open', 'invite', 'closed'] as const

export type SignUpMode = (typeof SIGN_UP_MODES)[number]

/** An account whose address was not confirmed is deleted this long after its sign-up. */
export const UNCONFIRMED_DAYS = 7

/** The newest instant of sign-ups whose accounts are deleted now if nobody has confirmed them. */
export function unconfirmedUntil(now: Date): Date {
  return new Date(now.getTime() - UNCONFIRMED_DAYS * DAY_MS)
}
