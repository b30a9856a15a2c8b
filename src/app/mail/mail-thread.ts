import { Worker } from 'node:worker_threads'
import type { SmtpOptions } from '../../accounts/mailers/smtp/index.ts'
import type { Mailer } from '../../accounts/ports/mailer.ts'
import { AppError } from '../../lib/errors.ts'
import { threadLimits } from '../../lib/node/thread-limits.ts'
import type { MailResult, MailTask } from './mail-messages.ts'

interface PendingMail {
  readonly done: () => void
  readonly failed: (error: AppError) => void
}

/** A mail makes few objects. */
const YOUNG_MB = 6

const ENTRY = new URL('./mail-worker.ts', import.meta.url)

/**
 * Mails through an SMTP server from a separate thread: a conversation with a mail server would delay the next request,
 * and its length would show who has an account. The first mail starts the thread, and the next one restarts it after a
 * crash. It keeps no process alive.
 */
export function mailThread(options: SmtpOptions): Mailer & AsyncDisposable {
  const pending = new Map<number, PendingMail>()
  let thread: Worker | undefined
  let lastId = 0

  function start(): Worker {
    const worker = new Worker(ENTRY, { workerData: options, resourceLimits: threadLimits({ youngMb: YOUNG_MB }) })
    let crash: unknown
    worker.on('message', take)
    worker.on('error', (error) => {
      crash = error
    })
    worker.on('exit', () => {
      if (thread === worker) thread = undefined
      const error = new AppError('unavailable', 'The mail was not sent, because its thread ended.', { cause: crash })
      for (const { failed } of pending.values()) failed(error)
      pending.clear()
    })
    return worker
  }

  function take({ id, failure }: MailResult): void {
    const mail = pending.get(id)
    pending.delete(id)
    if (pending.size === 0) thread?.unref()
    if (failure) mail?.failed(new AppError('unavailable', failure.message, { cause: failure.cause }))
    else mail?.done()
  }

  function run(task: Omit<MailTask, 'id'>): Promise<void> {
    thread ??= start()
    thread.ref()
    const id = ++lastId
    thread.postMessage({ ...task, id } satisfies MailTask)
    return new Promise((done, failed) => void pending.set(id, { done, failed }))
  }

  return {
    send: (mail) => run({ kind: 'send', mail }),
    pretend: (mail) => run({ kind: 'pretend', mail }),
    async [Symbol.asyncDispose]() {
      await thread?.terminate()
    },
  }
}
