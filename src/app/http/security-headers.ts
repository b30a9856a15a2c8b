import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'

/**
 * Security headers, the same on every response. Helmet writes them once, to a response that is never sent: computing
 * them per request would double the cost of a small response.
 */
export function securityHeaders({ isHttps }: { isHttps: boolean }): Readonly<Record<string, string>> {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  const write = helmet({
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
  write(request, response, (error) => {
    if (error) throw error
  })
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]))
}
