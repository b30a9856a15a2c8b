import type { FastifyInstance } from 'fastify'
import { once } from '../lib/once.ts'
import { operations } from '../operations/index.ts'
import { authenticator } from '../surfaces/auth.ts'
import { mountFeed } from '../surfaces/feed/mount-feed.ts'
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
import { buildServer } from './server.ts'
import { VERSION } from './version.ts'

/** The HTTP server with every surface mounted on it, ready to listen. */
export async function composeServer(parts: Parts, life: Lifecycle): Promise<FastifyInstance> {
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
  const cookie = sessionCookieCodec(publicUrl)
  const limits = new RateLimits({ now, monotonicMs })
  mountHealth(server, config.receiver, readinessChecks(parts))
  mountOperations(server, {
    operations,
    limits,
    answers: new AnswerCache(),
    authenticate: (request) => keeper.authenticate(request),
    contextOf: ({ caller, reply }) =>
      contextOf(parts, {
        caller,
        sessionCookie: cookieOn(reply, cookie),
        limitsOf: async (accountId) => limits.useOf(accountId),
      }),
  })
  const feed = await mountFeed(server, { store, keeper, now, monotonicMs, onError })
  parts.notifier.onFeedChanged.add((accountId) => feed.changed(accountId))
  const document = once(() => openApiDocument(documentParts(parts)))
  mountOpenApi(server, document)
  mountDocs(server, document)
  return server
}

/** Asked once the service listens, so that it names the address which it is really reached at. */
function documentParts({ address: { publicUrl } }: Parts) {
  return { operations, publicUrl, version: VERSION, sessionCookie: sessionCookieName(publicUrl) }
}
