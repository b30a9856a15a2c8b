import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { type FaultSink, faultSink, type Reply, type SinkOptions, type SinkRequest } from '../http/fault-sink.ts'

export interface PushService extends AsyncDisposable {
  readonly sink: FaultSink
  /** What a browser's `subscribe()` gave: the endpoint of this service and the browser's own keys. */
  readonly subscription: {
    readonly endpoint: string
    readonly keys: { readonly p256dh: string; readonly auth: string }
  }
  /** What the browser reads after it has decrypted it, with the headers that the service judged. */
  readonly received: { readonly text: string; readonly headers: Readonly<Record<string, string>> }[]
}

const MAX_BYTES = 4_096

/** A push service that checks who sends (RFC 8292) and a browser behind it that decrypts (RFC 8291, RFC 8188). */
export async function pushService(vapidPublicKey: string, tls?: SinkOptions['tls']): Promise<PushService> {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const auth = randomBytes(16)
  const received: { text: string; headers: Readonly<Record<string, string>> }[] = []
  const sink = await faultSink({
    ...(tls ? { tls } : {}),
    behaviour: (request): Reply => {
      if (!isVapid(request.headers['authorization'] ?? '', sink.origin, vapidPublicKey)) return { status: 403 }
      if (!(Number(request.headers['ttl']) >= 0)) return { status: 400, body: 'TTL missing' }
      if (!/^[A-Za-z0-9_-]{1,32}$/.test(request.headers['topic'] ?? 'x')) return { status: 400, body: 'bad topic' }
      if (request.headers['content-encoding'] !== 'aes128gcm') return { status: 415 }
      if (request.bytes.length > MAX_BYTES) return { status: 413 }
      received.push({ text: decrypted(request, browser, auth), headers: request.headers })
      return { status: 201, headers: { location: `${sink.origin}/message/${received.length}` } }
    },
  })
  const endpoint = `${sink.origin}/push/canary-subscription-id`
  const keys = { p256dh: browser.getPublicKey().toString('base64url'), auth: auth.toString('base64url') }
  return { sink, subscription: { endpoint, keys }, received, [Symbol.asyncDispose]: () => sink[Symbol.asyncDispose]() }
}

function isVapid(header: string, audience: string, publicKey: string): boolean {
  const [, jwt = '', key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = jwt.split('.')
  if (key !== publicKey || claims === '') return false
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const verifier = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const seconds = Date.now() / 1_000
  const sound = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: verifier, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return sound && aud === audience && exp > seconds && exp <= seconds + 86_400 && /^(mailto:|https:)/.test(sub)
}

/** One record of aes128gcm: salt, record size, the sender's key, then the sealed text with its padding mark. */
function decrypted({ bytes }: SinkRequest, browser: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = bytes.subarray(0, 16)
  const keyLength = bytes[20] ?? 0
  const sender = bytes.subarray(21, 21 + keyLength)
  const sealed = bytes.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
  const opener = createDecipheriv('aes-128-gcm', key, nonce)
  opener.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([opener.update(sealed.subarray(0, -16)), opener.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}
