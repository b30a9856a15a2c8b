import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Log } from '../logger.ts'
import type { Metrics } from './metrics.ts'

const PATH = '/metrics'
/** A scrape reads small bodies and headers; nothing here needs longer. */
const TIMEOUT_MS = 10_000

const NO_TOKEN = 'Send the METRICS_TOKEN of this service as Authorization: Bearer.\n'

export interface MetricsServerOptions {
  readonly host: string
  readonly port: number
  /** What a scrape must send as a bearer token; undefined: anybody may read. */
  readonly token: string | undefined
  readonly log: Log
}

export interface MetricsServer extends AsyncDisposable {
  readonly port: number
}

/**
 * Serves the metrics on a port of their own, so that the port of users never shows them. Without a
 * token it has no sign-in: whoever reaches the port reads the metrics, which contain no addresses, names or secrets of
 * users.
 */
export async function metricsServer(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  { host, port, token, log }: MetricsServerOptions,
): Promise<MetricsServer> {
  const isAllowed = bearerCheck(token)
  const server = createServer({ requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS }, async (request, response) => {
    if (request.url?.split('?')[0] !== PATH) return void response.writeHead(404).end('The metrics are at /metrics.\n')
    if (request.method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end()
    if (!isAllowed(request.headers.authorization)) {
      response.writeHead(401, { 'www-authenticate': 'Bearer realm="metrics"' }).end(NO_TOKEN)
      return
    }
    try {
      const text = await metrics.text()
      response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text)
    } catch (error) {
      log.error({ err: error }, 'the metrics could not be read')
      response.writeHead(503).end('The metrics could not be read. See the log.\n')
    }
  })
  server.listen(port, host)
  await once(server, 'listening')
  return { port: portOf(server, port), [Symbol.asyncDispose]: () => closed(server) }
}

function portOf(server: Server, wanted: number): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : wanted
}

async function closed(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}

/** Digests are compared, so that the time reveals neither a length nor a position. */
function bearerCheck(token: string | undefined): (header: string | undefined) => boolean {
  if (token === undefined) return () => true
  const expected = digest(`Bearer ${token}`)
  return (header = '') => timingSafeEqual(digest(header.replace(/^bearer +/i, 'Bearer ')), expected)
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
