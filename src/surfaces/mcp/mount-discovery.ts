import type { FastifyInstance } from 'fastify'
import { problem } from '../rest/problem.ts'

/**
 * Paths where clients look for an OAuth server before they use their credentials. There is none, and the answer must be
 * JSON, because some clients fail on anything else.
 */
const PATHS = [
  '/.well-known/oauth-*',
  '/.well-known/openid-configuration',
  '/.well-known/openid-configuration/*',
  '/mcp/.well-known/*',
  '/register',
]

const BODY = JSON.stringify(
  problem(
    'not_found',
    'There is no OAuth server here. Send X-USER-EMAIL and X-USER-TOKEN, or a bearer token, to /mcp.',
  ),
)

export function mountDiscovery(server: FastifyInstance): void {
  for (const url of PATHS) {
    server.route({
      method: ['GET', 'POST'],
      url,
      handler: (_request, reply) =>
        reply.code(404).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(BODY),
    })
  }
}
