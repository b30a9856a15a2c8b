import { generateKeyPairSync, verify } from 'node:crypto'
import { type FaultSink, faultSink, type Reply, type SinkRequest } from '../http/fault-sink.ts'

export interface FcmPeer extends AsyncDisposable {
  readonly sink: FaultSink
  /** The key file of the only service account that it knows. */
  readonly serviceAccount: string
  readonly accessToken: string
  readonly messages: Readonly<Record<string, unknown>>[]
  /** How often a token was fetched. */
  readonly fetched: () => number
  /** Registration tokens of devices that are gone. */
  readonly gone: Set<string>
}

/** The token endpoint and FCM v1 in one: checks the JWT with the public key, the bearer, the size, the form. */
export async function fcmPeer(now: () => Date): Promise<FcmPeer> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const accessToken = 'canary-access-token'
  const messages: Record<string, unknown>[] = []
  const gone = new Set<string>()
  let fetched = 0
  const sink = await faultSink({
    behaviour: (request) => {
      if (request.path !== '/token') return answerTo(request, accessToken, messages, gone)
      fetched++
      const assertion = new URLSearchParams(request.body).get('assertion') ?? ''
      if (!isSigned(assertion, now(), `${sink.origin}/token`)) return json(400, { error: 'invalid_grant' })
      return json(200, { access_token: accessToken, expires_in: 3_600, token_type: 'Bearer' })
    },
  })

  function isSigned(jwt: string, at: Date, audience: string): boolean {
    const [head = '', claims = '', signature = ''] = jwt.split('.')
    const { alg, kid } = JSON.parse(Buffer.from(head, 'base64url').toString())
    const { iss, aud, scope, iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const seconds = at.getTime() / 1_000
    const fresh = iat <= seconds && exp > seconds && exp - iat <= 3_600
    const named = iss === 'push@test.iam' && aud === audience && scope.endsWith('/auth/firebase.messaging')
    const sound = verify('RSA-SHA256', Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, 'base64url'))
    return alg === 'RS256' && kid === 'key-1' && fresh && named && sound
  }

  const serviceAccount = JSON.stringify({
    type: 'service_account',
    project_id: 'test-project',
    private_key_id: 'key-1',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    client_email: 'push@test.iam',
    token_uri: `${sink.origin}/token`,
  })
  const dispose = () => sink[Symbol.asyncDispose]()
  return { sink, serviceAccount, accessToken, messages, gone, fetched: () => fetched, [Symbol.asyncDispose]: dispose }
}

function answerTo(request: SinkRequest, token: string, messages: Record<string, unknown>[], gone: Set<string>): Reply {
  if (request.path !== '/v1/projects/test-project/messages:send') return fault(404, 'NOT_FOUND')
  if (request.headers['authorization'] !== `Bearer ${token}`) return fault(401, 'UNAUTHENTICATED')
  const { message } = JSON.parse(request.body)
  if (typeof message?.token !== 'string') return fault(400, 'INVALID_ARGUMENT')
  // The vendor counts what reaches the device: texts, data and headers of the platforms.
  if (Buffer.byteLength(JSON.stringify({ ...message, token: '' })) > 4_096) return fault(400, 'INVALID_ARGUMENT')
  if (gone.has(message.token)) return fault(404, 'NOT_FOUND', 'UNREGISTERED')
  messages.push(message)
  return json(200, { name: `projects/test-project/messages/${messages.length}` })
}

/** The vendor's form of an error. */
export function fault(code: number, status: string, errorCode?: string): Reply {
  const type = 'type.googleapis.com/google.firebase.fcm.v1.FcmError'
  const details = errorCode === undefined ? [] : [{ '@type': type, errorCode }]
  return json(code, { error: { code, message: status, status, details } })
}

function json(status: number, body: object): Reply {
  return { status, headers: { 'content-type': 'application/json; charset=UTF-8' }, body: JSON.stringify(body) }
}
