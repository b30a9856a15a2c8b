import type { Server } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'

/** The stream `trade_updates` of the stub brokerage. */
export interface StubStream {
  /** Connections that were opened so far. */
  readonly handshakes: number
  /** Connections that listen now. */
  readonly listening: number
  /** Refuses every sign-in. */
  refuses: boolean
  /** Loses every update. */
  loses: boolean
  /** Sends an update to all that listen, in a binary frame as the paper endpoint does. */
  publish(event: string, order: object, fields?: object): void
  /** Sends a frame as it is. */
  sendRaw(frame: string | Uint8Array): void
  /** Breaks every connection off. */
  cut(): void
  close(): void
}

interface Keys {
  readonly keyId: string
  readonly secret: string
}

/** https://docs.alpaca.markets/docs/websocket-streaming */
export function stubStream(server: Server, { keyId, secret }: Keys): StubStream {
  const sockets = new WebSocketServer({ server, path: '/stream' })
  const listening = new Set<WebSocket>()
  let handshakes = 0
  const binary = (socket: WebSocket, message: object) => socket.send(Buffer.from(JSON.stringify(message)))
  const stream: StubStream = {
    get handshakes() {
      return handshakes
    },
    get listening() {
      return listening.size
    },
    refuses: false,
    loses: false,
    publish(event, order, fields = {}) {
      if (stream.loses) return
      const data = { event, order, execution_id: 'e', timestamp: '2026-11-20T15:00:02Z', ...fields }
      for (const socket of listening) binary(socket, { stream: 'trade_updates', data })
    },
    sendRaw(frame) {
      for (const socket of listening) socket.send(frame)
    },
    cut() {
      for (const socket of sockets.clients) socket.terminate()
    },
    close() {
      stream.cut()
      sockets.close()
    },
  }
  sockets.on('connection', (socket) => {
    handshakes++
    let isSignedIn = false
    socket.on('close', () => listening.delete(socket))
    socket.on('message', (raw) => {
      const { action, data } = JSON.parse(String(raw)) as { action: string; data: Record<string, unknown> }
      if (action === 'authenticate') {
        isSignedIn = !stream.refuses && data['key_id'] === keyId && data['secret_key'] === secret
        const status = isSignedIn ? 'authorized' : 'unauthorized'
        return binary(socket, { stream: 'authorization', data: { action, status } })
      }
      if (!isSignedIn) return binary(socket, { action: 'error', data: { error_message: 'not authenticated' } })
      if (action !== 'listen') return
      listening.add(socket)
      binary(socket, { stream: 'listening', data })
    })
  })
  return stream
}
