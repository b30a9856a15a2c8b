/** Sends one request to the public address, as an app would. */
import { firstBytes, parsed, reasonOf } from '../read-answer.ts'

export interface Request {
  readonly method: 'GET' | 'POST' | 'HEAD' | 'OPTIONS'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Null where the body is not JSON. */
  readonly json: unknown
}

export interface Unreached {
  readonly reason: string
  readonly isCertificate: boolean
}

const MAX_BYTES = 200_000
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS|HOSTNAME_MISMATCH|EPROTO|ERR_SSL/

/** Follows no redirect: apps follow none after a POST. */
export async function send(request: Request, timeoutMs: number): Promise<Answer | Unreached> {
  const { method, url, headers, body } = request
  try {
    const response = await fetch(url, {
      method,
      headers: { 'user-agent': 'optionwire-doctor', accept: 'application/json, text/event-stream', ...headers },
      ...(body !== undefined && { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await firstBytes(response, MAX_BYTES)
    return { status: response.status, headers: response.headers, text, json: parsed(text) }
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') {
      return { reason: `no answer in ${timeoutMs / 1_000} seconds`, isCertificate: false }
    }
    return { reason: reasonOf(error), isCertificate: CERTIFICATE.test(codeOf(error)) }
  }
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}
