import type { FastifyInstance } from 'fastify'
import { once } from '../../lib/async/once.ts'
import type { OpenApiDocument } from '../rest/openapi-document.ts'
import { Prepared, sendPrepared } from '../rest/prepared.ts'
import { docsPage } from './docs-page.ts'
import { DOCS_STYLE } from './docs-style.ts'

/** A separate path, because the page may not contain styles. */
const STYLE_PATH = '/docs/style.css'

/** The documentation page without scripts, rendered at the first request. */
export function mountDocs(server: FastifyInstance, document: () => OpenApiDocument): void {
  const page = once(
    () => new Prepared({ text: docsPage(document(), STYLE_PATH), contentType: 'text/html; charset=utf-8' }),
  )
  const style = once(() => new Prepared({ text: DOCS_STYLE, contentType: 'text/css; charset=utf-8' }))
  for (const [path, prepared] of [
    ['/docs', page],
    [STYLE_PATH, style],
  ] as const) {
    server.get(path, async (request, reply) => {
      await sendPrepared(request, reply, prepared(), 'public, no-cache')
      return reply
    })
  }
}
