import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** What a page and its browser pass to a device. */
export interface Ceremony {
  readonly challenge: string
  readonly rpId: string
  readonly origin: string
}

/** Ways to deviate from an honest device. */
export interface Deviation {
  readonly userVerified?: boolean
  readonly counter?: number
  readonly userHandle?: string
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const ATTESTED = 0x40

/** An authenticator of WebAuthn in memory, with one ES256 key and no attestation. */
export class SoftAuthenticator {
  readonly credentialId = randomBytes(32).toString('base64url')
  readonly #key: KeyObject
  readonly #point: { readonly x: Buffer; readonly y: Buffer }
  counter = 0

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#key = createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' }))
    this.#point = { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') }
  }

  create({ challenge, rpId, origin }: Ceremony, { userVerified = true }: Deviation = {}) {
    const id = Buffer.from(this.credentialId, 'base64url')
    const data = Buffer.concat([
      this.#head(rpId, { userVerified, flags: ATTESTED }),
      Buffer.alloc(16),
      Buffer.from([id.length >> 8, id.length & 255]),
      id,
      this.#coseKey(),
    ])
    // {"fmt": "none", "attStmt": {}, "authData": data}
    const attestation = Buffer.concat([
      Buffer.from([0xa3, 0x63]),
      Buffer.from('fmt'),
      Buffer.from([0x64]),
      Buffer.from('none'),
      Buffer.from([0x67]),
      Buffer.from('attStmt'),
      Buffer.from([0xa0, 0x68]),
      Buffer.from('authData'),
      Buffer.from([0x59, data.length >> 8, data.length & 255]),
      data,
    ])
    return {
      id: this.credentialId,
      rawId: this.credentialId,
      type: 'public-key',
      response: {
        clientDataJSON: clientData('webauthn.create', challenge, origin),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
      clientExtensionResults: {},
    }
  }

  get({ challenge, rpId, origin }: Ceremony, { userVerified = true, counter, userHandle }: Deviation = {}) {
    this.counter = counter ?? this.counter + 1
    const data = this.#head(rpId, { userVerified, flags: 0 })
    const client = clientData('webauthn.get', challenge, origin)
    const clientHash = createHash('sha256').update(Buffer.from(client, 'base64url')).digest()
    return {
      id: this.credentialId,
      rawId: this.credentialId,
      type: 'public-key',
      response: {
        clientDataJSON: client,
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, clientHash]), this.#key).toString('base64url'),
        ...(userHandle !== undefined && { userHandle }),
      },
      clientExtensionResults: {},
    }
  }

  #head(rpId: string, { userVerified, flags }: { userVerified: boolean; flags: number }): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const all = USER_PRESENT | (userVerified ? USER_VERIFIED : 0) | flags
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([all]), counter])
  }

  /** {1: 2, 3: -7, -1: 1, -2: x, -3: y} */
  #coseKey(): Buffer {
    const { x, y } = this.#point
    const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01])
    return Buffer.concat([head, Buffer.from([0x21, 0x58, 0x20]), x, Buffer.from([0x22, 0x58, 0x20]), y])
  }
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')
}
