import type { FastifyInstance, FastifyReply } from 'fastify'
import { problem } from '../rest/problem.ts'

/**
 * Paths where apps look for an OAuth server before they use their credentials. Where there is none the answer must be
 * JSON, because some apps fail on anything else.
 */
const PATHS = [
  '/.well-known/oauth-*',
  '/.well-known/openid-configuration',
  '/.well-known/openid-configuration/*',
  '/mcp/.well-known/*',
]

const BODY = JSON.stringify(
  problem(
    'not_found',
    'There is no OAuth metadata at this address. Send X-USER-EMAIL and X-USER-TOKEN, or a bearer token, to /mcp.',
  ),
)

export function sendNoMetadata(reply: FastifyReply): FastifyReply {
  return reply.code(404).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(BODY)
}

export function mountDiscovery(server: FastifyInstance): void {
  for (const url of PATHS) {
    server.route({ method: ['GET', 'POST'], url, handler: (_request, reply) => sendNoMetadata(reply) })
  }
}
