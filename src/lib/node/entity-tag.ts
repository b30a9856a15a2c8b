import { hash } from 'node:crypto'

const LENGTH = 27

/** What a strong entity tag of these bytes is made of, without its quotes: 160 bits of SHA-256. */
export function contentTag(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'base64url').slice(0, LENGTH)
}
