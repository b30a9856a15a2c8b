import type { FastifyInstance } from 'fastify'
import { Histogram, type Registry } from 'prom-client'

/** Seconds; the first bounds are those of answers from memory. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Routes are templates, so the number of series has a bound; what reaches no route is `unmatched`. */
export function measureHttp(registry: Registry, server: FastifyInstance): void {
  const duration = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its response, by route.',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code'] as const,
    buckets: SECONDS,
    registers: [registry],
  })
  server.addHook('onResponse', (request, reply, done) => {
    const labels = {
      http_request_method: request.method,
      http_route: request.routeOptions.url ?? 'unmatched',
      http_response_status_code: reply.statusCode,
    }
    duration.observe(labels, reply.elapsedTime / 1_000)
    done()
  })
}
