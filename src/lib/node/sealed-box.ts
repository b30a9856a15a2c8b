import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync } from 'node:crypto'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const MARK = 'v1.'

/**
 * Encrypts texts that must be readable later, such as addresses that contain a secret, against theft of the store:
 * AES-256-GCM under a key derived from a secret that is not in the store.
 */
export interface SealedBox {
  /** A different text each time. */
  seal(text: string): string
  /** Throws when the text was sealed under another secret or modified. */
  open(sealed: string): string
  /** Equal for equal texts, to look up a sealed text. */
  digest(text: string): string
}

/** Null when the text was sealed under another secret or modified. */
export function tryOpen(box: SealedBox, sealed: string): string | null {
  try {
    return box.open(sealed)
  } catch {
    return null
  }
}

export function sealedBox(secret: string, purpose: string, randomBytes: (size: number) => Uint8Array): SealedBox {
  // Node converts a key of bytes to a key object at each use, which takes ten times as long as the encryption.
  const derived = (info: string) => createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', info, KEY_BYTES)))
  const key = derived(`seal ${purpose}`)
  const digestKey = derived(`digest ${purpose}`)
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return MARK + Buffer.concat(parts).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed.slice(MARK.length), 'base64url')
      if (!sealed.startsWith(MARK) || bytes.length < NONCE_BYTES + TAG_BYTES)
        throw new Error('this is not a sealed text')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
      return text.toString('utf8')
    },
    digest: (text) => createHmac('sha256', digestKey).update(text).digest('base64url'),
  }
}
