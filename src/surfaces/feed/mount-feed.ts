/** The bell feed: a WebSocket at `/ws/notifications`, by cookie from the service's own pages or by API headers. */

import websocket, { type WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CREDENTIALS } from '../../accounts/domain/credentials.ts'
import type { Caller } from '../../catalogue/context.ts'
import { invalidCredentials, requireGoodStatus, requirePlan, requireScope } from '../../catalogue/invoke.ts'
import { AppError, invalid } from '../../lib/errors.ts'
import { nextTurn } from '../../lib/node/next-turn.ts'
import type { NotificationStore } from '../../notifications/store/index.ts'
import type { Authenticator } from '../auth/auth.ts'
import { FeedHub, MAX_SOCKETS } from './feed-hub.ts'
import { CLOSE, FeedSocket } from './feed-socket.ts'

export const FEED_PATH = '/ws/notifications'

const MAX_FRAME_BYTES = 4 * 1024
const TICK_MS = 1_000
/** How soon a socket ends whose credentials were ended; many changes in a row cost one check. */
const RECHECK_WITHIN_MS = 100
/** Changes by other processes are looked for this often. */
const FOREIGN_LOOK_MS = 200
/** Checks in a row before others have their turn. */
const CHECKS_A_TURN = 100
const RECHECK_MS = 5 * 60_000
const MAX_SEQ = 1e12
/** Feeds of all accounts: a quarter of a gigabyte, with at most 25 kB per open feed. */
const MAX_FEEDS = 10_000

export interface FeedMount {
  readonly store: NotificationStore
  readonly authentication: Pick<Authenticator, 'authenticate' | 'reauthenticate' | 'isOwnOrigin'>
  readonly now: () => Date
  readonly monotonicMs: () => number
  /** Between two looks at all open feeds, where hints of other processes may be lost; null where none can be. */
  readonly sweepMs: number | null
  readonly onError: (error: unknown) => void
}

export interface Feed {
  /** Must be called for every change that this process commits or hears of. */
  changed(accountId: string): void
  /** Open feeds of all accounts. */
  readonly openFeeds: () => number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before a feed is opened. */
    feed: { readonly caller: Caller; readonly accountId: string; readonly after: number | null } | null
  }
}

export async function mountFeed(server: FastifyInstance, mount: FeedMount): Promise<Feed> {
  const hub = new FeedHub(mount)
  const requests = new Map<FeedSocket, FastifyRequest>()
  server.decorateRequest('feed', null)
  await server.register(websocket, {
    options: { maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false },
    // The sockets get a close frame before the server waits for their end.
    preClose: (done) => {
      hub.closeAll(CLOSE.stopping)
      server.websocketServer.close(() => done())
    },
  })
  const admit = async (request: FastifyRequest): Promise<void> => {
    const caller = await mount.authentication.authenticate(request)
    request.caller = caller
    const accountId = requireAdmission(mount, request, caller)
    if (hub.openOf(accountId) >= MAX_SOCKETS) {
      throw new AppError('rate_limited', `At most ${MAX_SOCKETS} feeds at once. Close one.`, { retryAfterS: 10 })
    }
    if (requests.size >= MAX_FEEDS) {
      throw new AppError('unavailable', 'The server has too many open feeds. Try again later.', { retryAfterS: 30 })
    }
    request.feed = { caller, accountId, after: afterOf(request.query) }
  }
  server.get(FEED_PATH, { websocket: true, preValidation: admit }, (wire: WebSocket, request: FastifyRequest) => {
    // A feed stays open for days. The connection limit is for requests, so it grows with the open feeds.
    server.server.maxConnections++
    // The time to answer the upgrade is over; from here on pings show whether the peer is there.
    request.socket.setTimeout(0)
    wire.once('close', () => server.server.maxConnections--)
    open(wire, request, { hub, requests, mount })
  })
  const watch = credentialWatch(mount, hub, requests)
  const ticking = setInterval(() => {
    for (const socket of hub.sockets()) socket.tick()
  }, TICK_MS)
  server.addHook('onClose', async () => {
    clearInterval(ticking)
    watch.stop()
  })
  return { changed: (accountId) => hub.changed(accountId), openFeeds: () => requests.size }
}

interface Opening {
  readonly hub: FeedHub
  readonly requests: Map<FeedSocket, FastifyRequest>
  readonly mount: FeedMount
}

function open(wire: WebSocket, request: FastifyRequest, { hub, requests, mount }: Opening): void {
  const { feed } = request
  if (!feed) throw new Error('A feed was opened before authentication')
  const socket = new FeedSocket(feed.accountId, wire, mount.monotonicMs, (it) => hub.drained(it))
  requests.set(socket, request)
  wire.on('message', (bytes: Buffer, isBinary: boolean) => {
    if (socket.takeMessage()) answer(hub, socket, isBinary ? '' : bytes.toString())
    else socket.close(CLOSE.flood)
  })
  wire.on('pong', () => socket.receivePong())
  // An oversized or invalid frame ends the connection; the `close` event that follows is handled.
  wire.on('error', () => undefined)
  wire.on('close', () => {
    requests.delete(socket)
    hub.leave(socket)
  })
  hub.join(socket, feed.after)
}

function answer(hub: FeedHub, socket: FeedSocket, text: string): void {
  const message = readMessage(text)
  if (message === null) socket.close(CLOSE.unreadable)
  else if (message.type === 'ping') socket.sendText('{"type":"pong"}')
  else hub.resume(socket, message.after)
}

type Message = { readonly type: 'ping' } | { readonly type: 'resume'; readonly after: number }

function readMessage(text: string): Message | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('type' in value)) return null
    if (value.type === 'ping') return { type: 'ping' }
    const after = value.type === 'resume' && 'after' in value ? value.after : null
    return typeof after === 'number' && isPlace(after) ? { type: 'resume', after } : null
  } catch {
    return null
  }
}

function isPlace(seq: number): boolean {
  return Number.isInteger(seq) && seq >= 0 && seq <= MAX_SEQ
}

function afterOf(query: unknown): number | null {
  const text = typeof query === 'object' && query !== null && 'after' in query ? query.after : undefined
  if (text === undefined) return null
  if (typeof text === 'string' && /^\d{1,13}$/.test(text) && isPlace(Number(text))) return Number(text)
  throw invalid([{ path: 'after', message: 'must be the seq of an earlier message' }])
}

/** The account of the caller; throws if the caller may not open a feed. */
function requireAdmission({ authentication }: FeedMount, request: FastifyRequest, caller: Caller): string {
  const { account, kind } = caller
  if (!account) throw invalidCredentials()
  // Another site could open a socket with the cookie of its visitor.
  if (kind === 'session' && !authentication.isOwnOrigin(request)) {
    throw new AppError('forbidden', "Open this from the service's own pages: the Origin header must be its own.")
  }
  requireGoodStatus(account.status)
  requirePlan(account.plan, kind === 'api_key' ? 'notification_api' : 'notifications')
  requireScope(caller, 'read:notifications')
  return account.id
}

/**
 * Closes sockets whose credentials have ended: shortly after any of their account were written, by this process or
 * another, and every few minutes for those that expire.
 */
function credentialWatch(mount: FeedMount, hub: FeedHub, requests: ReadonlyMap<FeedSocket, FastifyRequest>) {
  const { store, onError, sweepMs } = mount
  /** Accounts to check; null: all. */
  let wanted: Set<string> | null = new Set()
  let pending: NodeJS.Timeout | undefined
  const recheckSoon = (accountId: string | null) => {
    if (accountId === null) wanted = null
    else wanted?.add(accountId)
    pending ??= setTimeout(() => {
      const checked = wanted
      pending = undefined
      wanted = new Set()
      void recheckSome(mount, requests, checked)
    }, RECHECK_WITHIN_MS)
  }
  const unsubscribe = store.onChange(CREDENTIALS, (accountId) => {
    // Of a commit that is not known in detail, any feed may have news.
    if (accountId === null) hub.changedAll()
    recheckSoon(accountId)
  })
  const timers = [
    setInterval(() => attempt(() => store.isCurrent(), onError), FOREIGN_LOOK_MS),
    setInterval(() => recheckSoon(null), RECHECK_MS),
    // Feeds that cannot be read are left alone.
    ...(sweepMs === null ? [] : [setInterval(() => store.isCurrent() && hub.changedAll(), sweepMs)]),
  ]
  return {
    stop() {
      unsubscribe()
      clearTimeout(pending)
      for (const timer of timers) clearInterval(timer)
    },
  }
}

function attempt(work: () => void, onError: (error: unknown) => void): void {
  try {
    work()
  } catch (error) {
    onError(error)
  }
}

/** Of these accounts; null: of all. */
async function recheckSome(
  mount: FeedMount,
  requests: ReadonlyMap<FeedSocket, FastifyRequest>,
  accounts: ReadonlySet<string> | null,
): Promise<void> {
  const concerned = [...requests].filter(([{ accountId }]) => accounts?.has(accountId) ?? true)
  let checked = 0
  for (const [socket, request] of concerned) {
    await recheck(mount, socket, request)
    if (++checked % CHECKS_A_TURN === 0) await nextTurn()
  }
}

/** Anything but a yes ends the socket: a client that may stay connects again. */
async function recheck(mount: FeedMount, socket: FeedSocket, request: FastifyRequest): Promise<void> {
  try {
    requireAdmission(mount, request, await mount.authentication.reauthenticate(request))
  } catch (error) {
    if (!(error instanceof AppError)) mount.onError(error)
    socket.close(closeFor(error))
  }
}

function closeFor(error: unknown) {
  if (!(error instanceof AppError)) return CLOSE.failed
  if (error.code === 'unauthenticated') return CLOSE.signedOut
  return error.code === 'forbidden' ? CLOSE.notAllowed : CLOSE.unchecked
}
