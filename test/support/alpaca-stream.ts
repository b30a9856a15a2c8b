import { decode, encode } from '@msgpack/msgpack'
import { type WebSocket, WebSocketServer } from 'ws'
import { ALPACA_KEYS, type AlpacaServer } from './alpaca-server.ts'

export interface AlpacaStream extends AsyncDisposable {
  readonly url: string
  /** Paths of the handshakes, in order. */
  readonly handshakes: string[]
  /** Names that an open connection is subscribed to. */
  subscribed(path: string): Set<string>
  /** Sends messages to the open connection of a path. */
  send(path: string, ...messages: object[]): void
  /** Sends a frame as it is. */
  sendRaw(path: string, frame: string | Uint8Array): void
  /** Breaks every connection of a path off. */
  cut(path: string): void
  /** Answers no more messages, though the connection stays. */
  silent: boolean
  /** Refuses every subscription with a code. */
  refuse: number | null
}

interface Open {
  readonly path: string
  readonly socket: WebSocket
  readonly names: Set<string>
}

/** Both streams of Alpaca beside its HTTP interface: options in msgpack alone, stocks in JSON. */
export function alpacaStream(server: AlpacaServer): AlpacaStream {
  const sockets = new WebSocketServer({ noServer: true })
  const open: Open[] = []
  const stream: AlpacaStream = {
    url: server.url.replace('http', 'ws'),
    handshakes: [],
    silent: false,
    refuse: null,
    subscribed: (path) => open.findLast((each) => each.path.includes(path))?.names ?? new Set(),
    send(path, ...messages) {
      const to = open.findLast((each) => each.path.includes(path))
      to?.socket.send(written(to.path, messages))
    },
    sendRaw: (path, frame) => open.findLast((each) => each.path.includes(path))?.socket.send(frame),
    cut(path) {
      for (const each of open.splice(0).filter((it) => it.path.includes(path))) each.socket.terminate()
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

function serve(socket: WebSocket, path: string, stream: AlpacaStream, open: Open[]): void {
  const each = { path, socket, names: new Set<string>() }
  const send = (...messages: object[]) => socket.send(written(path, messages))
  socket.on('close', () => {
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
    } else if (stream.refuse !== null) send({ T: 'error', code: stream.refuse, msg: 'no' })
    else {
      for (const name of message['trades'] as string[]) each.names.add(name)
      send({ T: 'subscription', trades: [...each.names], quotes: [] })
    }
  })
  send({ T: 'success', msg: 'connected' })
}

/** Instants of option trades are timestamps of msgpack, with nanoseconds. */
function written(path: string, messages: readonly object[]): string | Uint8Array {
  if (!path.includes('v1beta1')) return JSON.stringify(messages)
  const plain = messages.map((message) =>
    Object.fromEntries(
      Object.entries(message).map(([name, value]) => [name, name === 't' ? new Date(String(value)) : value]),
    ),
  )
  return encode(plain)
}

function read(path: string, data: Buffer): Record<string, unknown> {
  return (path.includes('v1beta1') ? decode(data) : JSON.parse(data.toString())) as Record<string, unknown>
}
