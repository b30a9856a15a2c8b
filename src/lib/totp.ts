/**
 * One-time codes of authenticator apps (RFC 6238): six digits from SHA-1, new every 30 seconds, which every app supports.
 * The library is loaded at the first use.
 */
const DIGITS = 6
const PERIOD_S = 30
const SECRET_BYTES = 20
/** A code of the step before or after is accepted too, because the clock of a phone may be off by half a minute. */
const WINDOW_STEPS = 1

/** A new secret, in base32 as people type it into an app. */
export async function newTotpSecret(randomBytes: (size: number) => Uint8Array): Promise<string> {
  const { Secret } = await import('otpauth')
  return new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer }).base32
}

/** The URI that a QR code contains: `otpauth://totp/…`. */
export async function totpUri(secret: string, { issuer, label }: { issuer: string; label: string }): Promise<string> {
  const { TOTP } = await import('otpauth')
  return new TOTP({ issuer, label, secret, digits: DIGITS, period: PERIOD_S }).toString()
}

/**
 * The number of the 30-second step that a code belongs to; null if it is wrong. A step that was used before must be
 * refused by the caller.
 */
export async function totpStep(secret: string, code: string, atMs: number): Promise<number | null> {
  const { TOTP } = await import('otpauth')
  const totp = new TOTP({ secret, digits: DIGITS, period: PERIOD_S })
  const delta = totp.validate({ token: code, timestamp: atMs, window: WINDOW_STEPS })
  return delta === null ? null : totp.counter({ timestamp: atMs }) + delta
}
