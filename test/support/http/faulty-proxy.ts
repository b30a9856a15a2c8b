import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a reverse proxy does wrong; without anything it forwards all as it came. */
export interface Faults {
  /** Answers itself where it returns true. */
  readonly instead?: (request: IncomingMessage, response: ServerResponse) => boolean
  readonly host?: string
  /** The path that it forwards to. */
  readonly path?: (path: string) => string
  /** Changes headers of the answer. */
  readonly headers?: (headers: Record<string, string | string[] | undefined>) => void
  /** Changes the body of the answer. */
  readonly body?: (text: string) => string
}

export interface FaultyProxy extends AsyncDisposable {
  readonly url: string
  /** The service behind it, known once it listens. */
  target: string
  faults: Faults
}

/** A reverse proxy over real HTTP, which a test breaks. */
export async function faultyProxy(): Promise<FaultyProxy> {
  const server = createServer((incoming, response) => forward(incoming, response, proxy))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: '',
    faults: {},
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
  return proxy
}

function forward(incoming: IncomingMessage, response: ServerResponse, { target, faults }: FaultyProxy): void {
  if (faults.instead?.(incoming, response)) {
    incoming.resume()
    return
  }
  const { method, headers, url = '/' } = incoming
  const { hostname, port } = new URL(target)
  const host = faults.host ?? headers.host
  const path = faults.path?.(url) ?? url
  const onward = request(
    { hostname, port, method, path, headers: { ...headers, host, 'accept-encoding': 'identity' } },
    (answer) => {
      const changed: Record<string, string | string[] | undefined> = { ...answer.headers }
      faults.headers?.(changed)
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const body = faults.body?.(text) ?? text
        if (method !== 'HEAD') changed['content-length'] = String(Buffer.byteLength(body))
        delete changed['transfer-encoding']
        response.writeHead(answer.statusCode ?? 500, definedIn(changed)).end(body)
      })
    },
  )
  onward.on('error', () => response.writeHead(502).end())
  incoming.pipe(onward)
}

function definedIn(headers: Record<string, string | string[] | undefined>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
