/** Sends mails outside the thread that answers requests. Entry point of a worker thread. */
import { parentPort, workerData } from 'node:worker_threads'
import { smtpMailer } from '../../accounts/mailers/smtp/index.ts'
import { asError } from '../../lib/errors.ts'
import type { MailResult, MailTask } from './mail-messages.ts'

const port = parentPort
if (!port) throw new Error('This file is the entry of a worker thread.')

const mailer = smtpMailer(workerData)

port.on('message', async ({ id, kind, mail }: MailTask) => {
  const failure = kind === 'send' ? await sent(mail) : null
  port.postMessage({ id, failure } satisfies MailResult)
})

async function sent(mail: MailTask['mail']): Promise<MailResult['failure']> {
  try {
    await mailer.send(mail)
    return null
  } catch (error) {
    const { message, cause } = asError(error)
    return { message, cause }
  }
}
