import { createHmac } from 'node:crypto'

/** HMAC-SHA-256 of a text for one purpose, base64url. */
export type KeyedDigest = (purpose: string, text: string) => string

/**
 * Digests that only the holder of `secret` can make. What is stored in this form cannot be checked, guessed or replayed
 * with a stolen copy of the store alone, and a new secret invalidates all of it.
 */
export function keyedDigest(secret: string): KeyedDigest {
  return (purpose, text) => createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url')
}

/** 256 random bits as 43 characters of base64url: the secret of a session or of a link in a mail. */
export function newSecret(randomBytes: (size: number) => Uint8Array): string {
  return Buffer.from(randomBytes(32)).toString('base64url')
}
