import { once } from 'node:events'
import { request } from 'node:http'
import fastify from 'fastify'
import { signIn } from '../../../src/accounts/operations/sign-in.ts'
import { invoke } from '../../../src/catalogue/invoke.ts'
import { AppError } from '../../../src/lib/errors.ts'
import { type Authenticator, authenticator } from '../../../src/surfaces/auth/auth.ts'
import { ReplyCookies, sessionCookieCodec } from '../../../src/surfaces/auth/session-cookie.ts'
import type { AccountWorld } from '../account-world.ts'

export interface AuthAnswer {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly cookie: string | undefined
}

export interface AuthServer extends AsyncDisposable {
  readonly auth: Authenticator
  /** Where it listens, which is also its PUBLIC_URL unless another was given. */
  readonly origin: string
  /** What failed beside the requests. */
  readonly errors: unknown[]
  /** Header lines are name and value in turn, sent as they are. */
  send(method: string, lines?: readonly string[], path?: string, body?: unknown): Promise<AuthAnswer>
}

const STATUS: Readonly<Record<string, number>> = {
  unauthenticated: 401,
  forbidden: 403,
  rate_limited: 429,
  unavailable: 503,
}

/** Real HTTP in front of the authenticator: `/whoami` answers the caller, `POST /session` signs in. */
export async function authServer(
  world: AccountWorld,
  { publicUrl = '', trustProxy = false } = {},
): Promise<AuthServer> {
  const app = fastify({ trustProxy })
  const errors: unknown[] = []
  let auth: Authenticator | undefined
  const authenticated = () => auth ?? Promise.reject(new Error('not started'))

  app.route({
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    url: '/whoami',
    handler: async (request) => (await authenticated()).authenticate(request),
  })
  app.post('/session', async (request, reply) => {
    const caller = await (await authenticated()).authenticate(request)
    const sessionCookie = new ReplyCookies(reply, sessionCookieCodec(publicUrl || 'http://127.0.0.1'))
    return invoke(signIn, request.body, { ...world.context(caller), sessionCookie })
  })
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof AppError)) return reply.code(500).send({ detail: String(error) })
    return reply.code(STATUS[error.code] ?? 500).send({ code: error.code, detail: error.message, ...error.details })
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  auth = authenticator({
    store: world.store,
    identity: world.identity,
    now: world.clock.now,
    publicUrl: publicUrl || origin,
    onError: (error) => errors.push(error),
  })

  return {
    auth,
    origin,
    errors,
    send: (method, lines = [], path = '/whoami', body) => send(new URL(path, origin), method, lines, body),
    async [Symbol.asyncDispose]() {
      await app.close()
      await auth?.[Symbol.asyncDispose]()
    },
  }
}

async function send(url: URL, method: string, lines: readonly string[], body: unknown): Promise<AuthAnswer> {
  const text = body === undefined ? '' : JSON.stringify(body)
  const length = method === 'GET' ? [] : ['Content-Length', String(Buffer.byteLength(text))]
  const payload = body === undefined ? length : ['Content-Type', 'application/json', ...length]
  const headers = lines.some((line) => line.toLowerCase() === 'host') ? [] : ['Host', url.host]
  const sent = request(url, { method, headers: [...headers, ...lines, ...payload, 'Connection', 'close'] })
  sent.end(text)
  const [response] = await once(sent, 'response')
  let answer = ''
  for await (const chunk of response.setEncoding('utf8')) answer += chunk
  return { status: response.statusCode, body: JSON.parse(answer), cookie: response.headers['set-cookie']?.[0] }
}
