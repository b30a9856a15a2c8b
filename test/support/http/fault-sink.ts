import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { TLSSocket, type TlsOptions } from 'node:tls'
import type { Certificate } from './certificates.ts'

export interface SinkRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly bytes: Buffer
}

export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** How the sink answers. */
export type Behaviour =
  | Reply
  /** Takes the request and says nothing. */
  | 'hang'
  /** Answers 200, then one byte of the body now and then, for ever. */
  | 'drip'
  /** Takes the request, then resets the connection. */
  | 'reset'
  /** Answers 200 and begins a body, then resets the connection. */
  | 'reset_in_body'
  /** Answers 200 and begins to send 10 GB. */
  | 'huge'
  /** Answers with bytes that are not HTTP. */
  | 'garbage'
  | ((request: SinkRequest) => Reply | Promise<Reply>)

export interface FaultSink extends AsyncDisposable {
  /** For what else listens on its port, such as a WebSocket. */
  readonly server: Server
  readonly origin: string
  readonly port: number
  /** `host:port`, as WEBHOOK_ALLOWED_HOSTS takes it. */
  readonly pair: string
  readonly requests: SinkRequest[]
  /** Connections that reached it, with or without a request. */
  readonly connections: () => number
  /** Bytes of bodies that it could write so far. */
  readonly written: () => number
  /** From the next request on; of several, each but the last is for one request. */
  behave(...behaviours: Behaviour[]): void
  /** Closes the connections that are kept alive, as a peer does that starts anew. */
  dropConnections(): void
  /** Resolves when an answer was given up by the other side before its end. */
  abandoned(): Promise<void>
  /** Resolves when the n-th request has arrived. */
  arrived(count: number): Promise<void>
}

export interface SinkOptions {
  readonly host?: string
  readonly tls?: TlsOptions & Certificate
  readonly behaviour?: Behaviour
}

const DRIP_MS = 15
const HUGE_BYTES = 10 * 1024 ** 3
const CHUNK = Buffer.alloc(64 * 1024, 'x')

/** An HTTP server on loopback that keeps what it is sent and fails as it is told. */
export async function faultSink({
  host = '127.0.0.1',
  tls,
  behaviour = { status: 204 },
}: SinkOptions = {}): Promise<FaultSink> {
  const requests: SinkRequest[] = []
  const sockets = new Set<Socket>()
  const waiting: { readonly count: number; readonly resolve: () => void }[] = []
  const abandoned = Promise.withResolvers<void>()
  let [connections, written] = [0, 0]
  let behaviours = [behaviour]
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    response.on('close', () => {
      if (!response.writableFinished) abandoned.resolve()
    })
    const request = await readRequest(incoming)
    requests.push(request)
    const current = behaviours[0] ?? 'hang'
    if (behaviours.length > 1) behaviours = behaviours.slice(1)
    for (const { count, resolve } of waiting) if (requests.length >= count) resolve()
    await behaveAs(current, request, response, (bytes) => {
      written += bytes
    })
  }
  const listener = (incoming: IncomingMessage, response: ServerResponse) =>
    void answer(incoming, response).catch(() => {})
  const server = tls ? createTlsServer({ ...tls }, listener) : createServer(listener)
  server.keepAliveTimeout = 60_000
  server.on('connection', (socket: Socket) => {
    connections++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
  })
  server.on('tlsClientError', () => {})
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const shownHost = host.includes(':') ? `[${host}]` : host
  return {
    server,
    origin: `${tls ? 'https' : 'http'}://${shownHost}:${port}`,
    port,
    pair: `${shownHost}:${port}`,
    requests,
    connections: () => connections,
    written: () => written,
    behave: (...next) => {
      behaviours = next
    },
    dropConnections: () => {
      for (const socket of sockets) socket.destroy()
    },
    abandoned: () => abandoned.promise,
    arrived: (count) =>
      new Promise((resolve) => (requests.length >= count ? resolve() : waiting.push({ count, resolve }))),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

async function readRequest(incoming: IncomingMessage): Promise<SinkRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
  return { method: incoming.method ?? '', path: incoming.url ?? '', headers, body: bytes.toString('utf8'), bytes }
}

async function behaveAs(
  behaviour: Behaviour,
  request: SinkRequest,
  response: ServerResponse,
  onWritten: (bytes: number) => void,
): Promise<void> {
  const { socket } = response
  if (behaviour === 'hang') return
  if (behaviour === 'reset') return void cut(socket)
  if (behaviour === 'garbage') return void socket?.end('220 mail.example ESMTP\r\n')
  if (behaviour === 'drip' || behaviour === 'reset_in_body') {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('.')
    if (behaviour === 'reset_in_body') return void setTimeout(() => cut(socket), DRIP_MS)
    const timer = setInterval(() => response.write('.'), DRIP_MS)
    response.on('close', () => clearInterval(timer))
    return
  }
  if (behaviour === 'huge') return writeHuge(response, onWritten)
  const {
    status = 200,
    headers = {},
    body = '',
  } = typeof behaviour === 'function' ? await behaviour(request) : behaviour
  response.writeHead(status, headers).end(body)
}

function cut(socket: Socket | null): void {
  if (socket instanceof TLSSocket) socket.destroy()
  else socket?.resetAndDestroy()
}

async function writeHuge(response: ServerResponse, onWritten: (bytes: number) => void): Promise<void> {
  response.writeHead(200, { 'content-length': String(HUGE_BYTES) })
  for (let sent = 0; sent < HUGE_BYTES && !response.destroyed; sent += CHUNK.length) {
    onWritten(CHUNK.length)
    if (!response.write(CHUNK)) await room(response)
  }
}

function room(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
  })
}
