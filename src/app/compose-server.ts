import type { FastifyInstance } from 'fastify'
import { once } from '../lib/once.ts'
import { operations } from '../operations/index.ts'
import { authenticator } from '../surfaces/auth.ts'
import { mountReceiver } from '../surfaces/receiver/mount-receiver.ts'
import { RECEIVER_SECURITY, receiverPaths } from '../surfaces/receiver/openapi-receiver.ts'
import { AnswerCache } from '../surfaces/rest/answer-cache.ts'
import { mountHealth } from '../surfaces/rest/health.ts'
import { mountOpenApi } from '../surfaces/rest/mount-openapi.ts'
import { mountOperations } from '../surfaces/rest/mount-operations.ts'
import { openApiDocument } from '../surfaces/rest/openapi.ts'
import { RateLimits } from '../surfaces/rest/rate-limit.ts'
import { cookieOn, sessionCookieCodec, sessionCookieName } from '../surfaces/session-cookie.ts'
import { mountDocs } from '../surfaces/site/mount-docs.ts'
import type { Lifecycle } from './lifecycle.ts'
import { contextOf, type Parts } from './parts.ts'
import { readinessChecks } from './readiness.ts'
import type { Receiver } from './receiver.ts'
import { buildServer } from './server.ts'
import { valuer } from './valuation/valuer.ts'
import { VERSION } from './version.ts'

/** What goes on beside the requests, where there is something: they wake it, and readiness asks it. */
export interface Beside {
  readonly receiver?: Receiver
}

/** The HTTP server with every surface mounted on it, ready to listen. */
export async function composeServer(
  parts: Parts,
  life: Lifecycle,
  { receiver }: Beside = {},
): Promise<FastifyInstance> {
  const { config, log, now, monotonicMs, newId, store, identity } = parts
  const { publicUrl } = parts.address
  const { trustProxy } = config.listen
  const onError = (error: unknown) => log.error({ err: error }, 'a request was answered, but work beside it failed')
  const keeper = life.own('authenticator', authenticator({ store, identity, now, publicUrl, onError }), (it) =>
    it[Symbol.asyncDispose](),
  )
  const server = life.own('server', await buildServer({ log, publicUrl, trustProxy, newId, monotonicMs }), (it) =>
    it.close(),
  )
  const onValuationError = (error: unknown) => log.error({ err: error }, 'the thread that values chains failed')
  const cookie = sessionCookieCodec(publicUrl)
  const limits = new RateLimits({ now, monotonicMs })
  const { value, reprice } = life.own('valuation', valuer(onValuationError), (it) => it[Symbol.asyncDispose]())
  mountHealth(server, config.receiver, [...readinessChecks(parts), ...(receiver ? [receiver.check] : [])])
  await mountReceiver(server, {
    provider: config.receiver.provider,
    secret: config.secrets.webhook,
    store,
    now,
    onQueued: () => receiver?.wake(),
  })
  mountOperations(server, {
    operations,
    limits,
    answers: new AnswerCache(),
    authenticate: (request) => keeper.authenticate(request),
    contextOf: ({ caller, reply }) =>
      contextOf(parts, {
        caller,
        valued: value,
        repriced: reprice,
        sessionCookie: cookieOn(reply, cookie),
        limitsOf: async (accountId) => limits.useOf(accountId),
      }),
  })
  const document = once(() => openApiDocument(documentParts(parts)))
  mountOpenApi(server, document)
  mountDocs(server, document)
  return server
}

/** Asked once the service listens, so that it names the address which it is really reached at. */
function documentParts({ address: { publicUrl }, config }: Parts) {
  return {
    operations,
    publicUrl,
    version: VERSION,
    sessionCookie: sessionCookieName(publicUrl),
    otherPaths: receiverPaths(config.receiver.provider),
    otherSecurity: RECEIVER_SECURITY,
  }
}
