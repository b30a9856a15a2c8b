import { AppError } from '../../../lib/errors.ts'
import type { Mailer } from '../../ports/mailer.ts'

export interface SmtpOptions {
  /** `smtp://user:password@host:port` (STARTTLS where the server offers it) or `smtps://…`; nodemailer's options as query. */
  readonly url: string
  /** Sender, `Name <address>` or a bare address. */
  readonly from: string
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 10_000

/** Hands mails to an SMTP server, one connection each. https://nodemailer.com/smtp/ */
export function smtpMailer({ url, from, timeoutMs = TIMEOUT_MS }: SmtpOptions): Pick<Mailer, 'send'> {
  let transport: Promise<Transport> | undefined
  return {
    async send({ to, subject, text }) {
      try {
        transport ??= connect(url, timeoutMs)
        // Passed as an object, the address is one address, whatever characters it contains.
        const sent = await (await transport).sendMail({ from, to: { name: '', address: to }, subject, text })
        if (sent.accepted.length === 0) throw new Error('the server accepted no recipient')
      } catch (error) {
        throw new AppError('unavailable', 'The mail server did not accept the mail.', { cause: error })
      }
    },
  }
}

type Transport = Awaited<ReturnType<typeof connect>>

export async function connect(url: string, timeoutMs: number) {
  // Loading the module takes a tenth of a second, so the start does not wait for it.
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
