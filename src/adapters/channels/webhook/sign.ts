import { Webhook } from 'standardwebhooks'

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
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  }
}

/** Constant over attempts and redeliveries: a receiver tells repeats by it. */
function webhookId(deliveryId: string): string {
  return `msg_${deliveryId}`
}
