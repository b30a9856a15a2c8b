import type { NotificationMessage, TradeIdeaMessage } from './generated/types.gen.js'

/** What a webhook of this service carries; a trade idea has `source: 'trade_idea'`, a notification has none. */
export type WebhookMessage = NotificationMessage | TradeIdeaMessage

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export interface WebhookRequest {
  /** Exactly the bytes, or the text, that arrived: JSON that was parsed and written again has another signature. */
  readonly body: string | Uint8Array
  readonly headers: WebhookHeaders
  /** `whsec_…`, or several while they are rotated. */
  readonly secret: string | readonly string[]
  /** Greatest difference of the clocks in seconds. */
  readonly toleranceS?: number
  /** Unix milliseconds; the present by default. */
  readonly now?: number
}

const PREFIX = 'whsec_'

/**
 * The message of a webhook. Rejects unless it is genuine and recent. A message with a `webhook-id` that was processed
 * before is a repetition: answer it with 2xx and do nothing. https://www.standardwebhooks.com
 */
export async function verifyWebhook(request: WebhookRequest): Promise<WebhookMessage> {
  const { body, headers, secret, toleranceS = 300, now = Date.now() } = request
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  )
  if (!id || !signatures || !/^\d{1,12}$/.test(timestamp ?? '')) {
    throw new Error('The headers webhook-id, webhook-timestamp and webhook-signature are required.')
  }
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= toleranceS)) {
    throw new Error('The message is too old or too new: check the clock of this machine.')
  }
  const content = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), content)
  const given = signatures.split(' ').flatMap((text) => (text.startsWith('v1,') ? (bytesOf(text.slice(3)) ?? []) : []))
  for (const one of [secret].flat()) {
    const key = await keyOf(one)
    for (const signature of given) {
      // Compares in constant time.
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) {
        return JSON.parse(new TextDecoder().decode(content)) as WebhookMessage
      }
    }
  }
  throw new Error('No signature matches: the secret is another one, or the body was changed.')
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof value === 'string' ? value : value?.join(' ')
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret)
  if (bytes === undefined || bytes.length === 0) throw new Error('The webhook secret is not base64.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}
