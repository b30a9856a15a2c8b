import type { FastifyInstance } from 'fastify'
import { namesSecret, redactUrl } from '../lib/redact-url.ts'

/**
 * One line for each request, without headers and without what a URL may hide. Logging as JSON escapes control
 * characters, so no request can forge a line.
 */
export function logRequests(server: FastifyInstance): void {
  const secretPaths: string[] = []
  server.addHook('onRoute', ({ url }) => {
    const start = secretStart(url)
    if (start !== undefined && !secretPaths.includes(start)) secretPaths.push(start)
  })
  // Its fields are made here, without secrets: looking for some in each line would cost as much as writing it.
  const log = server.log.child({}, { formatters: { log: (fields) => fields } })
  server.addHook('onResponse', (request, reply, done) => {
    log.info(
      {
        request_id: request.id,
        method: request.method,
        url: redactPath(redactUrl(request.url), secretPaths),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
    done()
  })
}

/** What stands before a path parameter that is a secret: `/unsubscribe/` of `/unsubscribe/:token`. */
function secretStart(url: string): string | undefined {
  for (const [parameter, name = ''] of url.matchAll(/:(\w+)/g)) {
    if (namesSecret(name)) return url.slice(0, url.indexOf(parameter))
  }
  return undefined
}

/** Under it a direct sender puts a secret into the URL, and may have mistyped its name. */
const WITHOUT_QUERY = '/webhooks/'

function redactPath(url: string, starts: readonly string[]): string {
  if (url.startsWith(WITHOUT_QUERY)) return url.split('?', 1)[0] ?? ''
  const start = starts.find((it) => url.startsWith(it))
  return start === undefined ? url : `${start}[redacted]`
}
