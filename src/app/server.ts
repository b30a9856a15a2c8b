import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { handleError } from '../surfaces/rest/error-map.ts'
import { readJsonBodies } from '../surfaces/rest/json-body.ts'
import { problem } from '../surfaces/rest/problem.ts'
import { KnownRoutes } from './known-routes.ts'
import { logRequests } from './request-log.ts'
import { securityHeaders } from './security-headers.ts'
import { dropSlowReaders } from './slow-readers.ts'
import { refuseOddTargets, TRANSPORT } from './transport.ts'

/** What a route takes unless it says otherwise. */
const BODY_BYTES = 64 * 1024
/** Few enough to keep files open for the store. Open feeds come on top: they have a bound of their own. */
const MAX_CONNECTIONS = 4096
/** Longer parameters do not fit a URL that is let in, so every path parameter reaches its schema. */
const MAX_PARAMETER_LENGTH = 8 * 1024

export interface ServerParts {
  readonly log: FastifyBaseLogger
  readonly publicUrl: string
  /** Whether one proxy stands before this process and its `X-Forwarded-*` lines are to be believed. */
  readonly trustProxy: boolean
  readonly newId: () => string
  readonly monotonicMs: () => number
}

/** The HTTP server with everything that holds for all routes; the surfaces mount theirs on it before it listens. */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const headers = await securityHeaders({ isHttps: parts.publicUrl.startsWith('https:') })
  const server: FastifyInstance = fastify({
    ...TRANSPORT,
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request costs more than the line that it writes; faults name their request themselves.
    childLoggerFactory: (logger) => logger,
    genReqId: requestIds(parts.newId),
    bodyLimit: BODY_BYTES,
    // One hop: what stands further left in X-Forwarded-For was written by the client.
    trustProxy: parts.trustProxy && ((_address: string, hop: number) => hop === 0),
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    frameworkErrors: (error, request, reply) => handleError(error, request, reply.headers(headers)),
  })
  server.server.maxConnections = MAX_CONNECTIONS
  server.server.on('checkExpectation', (_request, response) => {
    const body = problem('expectation_failed', 'Leave out the Expect header, or send 100-continue.')
    response.writeHead(body.status, { ...headers, 'content-type': 'application/problem+json; charset=utf-8' })
    response.end(JSON.stringify(body))
  })
  server.addHook('onRequest', (_request, reply, next) => {
    reply.headers(headers)
    next()
  })
  server.addHook('onRequest', refuseOddTargets)
  const routes = new KnownRoutes()
  routes.watch(server)
  logRequests(server)
  dropSlowReaders(server, parts.monotonicMs)
  readJsonBodies(server)
  server.setErrorHandler(handleError)
  server.setNotFoundHandler((request, reply) => handleError(routes.refusal(request), request, reply))
  return server
}

/** Ids for the log: unique, in order, and far cheaper than a random one for each request. */
function requestIds(newId: () => string): () => string {
  const start = newId()
  let count = 0
  return () => `${start}-${(++count).toString(36)}`
}
