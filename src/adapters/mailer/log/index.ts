import type { Mailer } from '../../../ports/mailer.ts'

/** Writes each mail as text where the operator reads it, so that accounts work before there is a mail server. */
export function logMailer(write: (text: string) => void): Mailer {
  return {
    async send({ to, subject, text }) {
      write(`To: ${to}\nSubject: ${subject}\n\n${text}`)
    },
  }
}
