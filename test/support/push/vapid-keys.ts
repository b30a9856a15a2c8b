import { createECDH } from 'node:crypto'

/** A new pair of keys as the settings of a server hold it. */
export function vapidKeys() {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys().toString('base64url')
  // Node drops the zeros with which one key in 256 begins.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
    .subarray(-32)
    .toString('base64url')
  return { publicKey, privateKey, subject: 'mailto:operator@example.com' }
}
