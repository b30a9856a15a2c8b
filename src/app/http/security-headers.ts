import helmet from '@fastify/helmet'
import fastify from 'fastify'

/**
 * Security headers, the same on every response. Helmet computes them once, on a server that exists only for that:
 * computing them per request would double the cost of a small response.
 */
export async function securityHeaders({ isHttps }: { isHttps: boolean }): Promise<Readonly<Record<string, string>>> {
  const probe = fastify()
  await probe.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
      },
    },
    // URLs of webhooks may contain secrets.
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    // For obsolete browsers and plug-ins; each header costs time on every response.
    dnsPrefetchControl: false,
    ieNoOpen: false,
    permittedCrossDomainPolicies: false,
    xssFilter: false,
    originAgentCluster: false,
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  })
  probe.get('/', (_request, reply) => reply.code(204).send())
  const { headers } = await probe.inject('/')
  await probe.close()
  const isSecurityHeader = ([name, value]: [string, unknown]) =>
    typeof value === 'string' && !RESPONSE_HEADERS.has(name)
  return Object.fromEntries(
    Object.entries(headers)
      .filter(isSecurityHeader)
      .map(([name, value]) => [name, String(value)]),
  )
}

const RESPONSE_HEADERS = new Set([
  'date',
  'connection',
  'content-length',
  'content-type',
  'keep-alive',
  'transfer-encoding',
])
