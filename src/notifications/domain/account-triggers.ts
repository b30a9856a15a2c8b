/** Notifications about the account itself. */
import type { AccountStatus } from '../../accounts/contract/account.ts'
import type { AccountEvent, AppFacts, KeyFacts } from '../../accounts/domain/account-event.ts'
import { type Plan, planTitle } from '../../accounts/domain/plan.ts'
import { type SecurityEvent, securityNotice } from '../../accounts/domain/security-notice.ts'
import { DAY_MS } from '../../lib/time/duration.ts'
import { accountContent } from './contents.ts'
import { eventKeys } from './event-key.ts'
import type { ChannelName, NotificationContent } from './notification.ts'

/** A notification to raise for an account. */
export interface AccountTrigger {
  readonly eventKey: string
  readonly content: NotificationContent
  /** In place of the account's channels. */
  readonly channels?: readonly ChannelName[]
}

/** A key is about to end from so many days before its end. */
export const KEY_WARNING_DAYS = 7

function keyCreated({ id, name, expiresAt }: KeyFacts): AccountTrigger {
  const body = `The API key “${name}” was made. It ends on ${expiresAt.slice(0, 10)} (UTC). If this was not you, delete it and change your password.`
  return {
    eventKey: eventKeys.account('key_created', id),
    content: accountContent('API key created', body, { key_id: id, key_name: name, expires_at: expiresAt }),
  }
}

export function accountTrigger(event: AccountEvent): AccountTrigger {
  switch (event.kind) {
    case 'key_created':
      return keyCreated(event.key)
    case 'app_connected':
      return appConnected(event.app)
    case 'app_replayed':
      return appReplayed(event.app)
    case 'plan_changed':
      return planChanged(event.id, event.from, event.to)
    case 'standing_changed':
      return standingChanged(event.id, event.to)
    default:
      return securityTrigger(event)
  }
}

function appConnected({ id, name, returnsTo }: AppFacts): AccountTrigger {
  const body = `The app “${name}” (${returnsTo}) can read market data over MCP as your account. If this was not you, disconnect it under Connected apps and change your password.`
  return {
    eventKey: eventKeys.account('app_connected', id),
    content: accountContent('App connected', body, { connection_id: id, app_name: name }),
  }
}

function appReplayed({ id, name, returnsTo }: AppFacts): AccountTrigger {
  const body = `A used token of the app “${name}” (${returnsTo}) was sent again, so somebody may have copied it. The connection was ended. Connect the app again if you still use it.`
  return {
    eventKey: eventKeys.account('app_replayed', id),
    content: accountContent('App disconnected', body, { connection_id: id, app_name: name }, 'high'),
  }
}

export function keyExpiring({ id, name, expiresAt }: KeyFacts): AccountTrigger {
  const body = `The API key “${name}” ends on ${expiresAt.slice(0, 10)} (UTC). Create another one and put it in its place.`
  return {
    eventKey: eventKeys.account('key_expiring', id),
    content: accountContent('API key ends soon', body, { key_id: id, key_name: name, expires_at: expiresAt }),
  }
}

/** No warning for a key that was made for less than the time of warning: its owner knows. */
export function isWarnedOf({ createdAt, expiresAt }: KeyFacts): boolean {
  return Date.parse(expiresAt) - Date.parse(createdAt) > KEY_WARNING_DAYS * DAY_MS
}

function planChanged(id: string, from: Plan, to: Plan): AccountTrigger {
  const body = `Your account is on ${planTitle(to)} now; it was on ${planTitle(from)}.`
  return {
    eventKey: eventKeys.account('plan_changed', id),
    content: accountContent('Plan changed', body, { plan: to, previous_plan: from }),
  }
}

function standingChanged(id: string, to: AccountStatus): AccountTrigger {
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

/** By e-mail whatever channels are chosen, at once: the owner may not have done it. */
function securityTrigger(event: SecurityEvent): AccountTrigger {
  const { title, body } = securityNotice(event)
  return {
    eventKey: eventKeys.account(event.kind, event.id),
    content: accountContent(title, body, {}, 'high'),
    channels: ['email'],
  }
}
