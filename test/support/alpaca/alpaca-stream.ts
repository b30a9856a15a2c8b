import { decode, EXT_TIMESTAMP, ExtensionCodec, encode, encodeTimeSpecToTimestamp } from '@msgpack/msgpack'
import { type WebSocket, WebSocketServer } from 'ws'
import { ALPACA_KEYS, type AlpacaServer } from './alpaca-server.ts'

export interface AlpacaStream extends AsyncDisposable {
  readonly url: string
  /** Paths of the handshakes, in order. */
  readonly handshakes: string[]
  /** Names that an open connection is subscribed to. */
  subscribed(path: string, channel?: Channel): Set<string>
  /** Messages of the open connections that asked to subscribe or to unsubscribe, in order. */
  readonly asked: Record<string, unknown>[]
  /** Sends messages to the open connection of a path. */
  send(path: string, ...messages: object[]): void
  /** Sends a frame as it is. */
  sendRaw(path: string, frame: string | Uint8Array): void
  /** Everything that either side had sent on the open connections has arrived, and what it was answered. */
  settled(): Promise<void>
  /** Breaks every connection of a path off. */
  cut(path: string): void
  /** Answers no more messages, though the connection stays. */
  silent: boolean
  /** Refuses every subscription with a code, on the paths that hold a text. */
  refuse: number | null
  refuseOn: string
  /** Paths of the connections that have ended, in order. */
  readonly ended: string[]
  /** Names of a channel that the account may subscribe to. */
  readonly most: Record<Channel, number>
}

export type Channel = 'trades' | 'quotes'

interface Open {
  readonly path: string
  readonly socket: WebSocket
  names: Record<Channel, Set<string>>
}

const CHANNELS: readonly Channel[] = ['trades', 'quotes']
const FRACTION_DIGITS = 9

/** Both streams of Alpaca beside its HTTP interface: options in msgpack alone, stocks in JSON. */
export function alpacaStream(server: AlpacaServer): AlpacaStream {
  const sockets = new WebSocketServer({ noServer: true })
  const open: Open[] = []
  const stream: AlpacaStream = {
    url: server.url.replace('http', 'ws'),
    handshakes: [],
    silent: false,
    refuse: null,
    refuseOn: '',
    ended: [],
    asked: [],
    most: { trades: Number.POSITIVE_INFINITY, quotes: 1000 },
    subscribed: (path, channel = 'trades') =>
      open.findLast((each) => each.path.includes(path))?.names[channel] ?? new Set(),
    send(path, ...messages) {
      const to = open.findLast((each) => each.path.includes(path))
      to?.socket.send(written(to.path, messages))
    },
    sendRaw: (path, frame) => open.findLast((each) => each.path.includes(path))?.socket.send(frame),
    async settled() {
      // The first round brings the questions, the second the answers.
      for (let round = 0; round < 2; round++) await Promise.all(open.map(({ socket }) => roundTrip(socket)))
    },
    cut(path) {
      const some = open.filter((it) => it.path.includes(path))
      for (const each of some) open.splice(open.indexOf(each), 1)
      for (const each of some) each.socket.terminate()
    },
    async [Symbol.asyncDispose]() {
      for (const { socket } of open) socket.terminate()
      await new Promise((resolve) => sockets.close(resolve))
    },
  }
  server.server.on('upgrade', (request, socket, head) => {
    const path = request.url ?? ''
    stream.handshakes.push(`${path} ${request.headers['content-type']}`)
    sockets.handleUpgrade(request, socket, head, (webSocket) => serve(webSocket, path, stream, open))
  })
  return stream
}

/** Frames of a connection keep their order. */
async function roundTrip(socket: WebSocket): Promise<void> {
  if (socket.readyState !== socket.OPEN) return
  await new Promise<void>((resolve) => {
    const done = () => {
      socket.off('pong', done)
      socket.off('close', done)
      resolve()
    }
    socket.on('pong', done)
    socket.on('close', done)
    socket.ping()
  })
}

function serve(socket: WebSocket, path: string, stream: AlpacaStream, open: Open[]): void {
  const each: Open = { path, socket, names: { trades: new Set(), quotes: new Set() } }
  const send = (...messages: object[]) => socket.send(written(path, messages))
  socket.on('close', () => {
    stream.ended.push(path)
    const place = open.indexOf(each)
    if (place >= 0) open.splice(place, 1)
  })
  socket.on('message', (data) => {
    if (stream.silent) return
    const message = read(path, data as Buffer)
    if (message['action'] === 'auth') {
      const fine = message['key'] === ALPACA_KEYS.keyId && message['secret'] === ALPACA_KEYS.secret
      if (fine) open.push(each)
      send(fine ? { T: 'success', msg: 'authenticated' } : { T: 'error', code: 402, msg: 'auth failed' })
    } else if (stream.refuse !== null && path.includes(stream.refuseOn))
      send({ T: 'error', code: stream.refuse, msg: 'no' })
    else {
      stream.asked.push(message)
      send(changed(each, message, stream.most))
    }
  })
  send({ T: 'success', msg: 'connected' })
}

/** The list of subscriptions after a change, or a refusal that leaves them as they were. */
function changed({ path, names }: Open, message: Record<string, unknown>, most: AlpacaStream['most']): object {
  for (const channel of CHANNELS) {
    const some = (message[channel] ?? []) as string[]
    if (message['action'] === 'unsubscribe') {
      for (const name of some) names[channel].delete(name)
      continue
    }
    if (path.includes('v1beta1') && channel === 'quotes' && some.includes('*')) {
      return { T: 'error', code: 413, msg: 'star subscription is not allowed for option quotes' }
    }
    const after = new Set([...names[channel], ...some])
    if (after.size > most[channel]) return { T: 'error', code: 405, msg: 'symbol limit exceeded' }
    names[channel] = after
  }
  return { T: 'subscription', trades: [...names.trades], quotes: [...names.quotes] }
}

/** Instants of the options stream are timestamps of msgpack, with nanoseconds. */
function written(path: string, messages: readonly object[]): string | Uint8Array {
  if (!path.includes('v1beta1')) return JSON.stringify(messages)
  const plain = messages.map((message) =>
    Object.fromEntries(
      Object.entries(message).map(([name, value]) => [name, name === 't' ? new Instant(String(value)) : value]),
    ),
  )
  return encode(plain, { extensionCodec })
}

class Instant {
  readonly sec: number
  readonly nsec: number

  constructor(text: string) {
    this.sec = Math.floor(Date.parse(text) / 1000)
    this.nsec = Number((/\.(\d+)/.exec(text)?.[1] ?? '').padEnd(FRACTION_DIGITS, '0'))
  }
}

const extensionCodec = new ExtensionCodec()
extensionCodec.register({
  type: EXT_TIMESTAMP,
  encode: (value) => (value instanceof Instant ? encodeTimeSpecToTimestamp(value) : null),
  decode: () => null,
})

function read(path: string, data: Buffer): Record<string, unknown> {
  return (path.includes('v1beta1') ? decode(data) : JSON.parse(data.toString())) as Record<string, unknown>
}
