/** What an account is told of itself. */
import type { Standing } from '../accounts/account.ts'
import { type Plan, planTitle } from '../accounts/plan.ts'
import { accountContent } from './contents.ts'
import { eventKeys } from './event-key.ts'
import type { ChannelName, NotificationContent } from './notification.ts'

export interface AccountEvent {
  readonly eventKey: string
  readonly content: NotificationContent
  /** In place of the account's channels. */
  readonly channels?: readonly ChannelName[]
}

/** A key is about to end from so many days before its end. */
export const KEY_WARNING_DAYS = 7

const DAY_MS = 86_400_000

interface KeyFacts {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly expiresAt: string
}

export function keyCreated({ id, name, expiresAt }: KeyFacts): AccountEvent {
  const body = `The API key “${name}” was made. It ends on ${expiresAt.slice(0, 10)} (UTC). If this was not you, delete it and change your password.`
  return {
    eventKey: eventKeys.account('key_created', id),
    content: accountContent('API key created', body, { key_id: id, key_name: name, expires_at: expiresAt }),
  }
}

export function keyExpiring({ id, name, expiresAt }: KeyFacts): AccountEvent {
  const body = `The API key “${name}” ends on ${expiresAt.slice(0, 10)} (UTC). Create another one and put it in its place.`
  return {
    eventKey: eventKeys.account('key_expiring', id),
    content: accountContent('API key ends soon', body, { key_id: id, key_name: name, expires_at: expiresAt }),
  }
}

/** Of a key that was made for less than the time of warning its owner knows. */
export function isWarnedOf({ createdAt, expiresAt }: KeyFacts): boolean {
  return Date.parse(expiresAt) - Date.parse(createdAt) > KEY_WARNING_DAYS * DAY_MS
}

/** `id` tells this change from others. */
export function planChanged(id: string, from: Plan, to: Plan): AccountEvent {
  const body = `Your account is on ${planTitle(to)} now; it was on ${planTitle(from)}.`
  return {
    eventKey: eventKeys.account('plan_changed', id),
    content: accountContent('Plan changed', body, { plan: to, previous_plan: from }),
  }
}

export function standingChanged(id: string, to: Standing): AccountEvent {
  const isGood = to === 'good'
  const title = isGood ? 'Account reinstated' : 'Account suspended'
  const body = isGood
    ? 'Your account is in good standing again: its keys and sessions work.'
    : 'Your account is suspended: its keys and sessions are refused. Contact the operator of this service.'
  return {
    eventKey: eventKeys.account('standing_changed', id),
    content: accountContent(title, body, { standing: to }, 'high'),
  }
}

/** By e-mail whatever is set, at once: whoever changed it may not be the owner. */
export function passwordChanged(id: string): AccountEvent {
  const body =
    'The password of your account was changed and all sessions have ended. If this was not you, choose a new one by “Forgot password”.'
  return {
    eventKey: eventKeys.account('password_changed', id),
    content: accountContent('Password changed', body, {}, 'high'),
    channels: ['email'],
  }
}
