import { hash } from 'node:crypto'

const LENGTH = 27

/** Content of a strong entity tag for these bytes, without quotes: 160 bits of SHA-256. */
export function contentTag(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'base64url').slice(0, LENGTH)
}
