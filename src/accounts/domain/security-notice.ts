import type { AccountEvent, FactorChange, SignInFacts } from './account-event.ts'

const SECURITY_EVENTS = ['password_changed', 'signed_in', 'factor_changed', 'operator_changed'] as const
type SecurityEventKind = (typeof SECURITY_EVENTS)[number]

/** A change of who can sign in to an account. */
export type SecurityEvent = Extract<AccountEvent, { readonly kind: SecurityEventKind }>

/** A message to the owner about such a change. */
export interface SecurityNotice {
  readonly title: string
  /** Sentences for a mail and for a notification. */
  readonly body: string
}

export function isSecurityEvent(event: AccountEvent): event is SecurityEvent {
  return SECURITY_EVENTS.some((kind) => kind === event.kind)
}

export function securityNotice(event: SecurityEvent): SecurityNotice {
  switch (event.kind) {
    case 'password_changed':
      return {
        title: 'Password changed',
        body: 'The password of your account was changed, and its other sign-in sessions have ended. If this was not you, choose a new one by “Forgot password”.',
      }
    case 'signed_in':
      return { title: 'New sign-in', body: signInBody(event) }
    case 'factor_changed':
      return FACTOR_NOTICES[event.change]
    case 'operator_changed':
      return event.isOperator ? OPERATOR_NOW : OPERATOR_NO_MORE
  }
}

const NOT_YOU = 'If this was not you, change your password and make new recovery codes.'

const FACTOR_NOTICES: Readonly<Record<FactorChange, SecurityNotice>> = {
  totp_added: {
    title: 'Authenticator app added',
    body: `The sign-in to your account now needs a code of an authenticator app besides the password. ${NOT_YOU}`,
  },
  totp_removed: {
    title: 'Authenticator app removed',
    body: 'The sign-in to your account no longer needs a code of an authenticator app. If this was not you, change your password and set up an app again.',
  },
  passkey_added: {
    title: 'Passkey added',
    body: 'A passkey was added to your account. It signs in without the password. If this was not you, remove it and change your password.',
  },
  passkey_removed: {
    title: 'Passkey removed',
    body: `A passkey was removed from your account. ${NOT_YOU}`,
  },
  recovery_code_used: {
    title: 'Recovery code used',
    body: `A recovery code was used to sign in to your account. It does not work again. ${NOT_YOU}`,
  },
  recovery_codes_renewed: {
    title: 'New recovery codes',
    body: `New recovery codes were made for your account; the earlier ones no longer work. ${NOT_YOU}`,
  },
  removed_by_operator: {
    title: 'Second factors removed',
    body: 'The operator of this service removed the second factors of your account and ended its sessions. The password is enough to sign in. If you did not ask for this, contact the operator.',
  },
}

const OPERATOR_NOW: SecurityNotice = {
  title: 'You are an operator now',
  body: 'Your account was made an operator of this service: it can see and change every account. Set up an authenticator app if you have none. If you did not ask for this, contact the operator who did it.',
}

const OPERATOR_NO_MORE: SecurityNotice = {
  title: 'You are no longer an operator',
  body: 'Your account is no longer an operator of this service. Nothing else of it was changed.',
}

function signInBody({ browser, address, at }: SignInFacts): string {
  const place = `${browser ?? 'an unknown browser'} at ${address ?? 'an unknown address'}`
  const time = `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`
  return `Your account was signed in to from a new place: ${place}, ${time}. If this was not you, change your password, which ends the other sessions.`
}
