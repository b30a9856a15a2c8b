import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

const PREFIX = 'whsec_'
const BASE64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/**
 * The headers of Standard Webhooks 1.0: one signature for each secret, newest first, so that a receiver may change its
 * secret at any moment of a rotation. Throws on a secret that is not base64.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signatureHeaders(
  deliveryId: string,
  body: string,
  secrets: readonly string[],
  at: Date,
): Readonly<Record<string, string>> {
  const id = webhookId(deliveryId)
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signed = `${id}.${timestamp}.${body}`
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', keyOf(secret)).update(signed).digest('base64')}`,
  )
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

function keyOf(secret: string): KeyObject {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret
  if (!BASE64.test(text)) throw new Error('the signing secret is not base64')
  return createSecretKey(text, 'base64')
}

/** Constant over attempts and redeliveries: a receiver recognises repeats by it. */
function webhookId(deliveryId: string): string {
  return `msg_${deliveryId}`
}
