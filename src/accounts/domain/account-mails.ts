import type { SecurityNotice } from './security-notice.ts'

/**
 * The mails that the service sends about an account, as plain text. Links carry their token behind `#`, so that it
 * appears neither in a server's log nor in a referrer.
 */
export interface AccountMail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface MailLink {
  readonly to: string
  /** `{base_url}`. */
  readonly publicUrl: string
  readonly token: string
}

export const VERIFY_EMAIL_HOURS = 24
export const RESET_PASSWORD_HOURS = 1

export function verificationMail({ to, publicUrl, token }: MailLink): AccountMail {
  return {
    to,
    subject: 'Optionwire: confirm your e-mail address',
    text: lines(
      'Someone, probably you, signed up to Optionwire with this address. Open this link to confirm it:',
      link(publicUrl, 'verify_email', token),
      `The link works once, for ${VERIFY_EMAIL_HOURS} hours. The password chosen at this sign-up becomes the password of the account.`,
      'If it was not you, do nothing.',
    ),
  }
}

/** For a known address: confirming it changes nothing but that mails are sent to it again. */
export function addressCheckMail({ to, publicUrl, token }: MailLink): AccountMail {
  return {
    to,
    subject: 'Optionwire: verify your e-mail address again',
    text: lines(
      'You asked to verify this address again, so that notifications can be sent to it. Open this link:',
      link(publicUrl, 'verify_email', token),
      `The link works once, for ${VERIFY_EMAIL_HOURS} hours.`,
      'If it was not you, do nothing.',
    ),
  }
}

export function passwordResetMail({ to, publicUrl, token }: MailLink): AccountMail {
  return {
    to,
    subject: 'Optionwire: choose a new password',
    text: lines(
      'Someone, probably you, asked for a new password for this address. Open this link to choose one:',
      link(publicUrl, 'password_reset', token),
      `The link works once, for ${RESET_PASSWORD_HOURS} hour. Choosing a password signs you out everywhere.`,
      'If it was not you, do nothing: your password does not change.',
    ),
  }
}

export function knownAddressMail({ to, publicUrl, token }: MailLink): AccountMail {
  return {
    to,
    subject: 'Optionwire: you already have an account',
    text: lines(
      'Someone, probably you, signed up to Optionwire with this address, which already has an account. Nothing was changed.',
      'If you have forgotten the password, open this link to choose a new one:',
      link(publicUrl, 'password_reset', token),
      `The link works once, for ${RESET_PASSWORD_HOURS} hour.`,
    ),
  }
}

export interface NoticeMail {
  readonly to: string
  /** `{base_url}`. */
  readonly publicUrl: string
  readonly notice: SecurityNotice
}

/** About a change that has happened. It contains no token. */
export function securityMail({ to, publicUrl, notice: { title, body } }: NoticeMail): AccountMail {
  return {
    to,
    subject: `Optionwire: ${title}`,
    text: lines(body, `Your sessions: ${page(publicUrl, 'account/security')}`),
  }
}

function link(publicUrl: string, path: string, token: string): string {
  return `${page(publicUrl, path)}#token=${token}`
}

function page(publicUrl: string, path: string): string {
  return `${publicUrl.replace(/\/+$/, '')}/${path}`
}

function lines(...paragraphs: readonly string[]): string {
  return `${paragraphs.join('\n\n')}\n`
}
