import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_BYTES = 32
/** 43 characters of base 62 hold 256 bits; 6 hold the 32 bits of a CRC. */
const SECRET_LENGTH = 43
const CHECKSUM_LENGTH = 6
const MARK = 'ow_'
const PREFIX_LENGTH = MARK.length + 6
const BODY = /^[0-9A-Za-z]{49}$/

/** How the tokens of connected apps begin: a code, an access token, a refresh token. */
export const APP_MARKS = { code: 'owz_', access: 'owa_', refresh: 'owr_' } as const

type Mark = typeof MARK | (typeof APP_MARKS)[keyof typeof APP_MARKS]

/**
 * A new token: a mark, `ow_` for an API token, 256 random bits as 43 characters of base 62 (digits, upper case, lower
 * case; most significant first), then the CRC-32 (IEEE) of those 43 characters as 6 of base 62. The mark and the
 * checksum let secret scanners recognize leaked tokens without calling the service.
 */
export function newApiToken(randomBytes: (size: number) => Uint8Array, mark: Mark = MARK): string {
  const number = BigInt(`0x${Buffer.from(randomBytes(SECRET_BYTES)).toString('hex')}`)
  const secret = base62(number, SECRET_LENGTH)
  return mark + secret + checksum(secret)
}

/** Whether the text has the form and the checksum of a token with this mark. */
export function isApiToken(text: string, mark: Mark = MARK): boolean {
  const body = text.slice(mark.length)
  if (!text.startsWith(mark) || !BODY.test(body)) return false
  return checksum(body.slice(0, SECRET_LENGTH)) === body.slice(SECRET_LENGTH)
}

/** Ids that equal contents lead to: `length` characters of base 62, at most 43, of the SHA-256 of the text. */
export function base62Digest(text: string, length: number): string {
  return base62(BigInt(`0x${hash('sha256', text)}`), SECRET_LENGTH).slice(0, length)
}

/** SHA-256 of a token in hexadecimal, the only part that is stored. */
export function apiTokenSha256(token: string): string {
  return hash('sha256', token)
}

/** The start of a token, which its owner sees later; 220 of its 256 bits stay unknown. */
export function apiTokenPrefix(token: string): string {
  return token.slice(0, PREFIX_LENGTH)
}

function checksum(secret: string): string {
  return base62(BigInt(crc32(secret)), CHECKSUM_LENGTH)
}

function base62(number: bigint, length: number): string {
  let rest = number
  let text = ''
  while (text.length < length) {
    text = ALPHABET.charAt(Number(rest % 62n)) + text
    rest /= 62n
  }
  return text
}
