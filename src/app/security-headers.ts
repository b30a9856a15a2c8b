import helmet from '@fastify/helmet'
import fastify from 'fastify'

/**
 * Header lines against misuse by browsers, the same on every answer. Helmet decides them; it is asked once, on a server
 * that only exists for that, since asking it on every request doubles the cost of a small answer.
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
    // Secrets may stand in URLs of webhooks.
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    // For browsers and plug-ins that are gone; each line costs time on every answer.
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
  const isHelmets = ([name, value]: [string, unknown]) => typeof value === 'string' && !OF_THE_ANSWER.has(name)
  return Object.fromEntries(
    Object.entries(headers)
      .filter(isHelmets)
      .map(([name, value]) => [name, String(value)]),
  )
}

const OF_THE_ANSWER = new Set([
  'date',
  'connection',
  'content-length',
  'content-type',
  'keep-alive',
  'transfer-encoding',
])
