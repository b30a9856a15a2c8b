import type { Mailer } from '../../ports/mailer.ts'

/** Writes each mail as text to the operator's log, so that accounts work without a mail server. */
export function logMailer(write: (text: string) => void): Mailer {
  return {
    async send({ to, subject, text }) {
      write(`To: ${to}\nSubject: ${subject}\n\n${text}`)
    },
    async pretend() {},
  }
}
