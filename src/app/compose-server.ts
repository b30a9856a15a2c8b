import type { FastifyInstance } from 'fastify'
import { twilioCallbacks } from '../adapters/channels/sms/callback.ts'
import { once } from '../lib/once.ts'
import { operations } from '../operations/index.ts'
import { type Authenticator, authenticator } from '../surfaces/auth.ts'
import { mountFeed } from '../surfaces/feed/mount-feed.ts'
import { MessageLimits } from '../surfaces/mcp/message-limits.ts'
import { mountMcp } from '../surfaces/mcp/mount-mcp.ts'
import { MCP_PATHS } from '../surfaces/mcp/openapi-mcp.ts'
import { productFeatures } from '../surfaces/mcp/product-features.ts'
import { mountReceiver } from '../surfaces/receiver/mount-receiver.ts'
import { RECEIVER_SECURITY, receiverPaths } from '../surfaces/receiver/openapi-receiver.ts'
import { AnswerCache } from '../surfaces/rest/answer-cache.ts'
import { mountHealth, type ReadinessCheck } from '../surfaces/rest/health.ts'
import { mountOpenApi } from '../surfaces/rest/mount-openapi.ts'
import { mountOperations } from '../surfaces/rest/mount-operations.ts'
import { openApiDocument } from '../surfaces/rest/openapi.ts'
import { RateLimits } from '../surfaces/rest/rate-limit.ts'
import { cookieOn, sessionCookieCodec, sessionCookieName } from '../surfaces/session-cookie.ts'
import { mountDocs } from '../surfaces/site/mount-docs.ts'
import { mountUnsubscribe, UNSUBSCRIBE_PATHS } from '../surfaces/site/mount-unsubscribe.ts'
import { mountWeb } from '../surfaces/site/mount-web.ts'
import { mountSms, SMS_SECURITY, smsPaths } from '../surfaces/sms/mount-sms.ts'
import { TWILIO_PATH } from './channel-settings.ts'
import type { IdeaFeed } from './idea-feed.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { Notifications } from './notifications.ts'
import { contextOf, type Parts } from './parts.ts'
import { readinessChecks } from './readiness.ts'
import type { Receiver } from './receiver.ts'
import { buildServer } from './server.ts'
import { VERSION } from './version.ts'

const TOOL_TIMEOUT_MS = 10_000

/** What goes on beside the requests, where there is something: they wake it, and readiness asks it. */
export interface Beside {
  readonly receiver?: Receiver
  readonly notifications?: Notifications
  readonly ideas?: IdeaFeed
  /** The folder of the built web pages; without it the service answers programs alone. */
  readonly pages?: string | undefined
  readonly checks?: readonly ReadinessCheck[]
}

/** What the ways in share: who asks, and how often he may. */
interface Shared {
  readonly keeper: Authenticator
  readonly limits: RateLimits
  readonly messages: MessageLimits
}

/** The HTTP server with every surface mounted on it, ready to listen. */
export async function composeServer(parts: Parts, life: Lifecycle, beside: Beside = {}): Promise<FastifyInstance> {
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
  const shared = { keeper, limits: new RateLimits({ now, monotonicMs }), messages: new MessageLimits(monotonicMs) }
  await mountReceiverSide(server, parts, beside)
  await mountNotificationSide(server, parts)
  mountRest(server, parts, shared)
  mountTools(server, parts, shared)
  const feed = await mountFeed(server, { store, keeper, now, monotonicMs, onError })
  parts.notifier.onFeedChanged.add((accountId) => feed.changed(accountId))
  const document = once(() => openApiDocument(documentParts(parts)))
  mountOpenApi(server, document)
  mountDocs(server, document)
  if (beside.pages !== undefined) mountWeb(server, beside.pages)
  return server
}

async function mountReceiverSide(server: FastifyInstance, parts: Parts, beside: Beside): Promise<void> {
  const { config, store, now } = parts
  const { receiver, notifications, ideas, checks = [] } = beside
  const ofWorkers = [receiver, notifications, ideas].flatMap((it) => (it ? [it.check] : []))
  mountHealth(server, config.receiver, [...readinessChecks(parts), ...ofWorkers, ...checks])
  await mountReceiver(server, {
    provider: config.receiver.provider,
    secret: config.secrets.webhook,
    store,
    now,
    onQueued: () => receiver?.wake(),
  })
}

/** What mail programs and the SMS vendor call. */
async function mountNotificationSide(server: FastifyInstance, parts: Parts): Promise<void> {
  const { config, store, notifier, now, address } = parts
  await mountUnsubscribe(server, { store, notifier, now })
  const { twilioToken } = config.secrets
  if (twilioToken === undefined) return
  const callbacks = twilioCallbacks(twilioToken)
  await mountSms(server, { store, notifier, now, callbacks, path: TWILIO_PATH, publicUrl: () => address.publicUrl })
}

function mountRest(server: FastifyInstance, parts: Parts, { keeper, limits, messages }: Shared): void {
  const cookie = sessionCookieCodec(parts.address.publicUrl)
  mountOperations(server, {
    operations,
    limits,
    answers: new AnswerCache(),
    authenticate: (request) => keeper.authenticate(request),
    contextOf: ({ caller, reply }) =>
      contextOf(parts, {
        caller,
        sessionCookie: cookieOn(reply, cookie),
        limitsOf: async (accountId) => [...limits.useOf(accountId), messages.useOf(accountId)],
      }),
  })
}

function mountTools(server: FastifyInstance, parts: Parts, { keeper, limits, messages }: Shared): void {
  const { config, log } = parts
  mountMcp(server, {
    limits: messages,
    limitHeaders: (admission) => limits.headers(admission),
    authenticate: (request) => keeper.authenticate(request),
    address: () => ({ publicUrl: parts.address.publicUrl, boundTo: config.listen.host }),
    features: once(() =>
      productFeatures({
        operations,
        version: VERSION,
        toolTimeoutMs: TOOL_TIMEOUT_MS,
        contextOf: ({ caller }) => contextOf(parts, { caller }),
        onFault: (error, { requestId }) => log.error({ err: error, request_id: requestId }, 'a tool failed'),
      }),
    ),
  })
}

/** Asked once the service listens, so that it names the address which it is really reached at. */
function documentParts({ address: { publicUrl }, config }: Parts) {
  const hasSms = config.secrets.twilioToken !== undefined
  return {
    operations,
    publicUrl,
    version: VERSION,
    sessionCookie: sessionCookieName(publicUrl),
    otherPaths: {
      ...receiverPaths(config.receiver.provider),
      ...MCP_PATHS,
      ...UNSUBSCRIBE_PATHS,
      ...(hasSms ? smsPaths(TWILIO_PATH) : {}),
    },
    otherSecurity: { ...RECEIVER_SECURITY, ...(hasSms ? SMS_SECURITY : {}) },
  }
}
