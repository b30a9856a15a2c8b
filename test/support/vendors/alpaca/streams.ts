import type { Server } from 'node:http'
import { decode, encode } from '@msgpack/msgpack'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Grants } from './grants.ts'
import type { Keys } from './hosts.ts'

/** A data point of a channel; `T` and `S` are its type and symbol, `t` an instant. */
export interface Frame {
  readonly T: string
  readonly S: string
  readonly [field: string]: unknown
}

export interface StreamHost extends Disposable {
  /** Paths that were connected to, oldest first. */
  readonly connected: string[]
  /** Sends data points to whoever has subscribed to them, all of one call in one message. */
  publish(path: string, ...frames: Frame[]): void
  /** Resolves with what the customer has subscribed to on a path, once `isReached` holds of it. */
  subscribed(path: string, isReached: (channels: Channels) => boolean): Promise<Channels>
  /** Closes every connection without a word, as a broken line does. */
  drop(): void
}

export interface StreamOptions {
  readonly accepted: readonly Keys[]
  readonly grants: () => Grants
  /** Time that a customer has to authenticate. */
  readonly authTimeoutMs?: number
  /** Connections of one endpoint. */
  readonly connections?: number
}

export type Channels = Readonly<Record<string, readonly string[]>>

interface Session {
  readonly socket: WebSocket
  readonly path: string
  readonly binary: boolean
  authenticated: boolean
  channels: Record<string, string[]>
}

const ERRORS: Readonly<Record<number, string>> = {
  400: 'invalid syntax',
  401: 'not authenticated',
  402: 'auth failed',
  403: 'already authenticated',
  404: 'auth timeout',
  406: 'connection limit exceeded',
  409: 'insufficient subscription',
  410: 'invalid subscribe action for this feed',
  412: 'option messages are only available in MsgPack format',
  413: 'star subscription is not allowed for option quotes',
}
const STOCK_CHANNELS = ['trades', 'quotes', 'bars', 'updatedBars', 'dailyBars', 'statuses', 'lulds', 'imbalances']
/** What a subscription to trades brings with it. */
const WITH_TRADES = ['corrections', 'cancelErrors']
const CHANNEL_OF: Readonly<Record<string, string>> = {
  t: 'trades',
  q: 'quotes',
  b: 'bars',
  c: 'corrections',
  x: 'cancelErrors',
}

/** The streams of the vendor, the stock feeds under `/v2` and the option feeds under `/v1beta1`. Source: README.md. */
export function streamHost(http: Server, options: StreamOptions): StreamHost {
  const sessions = new Set<Session>()
  const connected: string[] = []
  const waiting = new Set<() => void>()
  const server = new WebSocketServer({ server: http })
  server.on('connection', (socket, request) => {
    const path = new URL(request.url ?? '/', 'http://vendor').pathname
    connected.push(path)
    const binary = path.startsWith('/v1beta1') || request.headers['content-type'] === 'application/msgpack'
    const session: Session = { socket, path, binary, authenticated: false, channels: {} }
    const timer = setTimeout(() => {
      if (!session.authenticated) refuse(session, 404)
    }, options.authTimeoutMs ?? 10_000)
    socket.on('close', () => {
      clearTimeout(timer)
      sessions.delete(session)
    })
    socket.on('message', (data: Buffer) => {
      handle(session, data, sessions, options)
      for (const look of waiting) look()
    })
    send(session, [{ T: 'success', msg: 'connected' }])
    const { 'apca-api-key-id': id, 'apca-api-secret-key': secret } = request.headers
    if (id) authenticate(session, { key: id, secret }, sessions, options)
  })
  return {
    connected,
    publish: (path, ...frames) => publishTo(sessions, path, frames),
    subscribed: (path, isReached) =>
      new Promise((resolve) => {
        const look = () => {
          const channels = [...sessions].find((it) => it.path === path && it.authenticated)?.channels
          if (!channels || !isReached(channels)) return
          waiting.delete(look)
          resolve(channels)
        }
        waiting.add(look)
        look()
      }),
    drop: () => {
      for (const { socket } of sessions) socket.terminate()
    },
    [Symbol.dispose]() {
      for (const client of server.clients) client.terminate()
      server.close()
    },
  }
}

function send({ socket, binary }: Session, messages: readonly object[]): void {
  socket.send(binary ? encode(messages) : JSON.stringify(messages))
}

function refuse(session: Session, code: number): void {
  send(session, [{ T: 'error', code, msg: ERRORS[code] }])
  // The vendor ends the connection where no further attempt can help it.
  if ([402, 404, 406, 409].includes(code)) session.socket.close()
}

function handle(session: Session, data: Buffer, sessions: Set<Session>, options: StreamOptions): void {
  const message = parse(session, data)
  if (!message) return void refuse(session, 400)
  if (message['action'] === 'auth') return void authenticate(session, message, sessions, options)
  if (!session.authenticated) return void refuse(session, 401)
  if (message['action'] === 'subscribe' || message['action'] === 'unsubscribe') subscribe(session, message)
  else refuse(session, 400)
}

function parse({ binary }: Session, data: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = binary ? decode(data) : JSON.parse(data.toString())
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    // An option stream also reads a request that is written in JSON.
    return binary && data[0] === 0x7b ? parse({ binary: false } as Session, data) : null
  }
}

function authenticate(
  session: Session,
  given: Record<string, unknown>,
  sessions: Set<Session>,
  options: StreamOptions,
) {
  if (session.authenticated) return void refuse(session, 403)
  const known = options.accepted.some(({ id, secret }) => id === given['key'] && secret === given['secret'])
  if (!known) return void refuse(session, 402)
  const { recentSip, opra } = options.grants()
  if ((session.path === '/v2/sip' && !recentSip) || (session.path === '/v1beta1/opra' && !opra)) {
    return void refuse(session, 409)
  }
  const open = [...sessions].filter(({ path }) => path === session.path).length
  if (open >= (options.connections ?? 1)) return void refuse(session, 406)
  session.authenticated = true
  sessions.add(session)
  send(session, [{ T: 'success', msg: 'authenticated' }])
}

function subscribe(session: Session, message: Record<string, unknown>): void {
  const isOption = session.path.startsWith('/v1beta1')
  const wanted = Object.entries(message).filter(([name]) => name !== 'action')
  const foreign = wanted.some(([name]) => !(isOption ? ['trades', 'quotes'] : STOCK_CHANNELS).includes(name))
  if (foreign) return void refuse(session, 410)
  const symbolsOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])
  if (isOption && symbolsOf(message['quotes']).includes('*')) return void refuse(session, 413)
  for (const [name, value] of wanted) {
    const now = new Set(session.channels[name])
    for (const symbol of symbolsOf(value)) {
      if (message['action'] === 'subscribe') now.add(symbol)
      else now.delete(symbol)
    }
    session.channels[name] = [...now]
  }
  const trades = session.channels['trades'] ?? []
  if (!isOption) for (const name of WITH_TRADES) session.channels[name] = [...trades]
  const names = isOption ? ['trades', 'quotes'] : [...STOCK_CHANNELS, ...WITH_TRADES]
  const lists = Object.fromEntries(names.map((name) => [name, session.channels[name] ?? []]))
  send(session, [{ T: 'subscription', ...lists }])
}

function publishTo(sessions: Set<Session>, path: string, frames: readonly Frame[]): void {
  for (const session of sessions) {
    if (session.path !== path) continue
    const wanted = frames.filter(({ T, S }) => {
      const symbols = session.channels[CHANNEL_OF[T] ?? '']
      return symbols?.includes(S) || symbols?.includes('*')
    })
    if (wanted.length > 0)
      send(
        session,
        wanted.map((it) => timed(it, session.binary)),
      )
  }
}

/** In msgpack an instant is its timestamp extension, in JSON a text. */
function timed(frame: Frame, binary: boolean): object {
  const t = frame['t']
  return typeof t === 'number' ? { ...frame, t: binary ? new Date(t) : new Date(t).toISOString() } : frame
}
