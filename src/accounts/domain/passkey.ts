import type { PublicPasskey } from '../contract/passkey.ts'

/** A challenge must be answered within this time. */
export const CHALLENGE_MS = 5 * 60_000
/** A limit that no account should need, so that the number of passkeys is bounded. */
export const MAX_PASSKEYS = 20

/** A credential of WebAuthn. Instants are ISO 8601 UTC. */
export interface Passkey {
  readonly id: string
  readonly accountId: string
  /** Base64url, chosen by the device. */
  readonly credentialId: string
  /** COSE key, base64url. */
  readonly publicKey: string
  /** Uses as the device counts them; always 0 for a device that does not count. */
  readonly counter: number
  readonly transports: readonly string[]
  readonly name: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

/** What passkeys are made for: the host of the public URL. Browsers refuse them at any other origin. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/** Null where browsers have no passkeys: at an IP address, and without TLS at any host but localhost. */
export function relyingParty(publicUrl: string): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isAddress = /^[\d.]+$/.test(hostname) || hostname.startsWith('[')
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  return isAddress || !isSecure ? null : { id: hostname, origin }
}

export function publicPasskey({ id, name, createdAt, lastUsedAt }: Passkey): PublicPasskey {
  return { id, name, created_at: createdAt, last_used_at: lastUsedAt }
}
