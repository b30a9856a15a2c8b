import { WebSocket } from 'ws'

// biome-ignore lint/suspicious/noExplicitAny: a test reads messages as JSON
export type FeedMessage = Record<string, any>

/** A real client of the bell feed. */
export interface FeedClient extends AsyncDisposable {
  readonly socket: WebSocket
  readonly messages: FeedMessage[]
  /** When there are so many messages. */
  until(count: number): Promise<readonly FeedMessage[]>
  say(message: unknown): void
  readonly closed: Promise<number>
}

/** Connects; rejects with the status of the answer where the service does not upgrade. */
export function feedClient(url: string, headers: Record<string, string>): Promise<FeedClient> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers })
  const messages: FeedMessage[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  socket.on('message', (bytes: Buffer) => {
    messages.push(JSON.parse(bytes.toString()))
    for (const each of waiting) if (messages.length >= each.count) each.resolve()
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  const client: FeedClient = {
    socket,
    messages,
    closed,
    async until(count) {
      if (messages.length < count) await new Promise<void>((resolve) => waiting.push({ count, resolve }))
      return messages
    },
    say: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    async [Symbol.asyncDispose]() {
      socket.terminate()
      await closed
    },
  }
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve(client))
    socket.on('unexpected-response', (request, response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      response.on('end', () => {
        reject(Object.assign(new Error(text), { status: response.statusCode }))
        request.destroy()
      })
    })
    socket.on('error', (error) => reject(error))
  })
}
