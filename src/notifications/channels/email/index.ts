import { z } from 'zod'
import { once } from '../../../lib/async/once.ts'
import { untilAborted } from '../../../lib/async/until-aborted.ts'
import { text } from '../../../lib/setting-readers.ts'
import type { Outgoing, SendResult } from '../../ports/channel.ts'
import { OutOfTime, withDeadline } from '../deadline.ts'
import { decoded } from '../mask.ts'
import { failed, STOPPED } from '../outcome.ts'
import { parsedJson } from '../parsed-json.ts'
import { channelSender, type OpenChannel } from '../sender.ts'
import { FrozenMail, mailBody } from './email-message.ts'
import { outcomeOfError } from './outcome.ts'

export interface EmailOptions {
  /** `smtp://user:password@host:port` (STARTTLS where the server offers it) or `smtps://…`; nodemailer's options as query. */
  readonly url: string
  /** Sender, `Name <address>` or a bare address. */
  readonly from: string
  readonly timeoutMs?: number | undefined
}

export const email = channelSender({
  settings: {
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp or smtps address' }).optional(),
    MAIL_FROM: text.default('Optionwire <optionwire@localhost>'),
  },
  together: [],
  secrets: [],
  make: ({ SMTP_URL: url, MAIL_FROM: from }) => (url === undefined ? undefined : emailChannel({ url, from })),
})

const TIMEOUT_MS = 30_000
const CONNECTIONS = 5
const IDLE_MS = 20_000
/** Anything else may start a second header or a second address. */
const ADDRESS = /^[^\s<>,;:"()[\]\\]{1,64}@[^\s<>,;:"()[\]\\@]{1,255}$/u
const LINE_BREAK = /[\r\n]/

/** Mails over kept SMTP connections. https://nodemailer.com/smtp/pooled */
export function emailChannel({ url, from, timeoutMs = TIMEOUT_MS }: EmailOptions): OpenChannel {
  const connect = once(() => openPool(url, timeoutMs))
  const domain = /@([a-z0-9.-]+)>?\s*$/i.exec(from)?.[1] ?? 'localhost'
  const secrets = secretsOf(url)
  let opened = false
  return {
    name: 'email',
    timeoutMs,
    freeze: mailBody,
    async send(outgoing, signal) {
      const mail = mailOf(outgoing, from, domain)
      if ('refused' in mail) return failed(mail.refused)
      opened = true
      return withDeadline(timeoutMs, signal, async (deadline) => {
        try {
          const pool = await connect()
          // The pool closes most connections itself; the race covers those that it does not close.
          const { response } = await untilAborted(pool.sendMail({ ...mail, signal: deadline }), deadline)
          return { ok: true, httpStatus: statusOf(response), responseHead: response }
        } catch (error) {
          return deadline.aborted ? outcomeOfEnd(deadline.reason) : outcomeOfError(error, secrets)
        }
      })
    },
    async close() {
      if (opened) (await connect()).close()
    },
  }
}

async function openPool(url: string, timeoutMs: number) {
  // Loading it takes a tenth of a second, which a start does not need.
  const { createTransport } = await import('nodemailer')
  return createTransport({
    pool: true,
    url,
    maxConnections: CONNECTIONS,
    idleTimeout: IDLE_MS,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** The mail's parts, or why it must not be sent. Nothing in it changes from one attempt to the next. */
function mailOf({ deliveryId, endpoint, body }: Outgoing, from: string, domain: string) {
  const mail = FrozenMail.safeParse(parsedJson(body))
  if (!mail.success) return refusal('bad_body', 'The stored message cannot be read.')
  if (!ADDRESS.test(endpoint.address)) {
    return refusal('bad_address', 'This is not an e-mail address that can be written to.')
  }
  const { subject, text, html, date, unsubscribeUrl } = mail.data
  if (LINE_BREAK.test(`${subject}${unsubscribeUrl}${deliveryId}`)) {
    return refusal('bad_header', 'The message has a line break where none may be.')
  }
  return {
    from,
    // As an object the address is taken as one address, whatever characters it holds.
    to: { name: '', address: endpoint.address },
    subject,
    text,
    html,
    date: new Date(date),
    messageId: `<${deliveryId}@${domain}>`,
    // Without it the marks between the parts are drawn anew for every attempt.
    baseBoundary: deliveryId,
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribeUrl) },
  }
}

function refusal(code: string, reason: string) {
  return { refused: { retry: false, code, reason } }
}

/** One click ends such mails (RFC 8058), where the link is one that mail programs may post to. */
function unsubscribeHeaders(url: string | null): Readonly<Record<string, string>> {
  if (url === null || /[<>\s]/.test(url)) return {}
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

function outcomeOfEnd(reason: unknown): SendResult {
  if (!(reason instanceof OutOfTime)) return failed(STOPPED)
  return failed({ retry: true, code: 'timeout', reason: 'The mail server did not answer in time.' })
}

function secretsOf(url: string): string[] {
  const { username = '', password = '' } = URL.parse(url) ?? {}
  return [username, password, decoded(username), decoded(password)]
}

function statusOf(response: string): number | null {
  const status = Number(/^\d{3}/.exec(response)?.[0])
  return Number.isInteger(status) ? status : null
}
