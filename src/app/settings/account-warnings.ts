import type { Config } from './config.ts'

/** Warnings at the start about mail and accounts. */
export function accountWarnings({ accounts, channels }: Pick<Config, 'accounts' | 'channels'>): string[] {
  if (channels.SMTP_URL !== undefined) return []
  if (accounts.mailToLog) {
    return [
      'MAIL_TO_LOG is true: whoever reads the log can open the links in it, confirm addresses and take over accounts. Set SMTP_URL in production.',
    ]
  }
  return [
    'SMTP_URL is not set: no mail is sent, so nobody can confirm an address or reset a password. Set SMTP_URL, or MAIL_TO_LOG=true to write mails to the log.',
  ]
}
