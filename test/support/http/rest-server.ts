import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Logger, pino } from 'pino'
import { PLANS } from '../../../src/accounts/domain/plan.ts'
import type { AppContext } from '../../../src/app/context.ts'
import { buildServer, type ServerParts } from '../../../src/app/http/server.ts'
import type { Caller, CallerAccount } from '../../../src/catalogue/context.ts'
import type { Operation } from '../../../src/catalogue/operation.ts'
import { memoryWindows } from '../../../src/lib/async/windows.ts'
import { AppError } from '../../../src/lib/errors.ts'
import { AnswerCache } from '../../../src/surfaces/rest/answer-cache.ts'
import { mountHealth, type ReadinessCheck } from '../../../src/surfaces/rest/health.ts'
import { mountOpenApi } from '../../../src/surfaces/rest/mount-openapi.ts'
import { API_PREFIX, mountOperations } from '../../../src/surfaces/rest/mount-operations.ts'
import { openApiDocument } from '../../../src/surfaces/rest/openapi.ts'
import { RateLimits } from '../../../src/surfaces/rest/rate-limit.ts'
import { mountDocs } from '../../../src/surfaces/site/mount-docs.ts'
import { type SampleData, sampleData, sampleOperations } from '../sample-operations.ts'

export interface RestServer extends AsyncDisposable {
  readonly server: FastifyInstance
  readonly data: SampleData
  readonly answers: AnswerCache
  readonly routes: readonly { readonly method: string; readonly url: string }[]
  /** Every line that was logged. */
  readonly logged: string[]
  /** Moves both clocks. */
  advance(ms: number): void
}

export interface RestServerOptions extends Partial<Pick<ServerParts, 'publicUrl' | 'trustProxy' | 'log'>> {
  readonly operations?: readonly Operation[]
  readonly checks?: readonly ReadinessCheck[]
}

/** The whole HTTP side with synthetic operations, an authenticator that takes names for tokens, and clocks by hand. */
export async function restServer(options: RestServerOptions = {}): Promise<RestServer> {
  const logged: string[] = []
  const log: Logger = pino({ level: 'debug' }, { write: (line: string) => logged.push(line) })
  const clock = { ms: 1_000_000 }
  const now = () => new Date(1_790_000_000_000 + clock.ms)
  const data = sampleData()
  const answers = new AnswerCache()
  const publicUrl = options.publicUrl ?? 'http://127.0.0.1:3000'
  const operations = options.operations ?? sampleOperations(data)
  const server = await buildServer({
    log: options.log ?? log,
    publicUrl,
    trustProxy: options.trustProxy ?? false,
    newId: () => 'request',
    monotonicMs: () => clock.ms,
  })
  const routes: { method: string; url: string }[] = []
  server.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) routes.push({ method: name, url })
  })
  mountHealth(server, { dryRun: true, paper: true }, options.checks ?? [])
  mountOperations(server, {
    operations,
    base: 'api',
    prefix: API_PREFIX,
    authenticate,
    contextOf: (call) => contextFor(call.caller, { now, publicUrl }),
    limits: new RateLimits({ now, windows: memoryWindows(() => clock.ms) }),
    answers,
  })
  const document = openApiDocument({ operations, publicUrl, version: '1.2.3', sessionCookie: 'session' })
  mountOpenApi(server, () => document)
  mountDocs(server, () => document)
  return {
    server,
    data,
    answers,
    routes,
    logged,
    advance(ms) {
      clock.ms += ms
    },
    async [Symbol.asyncDispose]() {
      await server.close()
    },
  }
}

/** Headers of an API key on a plan: `keyOn('vega')`. */
export function keyOn(plan: string): Record<string, string> {
  return { 'x-user-email': 'a@example.com', 'x-user-token': plan }
}

export function sessionOn(plan: string): Record<string, string> {
  return { cookie: `session=${plan}` }
}

function authenticate(request: FastifyRequest): Caller {
  const address = request.ip
  const cookie = request.headers.cookie
  const token = request.headers['x-user-token']
  if (cookie) return { kind: 'session', account: accountOf(cookie.slice('session='.length)), address, sessionId: 's' }
  if (token === undefined) return { kind: 'anonymous', account: null, address, sessionId: null }
  return { kind: 'api_key', account: accountOf(String(token)), address, sessionId: null }
}

/** `vega`, `vega-2` for another account, `vega-suspended`. */
function accountOf(token: string): CallerAccount {
  const [name = '', suffix] = token.split('-')
  const plan = PLANS.find((it) => it === name)
  if (!plan) throw new AppError('unauthenticated', `No key ${token}.`)
  const standing = suffix === 'suspended' ? 'suspended' : 'good'
  return {
    id: token,
    email: 'a@example.com',
    emailVerified: true,
    plan,
    status: standing,
    timeZone: 'America/New_York',
  }
}

type GivenContext = Pick<AppContext, 'now' | 'publicUrl'>

/** A context that throws where anything else is used: the synthetic operations need no market, store or mailer. */
export function contextFor(caller: Caller, given: GivenContext): AppContext {
  const context = {
    caller,
    newId: () => 'id',
    sessionCookie: null,
    heavyQuestions: undefined,
    progress: undefined,
    traced: undefined,
    resolveSymbols: undefined,
    ...given,
  }
  return new Proxy(context as AppContext, {
    get(target, name) {
      if (name in target || name === 'then') return Reflect.get(target, name)
      throw new Error(`This test has no ${String(name)}`)
    },
  })
}
