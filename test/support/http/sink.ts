import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SinkCall {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A status, or what else the peer does with a request: it may hold it until it is released. */
export type SinkAnswer =
  | number
  | { readonly status: number; readonly headers?: Record<string, string> }
  | 'hold'
  | 'reset'
  /** It is answered with 200, late. */
  | 'stall'

const STALL_MS = 400

/** A real HTTP server that remembers what it was sent and answers as it is told, by path. */
export interface Sink extends AsyncDisposable {
  readonly url: string
  readonly calls: SinkCall[]
  /** Answers of a path in their order; the last one stays. */
  script(path: string, ...answers: readonly SinkAnswer[]): void
  /** Answers of all paths by the number of the call, before any script. */
  misbehave(answerTo: ((call: number) => SinkAnswer) | null): void
  /** Forgets the calls so far, such as the test that a new URL is sent. */
  forget(): void
  /** Answers 200 to all that is held. */
  release(): void
  readonly held: () => number
}

export async function sink(): Promise<Sink> {
  const calls: SinkCall[] = []
  const scripts = new Map<string, SinkAnswer[]>()
  let held: ServerResponse[] = []
  let faults: ((call: number) => SinkAnswer) | null = null
  let count = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      calls.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() })
      const script = scripts.get(path) ?? [200]
      const answer = faults ? faults(count++) : ((script.length > 1 ? script.shift() : script[0]) ?? 200)
      if (answer === 'stall') setTimeout(() => response.writeHead(200).end('ok'), STALL_MS)
      else if (answer === 'hold') held.push(response)
      else if (answer === 'reset') request.socket.destroy()
      else if (typeof answer === 'number') response.writeHead(answer).end('said by the peer')
      else response.writeHead(answer.status, answer.headers).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    script: (path, ...answers) => void scripts.set(path, [...answers]),
    misbehave(answerTo) {
      faults = answerTo
    },
    forget: () => void calls.splice(0),
    held: () => held.length,
    release() {
      for (const response of held) response.writeHead(200).end('ok')
      held = []
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
