import type { FastifyInstance } from 'fastify'
import { once } from '../../lib/async/once.ts'
import { API_PREFIX } from './mount-operations.ts'
import type { OpenApiDocument } from './openapi-document.ts'
import { Prepared, sendPrepared } from './prepared.ts'

/** The document is created at the first request, so that the start does not wait for it and the address is known. */
export function mountOpenApi(server: FastifyInstance, document: () => OpenApiDocument): void {
  const contentType = 'application/json; charset=utf-8'
  const prepared = once(() => new Prepared({ text: JSON.stringify(document()), contentType }))
  server.get(`${API_PREFIX}/openapi.json`, async (request, reply) => {
    await sendPrepared(request, reply, prepared(), 'public, no-cache')
    return reply
  })
}
