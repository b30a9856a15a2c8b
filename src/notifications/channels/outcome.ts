/** Maps answers and network failures to the outcomes of the port. */
import type { SendResult } from '../ports/channel.ts'
import { OutOfTime, Stopped } from './deadline.ts'
import type { Answer, Broken } from './exchange.ts'
import { shownHead } from './mask.ts'
import { type Blocked, NoSuchHost } from './user-url-client.ts'

type Failed = Exclude<SendResult, { ok: true }>
type Facts = Omit<Failed, 'ok' | 'httpStatus' | 'responseHead'>

/** A peer's word on how long to wait is believed up to this. */
const LONGEST_WAIT_MS = 3_600_000

export interface Proof {
  readonly answer: Answer
  /** What must not stand in the kept head of the answer. */
  readonly secrets: readonly string[]
}

export function sent({ answer, secrets }: Proof): SendResult {
  return { ok: true, httpStatus: answer.status, responseHead: headOf({ answer, secrets }) }
}

export function refused(proof: Proof, facts: Facts): SendResult {
  return { ok: false, httpStatus: proof.answer.status, responseHead: headOf(proof), ...facts }
}

/** A failure without any answer of the peer. */
export function failed(facts: Facts): SendResult {
  return { ok: false, httpStatus: null, responseHead: null, ...facts }
}

/** What an attempt that was ended by the service itself says. */
export const STOPPED: Facts = { retry: true, code: 'aborted', reason: 'The service stopped while sending.' }

function headOf({ answer, secrets }: Proof): string {
  return shownHead(answer.text, answer.whole, secrets)
}

/**
 * The usual reading of a status: 2xx is success, 3xx is not followed, 410 ends the address, all else may change. How
 * often a 4xx is tried again is the outbox's rule, not the channel's.
 */
export function outcomeOfStatus(proof: Proof, peer: string, now: Date): SendResult {
  const { status } = proof.answer
  if (status >= 200 && status < 300) return sent(proof)
  if (status < 400) {
    const reason = `${peer} answered with a redirect, which is not followed.`
    return refused(proof, { retry: false, code: 'redirect', reason })
  }
  if (status === 410) {
    return refused(proof, { retry: false, code: 'http_410', reason: `${peer} says that it is gone.`, disable: true })
  }
  const facts = { retry: true, code: `http_${status}`, reason: `${peer} answered with HTTP ${status}.` }
  const afterMs = status === 429 || status === 503 ? retryAfterMs(proof.answer, now) : undefined
  return refused(proof, afterMs === undefined ? facts : { ...facts, afterMs })
}

/** The wait of a `Retry-After` header, seconds or a date; undefined where there is none that can be read. */
export function retryAfterMs({ headers }: Answer, now: Date): number | undefined {
  const text = headers['retry-after']?.trim()
  if (!text) return undefined
  const wait = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime()
  if (Number.isNaN(wait)) return undefined
  return Math.ceil(Math.min(Math.max(0, wait), LONGEST_WAIT_MS))
}

export function outcomeOfBlocked({ reason }: Blocked): SendResult {
  return failed({ retry: false, code: 'blocked_address', reason })
}

/** `peer` begins the sentence: "The endpoint", "Slack". */
export function outcomeOfBroken({ cause, status }: Broken, peer: string): SendResult {
  const [code, words] = wordsFor(cause)
  const facts = cause instanceof Stopped ? STOPPED : { retry: true, code, reason: `${peer} ${words}.` }
  return { ok: false, httpStatus: status, responseHead: null, ...facts }
}

const REFUSED: readonly [string, string] = ['connection_refused', 'refused the connection']
const RESET: readonly [string, string] = ['connection_reset', 'closed the connection without a complete answer']
const UNREACHABLE: readonly [string, string] = ['unreachable', 'cannot be reached over the network']
const NO_DNS: readonly [string, string] = ['dns', 'could not be found: no name server answered']
const TIMEOUT: readonly [string, string] = ['timeout', 'did not answer in time']

/** Failures of the network by the code that Node or undici gives them; the words go after the peer's name. */
const WORDS: Readonly<Record<string, readonly [code: string, words: string]>> = {
  ECONNREFUSED: REFUSED,
  ECONNRESET: RESET,
  EPIPE: RESET,
  UND_ERR_SOCKET: RESET,
  UND_ERR_DESTROYED: RESET,
  UND_ERR_CLOSED: RESET,
  ENETUNREACH: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
  EADDRNOTAVAIL: UNREACHABLE,
  ETIMEDOUT: TIMEOUT,
  UND_ERR_CONNECT_TIMEOUT: TIMEOUT,
  ETIMEOUT: NO_DNS,
  ESERVFAIL: NO_DNS,
  EREFUSED: NO_DNS,
  ECANCELLED: NO_DNS,
  EBADRESP: NO_DNS,
  ENOTFOUND: ['dns', 'has a host name without an address'],
  CERT_HAS_EXPIRED: ['tls_expired', 'has a certificate that has expired'],
  CERT_NOT_YET_VALID: ['tls_not_yet_valid', 'has a certificate that is not valid yet'],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['tls_self_signed', 'has a certificate that it signed itself'],
  SELF_SIGNED_CERT_IN_CHAIN: ['tls_untrusted', 'has a certificate of an authority that is not trusted'],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['tls_untrusted', 'has a certificate of an authority that is not trusted'],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ['tls_untrusted', 'has a certificate of an authority that is not trusted'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['tls_name', 'has a certificate for another name'],
  UND_ERR_HEADERS_OVERFLOW: ['bad_answer', 'sent headers that are too long'],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['bad_answer', 'sent less or more than it announced'],
}

function wordsFor(cause: unknown): readonly [code: string, words: string] {
  if (cause instanceof OutOfTime) return TIMEOUT
  if (cause instanceof NoSuchHost) return ['dns', 'has a host name without an address']
  const code = codeOf(cause)
  const known = WORDS[code]
  if (known) return known
  if (/SSL|TLS|^EPROTO$|^CERT_|CERTIFICATE/.test(code)) return ['tls', 'did not agree on an encrypted connection']
  if (cause instanceof Error && cause.name === 'HTTPParserError')
    return ['bad_answer', 'sent something that is not HTTP']
  return ['network', 'could not be reached']
}

/** Several addresses that all failed come as one error; the first one says why. */
function codeOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors.length > 0) return codeOf(cause.errors[0])
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
}
