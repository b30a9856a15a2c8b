import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { AppError } from '../../lib/errors.ts'
import { handleError } from '../../surfaces/rest/handle-error.ts'
import { readJsonBodies } from '../../surfaces/rest/json-body.ts'
import { AccessLog } from './access-log.ts'
import { answerInTime } from './answer-deadline.ts'
import { endConnections, limitConnections } from './connections.ts'
import { KnownRoutes } from './known-routes.ts'
import { REQUEST_ID_HEADER, requestIds } from './request-ids.ts'
import { securityHeaders } from './security-headers.ts'
import { dropSlowReaders } from './slow-readers.ts'
import { refuseAmbiguousTargets, refuseUnreadable, TRANSPORT } from './transport.ts'

/** Default body limit of a route. */
const MAX_BODY_BYTES = 64 * 1024
/**
 * Low enough to leave file handles for the store. Open feeds are not included: they have their own limit. As many
 * connections may wait to be accepted: with Node's 511, an attacker's connections took the places of all others while the
 * process was busy for seconds.
 */
export const MAX_CONNECTIONS = 4096
/** The default of MAX_CONNECTIONS_PER_ADDRESS. */
const MAX_CONNECTIONS_PER_ADDRESS = 200
/** An accepted URL has no longer parameter, so every path parameter reaches its schema. */
const MAX_PARAMETER_LENGTH = 8 * 1024

export interface ServerParts {
  readonly log: FastifyBaseLogger
  readonly publicUrl: string
  /** Whether one proxy precedes this process, so that its `X-Forwarded-*` headers are trusted. */
  readonly trustProxy: boolean
  /** Connections that one address may have open; not checked behind a proxy. */
  readonly maxConnectionsPerAddress?: number
  /** Whether a request names this service as its host; every host is accepted if absent. */
  readonly isOwnHost?: (host: string | undefined) => boolean
  readonly newId: () => string
  readonly monotonicMs: () => number
}

/** The HTTP server with everything that all routes share; the surfaces mount their routes before it listens. */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const headers = securityHeaders({ isHttps: parts.publicUrl.startsWith('https:') })
  const access = new AccessLog(parts.log)
  const newRequestId = requestIds(parts.newId)
  const server: FastifyInstance = fastify({
    ...TRANSPORT,
    clientErrorHandler: refuseUnreadable(access, newRequestId),
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger per request costs more than the line that it writes; faults name their request themselves.
    childLoggerFactory: (logger) => logger,
    genReqId: newRequestId,
    bodyLimit: MAX_BODY_BYTES,
    // One hop: entries further left in X-Forwarded-For come from the client.
    trustProxy: parts.trustProxy && ((_address: string, hop: number) => hop === 0),
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    frameworkErrors: (error, request, reply) => {
      access.watchOne(reply)
      handleError(error, request, reply.headers(headers).header(REQUEST_ID_HEADER, request.id))
    },
  })
  server.server.maxConnections = MAX_CONNECTIONS
  // Refused by `refuseAmbiguousTargets`, like every other request that cannot be accepted.
  server.server.on('checkExpectation', (request, response) => server.routing(request, response))
  access.watch(server)
  server.addHook('onRequest', (request, reply, next) => {
    reply.headers(headers)
    reply.header(REQUEST_ID_HEADER, request.id)
    next()
  })
  server.addHook('onRequest', refuseAmbiguousTargets)
  const { isOwnHost } = parts
  if (isOwnHost) server.addHook('onRequest', (request, _reply, next) => next(foreignHost(request, isOwnHost)))
  const routes = new KnownRoutes()
  routes.watch(server)
  answerInTime(server, parts.monotonicMs)
  dropSlowReaders(server, parts.monotonicMs)
  endConnections(server)
  limitConnections(server, parts.trustProxy ? null : (parts.maxConnectionsPerAddress ?? MAX_CONNECTIONS_PER_ADDRESS))
  readJsonBodies(server)
  server.setErrorHandler(handleError)
  server.setNotFoundHandler((request, reply) => handleError(routes.refusal(request), request, reply))
  return server
}

/** Health checks name hosts of their own, and the MCP endpoint has a stricter check. */
const ANY_HOST = /^\/(health|health\/ready|mcp)(\?|$)/

function foreignHost({ url, headers }: FastifyRequest, isOwnHost: (host: string | undefined) => boolean) {
  if (isOwnHost(headers.host) || ANY_HOST.test(url)) return undefined
  const advice = 'Use its own address, which the operator sets with PUBLIC_URL, or with ALLOWED_HOSTS for others.'
  return new AppError('forbidden', `The Host header names another service. ${advice}`)
}

/** Zod checks what comes and goes, so Fastify's own compilers, a hundred modules at every start, are not loaded. */
function noSchemas(): never {
  throw new Error('A route has no JSON schema: its operation checks input and output.')
}
