import { TOTP } from 'otpauth'

/** The code that an authenticator app shows for a secret. */
export function codeOf(secret: string, at: Date): string {
  return new TOTP({ secret }).generate({ timestamp: at.getTime() })
}
