/**
 * A server that speaks the recorded formats of the vendors: documents, pages, streams and faults, on loopback. Contents are
 * invented; the shapes are those of the vendors.
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { Answering } from '../http/fault-server.ts'

export interface VendorRequest {
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
}

/** Undefined: there is no such thing, which the vendor answers in its own way. */
export type Route = (request: VendorRequest) => unknown

export interface VendorServer extends AsyncDisposable {
  readonly url: string
  readonly requests: VendorRequest[]
  /** How many requests went to paths that hold a text. */
  count(part: string): number
  /** The next requests to paths that hold a text are answered so instead, until it is called with null. */
  fail(part: string, answer: Answering | null): void
  readonly server: ReturnType<typeof createServer>
}

export interface VendorServerOptions {
  readonly route: Route
  readonly missing: { readonly status: number; readonly body: string }
  /** A refusal for requests that lack something, before anything else. */
  readonly refuse?: (request: VendorRequest) => { readonly status: number; readonly body: string } | null
}

export async function vendorServer({ route, missing, refuse }: VendorServerOptions): Promise<VendorServer> {
  const requests: VendorRequest[] = []
  const faults = new Map<string, Answering>()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://vendor.test')
    const asked = { path: decodeURIComponent(url.pathname), query: url.searchParams, headers: request.headers }
    requests.push(asked)
    const fault = [...faults].find(([part]) => `${asked.path}${url.search}`.includes(part))?.[1]
    if (fault) return fault(request, response)
    const refusal = refuse?.(asked)
    if (refusal) return plain(response, refusal.status, refusal.body)
    const body = route(asked)
    return body === undefined ? plain(response, missing.status, missing.body) : sendJson(request, response, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address === 'string' || !address) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    server,
    count: (part) => requests.filter(({ path }) => path.includes(part)).length,
    fail(part, answer) {
      if (answer) faults.set(part, answer)
      else faults.delete(part)
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function plain(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': body.startsWith('<') ? 'application/xml' : 'application/json' })
  response.end(body)
}

function sendJson(request: IncomingMessage, response: ServerResponse, body: unknown): void {
  const text = JSON.stringify(body)
  const etag = `"${createHash('sha256').update(text).digest('hex').slice(0, 16)}"`
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, { etag })
    response.end()
    return
  }
  const gzip = String(request.headers['accept-encoding']).includes('gzip')
  response.writeHead(200, {
    'content-type': 'application/json',
    etag,
    ...(gzip ? { 'content-encoding': 'gzip' } : {}),
  })
  response.end(gzip ? gzipSync(text) : text)
}
