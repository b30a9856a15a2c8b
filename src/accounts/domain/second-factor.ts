/** What proves a sign-in besides the password. */
export const FACTOR_METHODS = ['totp', 'passkey', 'recovery_code'] as const
export type FactorMethod = (typeof FACTOR_METHODS)[number]

/** The second step must follow the password within this time. */
export const SIGN_IN_STEP_MS = 5 * 60_000
/** The secret of an authenticator app must be confirmed with a code within this time. */
export const TOTP_SETUP_MS = 15 * 60_000
export const RECOVERY_CODES = 10

/** An authenticator app of an account. Instants are ISO 8601 UTC. */
export interface TotpFactor {
  readonly secretSealed: string
  readonly createdAt: string
  /** Null until the first code; until then it is no factor. */
  readonly confirmedAt: string | null
  /** The 30-second step of the last accepted code; no code of it or before it is accepted again. */
  readonly lastStep: number
}

/** Letters and digits that are not mistaken for each other. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const CODE_LENGTH = 10

/** Recovery codes of 50 random bits each: `3kq8t-x0vnm`. */
export function newRecoveryCodes(randomBytes: (size: number) => Uint8Array): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    // Five bits of each byte: the alphabet has 32 characters.
    const text = [...randomBytes(CODE_LENGTH)].map((byte) => ALPHABET.charAt(byte & 31)).join('')
    return `${text.slice(0, CODE_LENGTH / 2)}-${text.slice(CODE_LENGTH / 2)}`
  })
}

/** A code as a person types it. `unreadable` is neither six digits nor a recovery code. */
export type TypedCode =
  | { readonly method: 'totp'; readonly code: string }
  | { readonly method: 'recovery_code'; readonly code: string }
  | { readonly method: 'unreadable' }

/** Spaces, hyphens and case do not matter, and O, I and L count as the digits that they look like. */
export function typedCode(text: string): TypedCode {
  const plain = text.toLowerCase().replace(/[\s-]/g, '')
  if (/^\d{6}$/.test(plain)) return { method: 'totp', code: plain }
  const code = plain.replaceAll('o', '0').replace(/[il]/g, '1')
  const isCode = code.length === CODE_LENGTH && [...code].every((character) => ALPHABET.includes(character))
  return isCode ? { method: 'recovery_code', code } : { method: 'unreadable' }
}
