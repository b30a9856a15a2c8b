/** Certificates made on the spot: X.509 v3 in DER (RFC 5280), signed with ECDSA over P-256. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { isIP } from 'node:net'

export interface Certificate {
  /** PEM. */
  readonly cert: string
  readonly key: string
}

export interface Authority extends Certificate {
  issue(names: readonly string[], validity?: Validity): Certificate
}

export interface Validity {
  readonly from: Date
  readonly to: Date
}

const LONG: Validity = { from: new Date('2020-01-01T00:00:00Z'), to: new Date('2049-01-01T00:00:00Z') }

export function authority(name = 'Test Authority'): Authority {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const cert = certificate({
    subject: name,
    issuer: name,
    publicKey: own.publicKey,
    signer: own.privateKey,
    isCa: true,
  })
  return {
    cert,
    key: pemOf(own.privateKey),
    issue(names, validity = LONG) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const subject = names[0] ?? 'nobody'
      return {
        cert: certificate({ subject, issuer: name, publicKey, signer: own.privateKey, names, validity }),
        key: pemOf(privateKey),
      }
    },
  }
}

export function selfSigned(names: readonly string[]): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const subject = names[0] ?? 'nobody'
  return {
    cert: certificate({ subject, issuer: subject, publicKey, signer: privateKey, names }),
    key: pemOf(privateKey),
  }
}

interface Parts {
  readonly subject: string
  readonly issuer: string
  readonly publicKey: KeyObject
  readonly signer: KeyObject
  readonly names?: readonly string[]
  readonly validity?: Validity
  readonly isCa?: boolean
}

let serial = 1

function certificate({ subject, issuer, publicKey, signer, names = [], validity = LONG, isCa = false }: Parts): string {
  const algorithm = sequence(oid('1.2.840.10045.4.3.2'))
  const extensions = [sequence(oid('2.5.29.19'), boolean(true), octets(sequence(...(isCa ? [boolean(true)] : []))))]
  if (names.length > 0) extensions.push(sequence(oid('2.5.29.17'), octets(sequence(...names.map(alternativeName)))))
  const signed = sequence(
    tagged(0xa0, integer(2)),
    integer(serial++),
    algorithm,
    nameOf(issuer),
    sequence(time(validity.from), time(validity.to)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions)),
  )
  const signature = sign('sha256', signed, signer)
  const der = sequence(signed, algorithm, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

function pemOf(key: KeyObject): string {
  return String(key.export({ type: 'pkcs8', format: 'pem' }))
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}

const sequence = (...parts: Buffer[]) => tagged(0x30, Buffer.concat(parts))
const integer = (value: number) =>
  tagged(0x02, Buffer.from([0, value >> 16, (value >> 8) & 0xff, value & 0xff].slice(value < 128 ? 3 : 0)))
const boolean = (value: boolean) => tagged(0x01, Buffer.from([value ? 0xff : 0]))
const octets = (content: Buffer) => tagged(0x04, content)
const time = (at: Date) => tagged(0x17, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`))
const nameOf = (text: string) => sequence(tagged(0x31, sequence(oid('2.5.4.3'), tagged(0x0c, Buffer.from(text)))))

function alternativeName(name: string): Buffer {
  if (isIP(name) === 4) return tagged(0x87, Buffer.from(name.split('.').map(Number)))
  if (name === '::1') return tagged(0x87, Buffer.concat([Buffer.alloc(15), Buffer.from([1])]))
  return tagged(0x82, Buffer.from(name))
}

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = rest.flatMap((value) => {
    const groups = [value & 0x7f]
    for (let left = value >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80)
    return groups
  })
  return tagged(0x06, Buffer.from([first * 40 + second, ...bytes]))
}
