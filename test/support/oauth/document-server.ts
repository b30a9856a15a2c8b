import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { UserUrlClient } from '../../../src/notifications/channels/user-url-client.ts'
import { testClock } from '../clock.ts'
import { authority } from '../http/certificates.ts'

const NAME = 'docs.example'

/** A real HTTPS server under a name, where apps describe themselves, and the client that may reach it alone. */
export interface DocumentServer extends AsyncDisposable {
  readonly origin: string
  readonly requests: IncomingMessage[]
  readonly client: UserUrlClient
  /** What it answers from now on. */
  answer(with_: (response: ServerResponse, origin: string) => void): void
}

export async function documentServer(timeoutMs = 5_000): Promise<DocumentServer> {
  const roots = authority()
  const requests: IncomingMessage[] = []
  let reply: (response: ServerResponse, origin: string) => void = (response) => void response.writeHead(404).end()
  const server = createServer(roots.issue([NAME]), (request, response) => {
    requests.push(request)
    reply(response, origin)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `https://${NAME}:${port}`
  const client = new UserUrlClient({
    resolve: async () => ['127.0.0.1'],
    now: testClock().now,
    timeoutMs,
    allowedHosts: new Set([`${NAME}:${port}`]),
    ownHosts: new Set(),
    trustedRoots: roots.cert,
  })
  return {
    origin,
    requests,
    client,
    answer(with_) {
      reply = with_
    },
    async [Symbol.asyncDispose]() {
      await client.close()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

export function sendJson(response: ServerResponse, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
