import type { FastifyInstance } from 'fastify'
import { recordAttempt } from '../../accounts/operations/record-attempt.ts'
import { once } from '../../lib/async/once.ts'
import { requireAdmission } from '../../lib/async/require-admission.ts'
import { TWILIO_PATH, twilioCallbacks } from '../../notifications/channels/sms/callback.ts'
import { type Authenticator, authenticator } from '../../surfaces/auth/auth.ts'
import { safeHost } from '../../surfaces/auth/own-host.ts'
import { ReplyCookies, sessionCookieCodec } from '../../surfaces/auth/session-cookie.ts'
import { mountFeed } from '../../surfaces/feed/mount-feed.ts'
import { mountNoFeed } from '../../surfaces/feed/mount-no-feed.ts'
import { mountMcp } from '../../surfaces/mcp/mount-mcp.ts'
import { productFeatures } from '../../surfaces/mcp/product-features.ts'
import type { ViewTexts } from '../../surfaces/mcp/views.ts'
import { mountOAuth } from '../../surfaces/oauth/mount-oauth.ts'
import { mountReceiver } from '../../surfaces/receiver/mount-receiver.ts'
import { webhookAuthenticator } from '../../surfaces/receiver/webhook-authenticator.ts'
import { AnswerCache } from '../../surfaces/rest/answer-cache.ts'
import { mountHealth, type ReadinessCheck } from '../../surfaces/rest/health.ts'
import { mountOpenApi } from '../../surfaces/rest/mount-openapi.ts'
import { API_PREFIX, mountOperations } from '../../surfaces/rest/mount-operations.ts'
import { RateLimits } from '../../surfaces/rest/rate-limit.ts'
import { mountDocs } from '../../surfaces/site/mount-docs.ts'
import { mountUnsubscribe } from '../../surfaces/site/mount-unsubscribe.ts'
import { mountWeb } from '../../surfaces/site/mount-web.ts'
import { mountSms } from '../../surfaces/sms/mount-sms.ts'
import type { IdeaFeed } from '../idea-feed.ts'
import type { Lifecycle } from '../lifecycle.ts'
import { memoryShares } from '../memory.ts'
import type { Notifications } from '../notifications.ts'
import { operations } from '../operations.ts'
import { contextsOf, type Parts } from '../parts.ts'
import type { Receiver } from '../receiver.ts'
import { VERSION } from '../version.ts'
import { mountChats } from './mount-chats.ts'
import { readinessChecks } from './readiness.ts'
import { buildServer } from './server.ts'
import { serviceDocument } from './service-document.ts'

/** Hints of changes in feeds may be lost between processes. */
const FEED_SWEEP_MS = 10_000
const TOOL_TIMEOUT_MS = 10_000
/** The answers of the receiver need this fraction of the memory for answers. */
const RECEIVER_SHARE = 8

/** Background work: requests wake it, and readiness checks it. */
export interface BackgroundWork {
  readonly receiver?: Receiver | undefined
  readonly notifications?: Notifications
  readonly ideas?: IdeaFeed | undefined
  /** The folder of the built web pages; without it the service answers only programs. */
  readonly pages?: string | undefined
  /** What assistants may show beside the answers of tools. */
  readonly views?: ViewTexts | undefined
  readonly checks?: readonly ReadinessCheck[]
}

/** What the surfaces share: authentication and limits. */
interface Shared {
  readonly authentication: Authenticator
  readonly limits: RateLimits
}

/** The HTTP server with the surfaces of the roles of this process mounted on it, ready to listen. */
export async function composeServer(
  parts: Parts,
  life: Lifecycle,
  background: BackgroundWork = {},
): Promise<FastifyInstance> {
  const { config, log, now, monotonicMs, newId, store, identity } = parts
  const { publicUrl } = parts.address
  const { roles } = config
  const { trustProxy, maxConnectionsPerAddress, allowedHosts } = config.listen
  const onError = (error: unknown) => log.error({ err: error }, 'background work of a request failed')
  const needsConfirmedEmail = config.accounts.signUps === 'open' && config.channels.SMTP_URL !== undefined
  const authentication = life.own(
    'authenticator',
    authenticator({ store, identity, now, publicUrl, needsConfirmedEmail, onError }),
    (it) => it[Symbol.asyncDispose](),
  )
  const isOwnHost = safeHost(() => parts.address.publicUrl, allowedHosts)
  const limits = { maxConnectionsPerAddress, isOwnHost }
  const built = await buildServer({ log, publicUrl, trustProxy, newId, monotonicMs, ...limits })
  const server = life.own('server', built, (it) => it.close())
  parts.metrics.http(server)
  const shared = { authentication, limits: new RateLimits({ now, windows: parts.windows }) }
  mountReadiness(server, parts, background)
  if (roles.includes('receiver')) await mountReceiverSide(server, parts, background.receiver)
  if (roles.includes('api')) {
    await mountNotificationSide(server, parts)
    mountRest(server, parts, shared)
    await mountChats(server, parts, { limits: shared.limits, needsConfirmedEmail })
    mountTools(server, parts, shared, background.views)
    const { mayDelete } = parts.clock
    await mountOAuth(server, { serverAt: parts.oauthAt, store, now, windows: parts.windows, mayDelete })
  }
  if (roles.includes('gateway')) await mountBell(server, parts, authentication)
  else await mountNoFeed(server)
  if (roles.includes('api')) mountDocuments(server, parts, background.pages)
  return server
}

/** Descriptions of the service, and its pages. */
function mountDocuments(server: FastifyInstance, parts: Parts, pages: string | undefined): void {
  const { config, address } = parts
  // Called once the service listens, so that the document contains its real address.
  const document = once(() =>
    serviceDocument({
      publicUrl: address.publicUrl,
      receiverPrefix: receiverPrefix(parts),
      hasSms: config.channels.TWILIO_AUTH_TOKEN !== undefined,
      hasSlack: config.slack !== undefined,
      hasDiscord: config.discord !== undefined,
    }),
  )
  mountOpenApi(server, document)
  mountDocs(server, document)
  if (pages !== undefined) mountWeb(server, pages)
}

/** The checks of what this process does. */
function mountReadiness(
  server: FastifyInstance,
  parts: Parts,
  { receiver, notifications, ideas, checks = [] }: BackgroundWork,
): void {
  const ofWorkers = [receiver, notifications, ideas].flatMap((it) => (it ? [it.check] : []))
  const { dryRun, alpacaPaper: paper } = parts.config.receiver
  mountHealth(server, { dryRun, paper }, [...readinessChecks(parts), ...ofWorkers, ...checks])
}

async function mountBell(server: FastifyInstance, parts: Parts, authentication: Authenticator): Promise<void> {
  const { store, now, monotonicMs, bus, log } = parts
  const onError = (error: unknown) => log.error({ err: error }, 'background work of a feed failed')
  const sweepMs = bus.isLossy ? FEED_SWEEP_MS : null
  const feed = await mountFeed(server, { store, authentication, now, monotonicMs, sweepMs, onError })
  parts.metrics.feeds(feed.openFeeds)
  bus.subscribe('feed', (accountId) => feed.changed(accountId))
}

async function mountReceiverSide(server: FastifyInstance, parts: Parts, receiver: Receiver | undefined): Promise<void> {
  const { config, store, identity, now } = parts
  const prefix = receiverPrefix(parts)
  const secret = {
    configured: config.secrets.webhook,
    onWrong: (address: string) =>
      recordAttempt({ store, identity, now }, { kind: 'webhook_secret', address, email: null }),
  }
  const perMinute = { limit: config.receiver.maxIdeasPerMinute, windowMs: 60_000, maxKeys: 1 }
  const ideas = parts.windows.of('trade ideas', perMinute)
  await mountReceiver(server, {
    prefix,
    authenticate: webhookAuthenticator(secret, 'header_or_query'),
    admit: async () => requireAdmission(await ideas.take(prefix), 'trade ideas per minute (MAX_IDEAS_PER_MINUTE)'),
    store,
    now,
    onQueued: () => receiver?.wake(),
  })
  mountOperations(server, {
    operations,
    base: 'receiver',
    prefix,
    // An address with the secret would end up in histories and logs.
    authenticate: webhookAuthenticator(secret, 'header'),
    contextOf: contextsOf(parts),
    limits: null,
    answers: new AnswerCache(memoryShares(config).answerBytes / RECEIVER_SHARE),
  })
}

function receiverPrefix({ config }: Parts): string {
  return `/webhooks/${config.receiver.provider}`
}

/** Routes for mail programs and the SMS vendor. */
async function mountNotificationSide(server: FastifyInstance, parts: Parts): Promise<void> {
  const { config, store, notifier, now, address } = parts
  await mountUnsubscribe(server, { store, notifier, now })
  const { TWILIO_AUTH_TOKEN: twilioToken } = config.channels
  if (twilioToken === undefined) return
  const callbacks = twilioCallbacks(twilioToken)
  await mountSms(server, { store, notifier, now, callbacks, path: TWILIO_PATH, publicUrl: () => address.publicUrl })
}

function mountRest(server: FastifyInstance, parts: Parts, { authentication, limits }: Shared): void {
  const cookie = sessionCookieCodec(parts.address.publicUrl)
  const contextOf = contextsOf(parts)
  const limitsOf = async (accountId: string) => [
    ...(await limits.usageOf(accountId)),
    await parts.messageLimits.usageOf(accountId),
  ]
  mountOperations(server, {
    operations,
    base: 'api',
    prefix: API_PREFIX,
    limits,
    answers: new AnswerCache(memoryShares(parts.config).answerBytes),
    authenticate: (request) => authentication.authenticate(request),
    authenticateUrl: (request) => authentication.authenticateUrl(request),
    contextOf: ({ caller, reply }) => contextOf({ caller, limitsOf, sessionCookie: new ReplyCookies(reply, cookie) }),
  })
}

function mountTools(
  server: FastifyInstance,
  parts: Parts,
  { authentication, limits }: Shared,
  views: ViewTexts | undefined,
): void {
  const { config, log } = parts
  mountMcp(server, {
    limits: parts.messageLimits,
    limitHeaders: (admission) => limits.headers(admission),
    authenticate: (request) => authentication.authenticateMcp(request),
    allowedOrigins: config.mcp.allowedOrigins,
    strictHeaders: config.mcp.strictHeaders,
    metadataUrl: ({ headers }) => {
      const server = parts.oauthAt(headers.host)
      return server && `${server.issuer}/.well-known/oauth-protected-resource/mcp`
    },
    address: () => ({ publicUrl: parts.address.publicUrl, boundTo: config.listen.host }),
    features: once(() =>
      parts.metrics.tools(
        productFeatures({
          operations,
          version: VERSION,
          views,
          notice: parts.market.notice,
          toolTimeoutMs: TOOL_TIMEOUT_MS,
          contextOf: contextsOf(parts),
          onFault: (error, { requestId }) => log.error({ err: error, request_id: requestId }, 'a tool failed'),
        }),
      ),
    ),
  })
}
