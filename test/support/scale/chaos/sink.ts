import { createHash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/**
 * How the sink treats every other request. `refusing`: it ends the connection without an answer. An endpoint that fails
 * five times in a row would get nothing for a minute, and a walk of a minute saw nothing of it.
 */
export type SinkMood = 'well' | 'refusing' | 'unavailable' | 'slow'

/** Longer than the service needs to notice that a process has died, and shorter than it waits for an answer. */
const SLOW_MS = 6_000
/** On the way of an answer. A connection that nobody cuts is kept for longer. */
const ANSWERING_MS = 1_000

/** A webhook that reached the sink; of a body only what tells it from others. */
export interface SinkCall {
  /** Of the clock of the test. */
  readonly atMs: number
  readonly path: string
  /** Of the delivery. */
  readonly id: string
  readonly digest: string
  /** Null where there was none. */
  status: number | null
  /** Whether its connection broke before the answer, or so soon after it that it may not have arrived. */
  isCut: boolean
}

export interface ChaosSink extends AsyncDisposable {
  readonly port: number
  readonly calls: SinkCall[]
  become(mood: SinkMood): void
}

/** Where the webhooks of accounts go. */
export async function chaosSink(): Promise<ChaosSink> {
  const calls: SinkCall[] = []
  let setMood: SinkMood = 'well'
  const answer = (call: SinkCall, response: ServerResponse, status: number) => {
    // Only an answer that can still be read counts as one.
    if (response.destroyed) return
    call.status = status
    response.writeHead(status).end()
  }
  const noteCut = (call: SinkCall, socket: Socket) => {
    const cut = () => {
      call.isCut = true
    }
    socket.setMaxListeners(0).once('close', cut)
    setTimeout(() => socket.off('close', cut), ANSWERING_MS + (setMood === 'slow' ? SLOW_MS : 0))
  }
  const server = createServer((request, response) => {
    const hash = createHash('sha256')
    request.on('data', (chunk: Buffer) => hash.update(chunk))
    request.on('end', () => {
      const { url: path = '', headers } = request
      const id = String(headers['webhook-id']).replace(/^msg_/, '')
      const arrived = { atMs: performance.now(), path, id, digest: hash.digest('base64url') }
      const call: SinkCall = { ...arrived, status: null, isCut: false }
      const mood = calls.push(call) % 2 === 0 ? setMood : 'well'
      noteCut(call, request.socket)
      if (mood === 'refusing') request.socket.destroy()
      else if (mood === 'slow') setTimeout(() => answer(call, response, 200), SLOW_MS)
      else answer(call, response, mood === 'well' ? 200 : 503)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    port,
    calls,
    become(next) {
      setMood = next
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
