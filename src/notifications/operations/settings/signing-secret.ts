/** Signing secrets in the form of Standard Webhooks: `whsec_` and 32 random bytes as base64. */

import { type SealedBox, tryOpen } from '../../../lib/node/sealed-box.ts'
import { DAY_MS } from '../../../lib/time/duration.ts'
import type { Endpoint } from '../../store/endpoints.ts'

/** Both secrets sign for so long after a rotation, so that a receiver can change over. */
export const OVERLAP_MS = DAY_MS
const SECRET_BYTES = 32

export function newSigningSecret(randomBytes: (size: number) => Uint8Array): string {
  return `whsec_${btoa(String.fromCharCode(...randomBytes(SECRET_BYTES)))}`
}

export interface ShownSecret {
  readonly signing_secret: string
  /** Until when the secret before this one signs too. */
  readonly previous_valid_until: string | null
}

/** Null where there is none, or it was sealed under another SESSION_SECRET. */
export function shownSecret(box: SealedBox, endpoint: Endpoint, now: Date): ShownSecret | null {
  const secret = endpoint.secretSealed === null ? null : tryOpen(box, endpoint.secretSealed)
  if (secret === null) return null
  const until = endpoint.olderSecretUntil
  return {
    signing_secret: secret,
    previous_valid_until: until !== null && until > now.toISOString() ? until : null,
  }
}

export function rotated(box: SealedBox, endpoint: Endpoint, secret: string, now: Date): Endpoint {
  return {
    ...endpoint,
    secretSealed: box.seal(secret),
    olderSecretSealed: endpoint.secretSealed,
    olderSecretUntil: endpoint.secretSealed === null ? null : new Date(now.getTime() + OVERLAP_MS).toISOString(),
  }
}
