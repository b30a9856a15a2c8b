import { createHmac, timingSafeEqual } from 'node:crypto'

/** HMAC-SHA-256 of a text for one purpose, base64url. */
export type KeyedDigest = (purpose: string, text: string) => string

/**
 * Digests that need `secret` to compute. A stolen copy of the store alone does not allow to check, guess or replay a
 * digested value, and a new secret invalidates all digests.
 */
export function keyedDigest(secret: string): KeyedDigest {
  return (purpose, text) => createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url')
}

/** Whether two digests are the same, in a time that does not depend on their content. */
export function isSameDigest(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))
}

/** 256 random bits as 43 characters of base64url: the secret of a session or of a link in a mail. */
export function newSecret(randomBytes: (size: number) => Uint8Array): string {
  return Buffer.from(randomBytes(32)).toString('base64url')
}
