import { logMailer } from '../../accounts/mailers/log/index.ts'
import type { Mailer } from '../../accounts/ports/mailer.ts'
import { AppError } from '../../lib/errors.ts'
import type { Log } from '../logger.ts'
import type { Config } from '../settings/config.ts'
import { mailThread } from './mail-thread.ts'

export type OwnedMailer = Mailer & Partial<AsyncDisposable>

/**
 * Sends mail through SMTP_URL. Without it, mail is written to the log for the operator if MAIL_TO_LOG allows that;
 * otherwise every mail fails, because its link is a secret.
 */
export function mailerOf({ accounts, channels }: Pick<Config, 'accounts' | 'channels'>, log: Log): OwnedMailer {
  const { SMTP_URL: url, MAIL_FROM: from } = channels
  if (url !== undefined) return mailThread({ url, from })
  if (accounts.mailToLog) {
    return logMailer((text) => log.info({ mail: text }, 'mail, logged because MAIL_TO_LOG is true'))
  }
  return NO_MAILER
}

const NO_MAILER: Mailer = {
  async send() {
    throw new AppError(
      'unavailable',
      'The mail was not sent, because SMTP_URL is not set. Set it, or MAIL_TO_LOG=true to write mails to the log.',
    )
  },
  async pretend() {},
}
