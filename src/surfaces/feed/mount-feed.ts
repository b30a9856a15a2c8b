/** The bell feed: a WebSocket at `/ws/notifications`, by cookie from the service's own pages or by API headers. */
import websocket, { type WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, invalid } from '../../domain/errors.ts'
import type { Caller } from '../../operations/context.ts'
import { credentialsNeeded, requirePlan, requireStanding } from '../../operations/invoke.ts'
import type { Store } from '../../store/open.ts'
import type { Authenticator } from '../auth.ts'
import { FeedHub, MOST_SOCKETS } from './feed-hub.ts'
import { CLOSE, FeedSocket } from './feed-socket.ts'

export const FEED_PATH = '/ws/notifications'

const MOST_FRAME_BYTES = 4 * 1024
const TICK_MS = 1_000
const RECHECK_MS = 5 * 60_000
const MOST_SEQ = 1e12
/** Of all accounts together: a quarter of a gigabyte at the 25 kB that an open bell takes at most. */
const MOST_FEEDS = 10_000

export interface FeedMount {
  readonly store: Store
  readonly keeper: Pick<Authenticator, 'authenticate' | 'isOwnOrigin'>
  readonly now: () => Date
  readonly monotonicMs: () => number
  readonly onError: (error: unknown) => void
}

export interface Feed {
  /** To be told of every change that this process commits. */
  changed(accountId: string): void
  /** Looks after open sockets: pings, slow readers, ended credentials, changes by other processes. */
  tick(): Promise<void>
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
    options: { maxPayload: MOST_FRAME_BYTES, perMessageDeflate: false },
    // The sockets are told before the server waits for their end.
    preClose: (done) => {
      hub.closeAll(CLOSE.stopping)
      server.websocketServer.close(() => done())
    },
  })
  const admit = async (request: FastifyRequest): Promise<void> => {
    const { caller, accountId } = await admitted(mount, request)
    if (hub.openOf(accountId) >= MOST_SOCKETS) {
      throw new AppError('rate_limited', `At most ${MOST_SOCKETS} feeds at once. Close one.`, { retryAfterS: 10 })
    }
    if (requests.size >= MOST_FEEDS) {
      throw new AppError('unavailable', 'As many feeds as this server holds are open.', { retryAfterS: 30 })
    }
    request.feed = { caller, accountId, after: afterOf(request.query) }
  }
  server.get(FEED_PATH, { websocket: true, preValidation: admit }, (wire: WebSocket, request: FastifyRequest) => {
    // A bell stays open for days: the bound of connections is for requests, so it moves with the bells.
    server.server.maxConnections++
    wire.once('close', () => server.server.maxConnections--)
    open(wire, request, { hub, requests, mount })
  })
  const tick = ticker(mount, hub, requests)
  const timer = setInterval(() => void tick().catch(mount.onError), TICK_MS)
  timer.unref()
  server.addHook('onClose', async () => clearInterval(timer))
  return { changed: (accountId) => hub.changed(accountId), tick }
}

interface Opening {
  readonly hub: FeedHub
  readonly requests: Map<FeedSocket, FastifyRequest>
  readonly mount: FeedMount
}

function open(wire: WebSocket, request: FastifyRequest, { hub, requests, mount }: Opening): void {
  const { feed } = request
  if (!feed) throw new Error('A feed was opened before its caller was known')
  const socket = new FeedSocket(feed.accountId, wire, mount.monotonicMs, (it) => hub.drained(it))
  requests.set(socket, request)
  wire.on('message', (bytes: Buffer, isBinary: boolean) => {
    if (socket.takeMessage()) answer(hub, socket, isBinary ? '' : bytes.toString())
    else socket.close(CLOSE.flood)
  })
  wire.on('pong', () => socket.ponged())
  // A frame that is too big or broken ends the connection by itself; the close that follows is what counts.
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
  return Number.isInteger(seq) && seq >= 0 && seq <= MOST_SEQ
}

function afterOf(query: unknown): number | null {
  const text = typeof query === 'object' && query !== null && 'after' in query ? query.after : undefined
  if (text === undefined) return null
  if (typeof text === 'string' && /^\d{1,13}$/.test(text) && isPlace(Number(text))) return Number(text)
  throw invalid([{ path: 'after', message: 'must be the seq of an earlier message' }])
}

async function admitted(
  { keeper }: FeedMount,
  request: FastifyRequest,
): Promise<{ caller: Caller; accountId: string }> {
  const caller = await keeper.authenticate(request)
  const { account, kind } = caller
  if (!account) throw credentialsNeeded()
  // Another page could open a socket with the cookie of its visitor.
  if (kind === 'session' && !keeper.isOwnOrigin(request)) {
    throw new AppError('forbidden', "Open this from the service's own pages: the Origin header must be its own.")
  }
  requireStanding(account.standing)
  requirePlan(account.plan, kind === 'api_key' ? 'notification_api' : 'notifications')
  return { caller, accountId: account.id }
}

/** Credentials are asked again at once when any were written, and every few minutes. */
function ticker(mount: FeedMount, hub: FeedHub, requests: ReadonlyMap<FeedSocket, FastifyRequest>) {
  const { store, monotonicMs } = mount
  let credentials = store.credentialsVersion()
  let foreign = store.foreignVersion()
  let checkedMs = monotonicMs()
  return async (): Promise<void> => {
    for (const socket of hub.sockets()) socket.tick()
    const isForeign = store.foreignVersion() !== foreign
    const isStale = isForeign || store.credentialsVersion() !== credentials
    credentials = store.credentialsVersion()
    foreign = store.foreignVersion()
    if (isForeign) hub.changedAll()
    if (!isStale && monotonicMs() - checkedMs < RECHECK_MS) return
    checkedMs = monotonicMs()
    for (const [socket, request] of requests) await recheck(mount, socket, request)
  }
}

async function recheck(mount: FeedMount, socket: FeedSocket, request: FastifyRequest): Promise<void> {
  try {
    await admitted(mount, request)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'unauthenticated') socket.close(CLOSE.signedOut)
    else if (error.code === 'forbidden') socket.close(CLOSE.notAllowed)
  }
}
