import { logMailer } from '../adapters/mailer/log/index.ts'
import { smtpMailer } from '../adapters/mailer/smtp/index.ts'
import type { Mailer } from '../ports/mailer.ts'
import type { Config } from './config.ts'
import type { Log } from './logger.ts'

/** Mail goes to the server that SMTP_URL names; without one the operator reads it in the log. */
export function mailerOf({ mail, secrets }: Config, log: Log): Mailer {
  if (secrets.smtpUrl !== undefined) return smtpMailer({ url: secrets.smtpUrl, from: mail.from })
  return logMailer((text) => log.info({ mail: text }, 'mail, written here since SMTP_URL is not set'))
}
