import type { SendResult } from '../../ports/channel.ts'
import { shownHead } from '../mask.ts'

type Facts = Omit<Exclude<SendResult, { ok: true }>, 'ok' | 'httpStatus' | 'responseHead'>

const PEER = 'The mail server'
const SIGN_IN: Facts = {
  retry: true,
  operator: true,
  code: 'smtp_sign_in',
  reason: 'The mail server does not accept the settings of this server. It is not your fault.',
}
const UNENCRYPTED: Facts = {
  ...SIGN_IN,
  code: 'tls',
  reason: `${PEER} did not agree on an encrypted connection. It is not your fault.`,
}
const UNREACHABLE: Facts = { retry: true, code: 'smtp_unreachable', reason: `${PEER} could not be reached.` }

/** By the code that nodemailer gives a failure without an answer of the server. */
const WITHOUT_ANSWER: Readonly<Record<string, Facts>> = {
  ETIMEDOUT: { retry: true, code: 'timeout', reason: `${PEER} did not answer in time.` },
  ECONNECTION: UNREACHABLE,
  ESOCKET: UNREACHABLE,
  EDNS: UNREACHABLE,
  EPROTOCOL: { retry: true, code: 'smtp_protocol', reason: `${PEER} sent something that is not SMTP.` },
  ETLS: UNENCRYPTED,
  EAUTH: SIGN_IN,
  ENOAUTH: SIGN_IN,
  ECONFIG: SIGN_IN,
  EENVELOPE: { retry: false, code: 'bad_address', reason: 'This e-mail address cannot be written to.' },
}

interface SmtpError {
  readonly code: string
  /** 0 where the server did not answer. */
  readonly status: number
  readonly response: string
  /** The step that failed: `CONN`, `AUTH PLAIN`, `MAIL FROM`, `RCPT TO`, `DATA`. */
  readonly command: string
}

/** RFC 5321 section 4.2.3, and what it means for the mail at that step. */
export function outcomeOfError(error: unknown, secrets: readonly string[]): SendResult {
  const read = readError(error)
  const facts = read.status === 0 ? (WITHOUT_ANSWER[read.code] ?? UNREACHABLE) : factsOf(read)
  return {
    ok: false,
    httpStatus: read.status || null,
    responseHead: read.response === '' ? null : shownHead(read.response, true, secrets),
    ...facts,
  }
}

function factsOf({ status, command, code }: SmtpError): Facts {
  if (code === 'EAUTH' || command.startsWith('AUTH') || status === 530 || status === 535) {
    // A server that is too busy to check the credentials says so with a 4xx.
    return status < 500 ? busy(status) : SIGN_IN
  }
  if (status < 500) return busy(status)
  if (command === 'RCPT TO' && [550, 551, 553].includes(status)) {
    const reason = `${PEER} rejected the address (SMTP ${status}).`
    return { retry: false, unknownRecipient: true, code: 'refused_recipient', reason }
  }
  return { retry: false, code: `smtp_${status}`, reason: `${PEER} refused the mail (SMTP ${status}).` }
}

function busy(status: number): Facts {
  return { retry: true, code: `smtp_${status}`, reason: `${PEER} takes no mail for now (SMTP ${status}).` }
}

/** The library gives every failure of a socket one code, and only its text identifies an untrusted certificate. */
const OF_ENCRYPTION = /certificate|\bSSL\b|\bTLS\b|altnames/i

function readError(error: unknown): SmtpError {
  const fields: Readonly<Record<string, unknown>> = error instanceof Error ? { ...error } : {}
  const { code, responseCode, response, command } = fields
  const isOfEncryption = code === 'ESOCKET' && error instanceof Error && OF_ENCRYPTION.test(error.message)
  return {
    code: isOfEncryption ? 'ETLS' : typeof code === 'string' ? code : '',
    status: typeof responseCode === 'number' ? responseCode : 0,
    response: typeof response === 'string' ? response : '',
    command: typeof command === 'string' ? command : '',
  }
}
