import type { Config } from './config.ts'

/** Warnings at the start about the public address, mail and accounts. */
export function accountWarnings(config: Pick<Config, 'accounts' | 'channels' | 'publicUrl'>): string[] {
  return [...addressWarnings(config), ...mailWarnings(config)]
}

/** The pages and the metadata for apps are at the root of a host. */
function addressWarnings({ publicUrl }: Pick<Config, 'publicUrl'>): string[] {
  if (publicUrl === undefined || new URL(publicUrl).pathname === '/') return []
  return [
    'PUBLIC_URL has a path: pages do not work below it, and apps cannot connect by address. Give the service a host of its own.',
  ]
}

function mailWarnings({ accounts, channels }: Pick<Config, 'accounts' | 'channels'>): string[] {
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
