import { createECDH } from 'node:crypto'

/** The key pair by which push services know this server, base64url (RFC 8292). */
export interface Vapid {
  readonly publicKey: string
  readonly privateKey: string
  /** `mailto:` or `https:` address of whoever runs this server. */
  readonly subject: string
}

export const VAPID_SUBJECT = /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/
export const VAPID_PRIVATE_KEY = /^[\w-]{43}$/

/**
 * The settings themselves; throws an error that names what is wrong and repeats nothing. At the start, since later a
 * wrong key would look like a wrong browser.
 */
export function checkedVapid(vapid: Vapid): Vapid {
  const { publicKey, privateKey, subject } = vapid
  if (!VAPID_SUBJECT.test(subject)) throw new Error('VAPID_SUBJECT must be a mailto: or https: address')
  if (!VAPID_PRIVATE_KEY.test(privateKey)) throw new Error('VAPID_PRIVATE_KEY must be 32 bytes as base64url')
  if (publicOf(privateKey) !== publicKey)
    throw new Error('VAPID_PUBLIC_KEY must be the public half of VAPID_PRIVATE_KEY')
  return vapid
}

function publicOf(privateKey: string): string | null {
  try {
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(privateKey, 'base64url')
    return pair.getPublicKey('base64url')
  } catch {
    // Zero, or beyond the order of the curve; the error of the library may quote it.
    return null
  }
}
