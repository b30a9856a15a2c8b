import type { FastifyInstance } from 'fastify'
import { once } from '../../lib/once.ts'
import type { OpenApiDocument } from '../rest/openapi-document.ts'
import { Prepared, sendPrepared } from '../rest/prepared.ts'
import { docsPage } from './docs-page.ts'
import { DOCS_STYLE } from './docs-style.ts'

/** Where the style sheet is: beside the page, since the page may hold none itself. */
const STYLE_PATH = '/docs/style.css'

/** The document for people: one page without script, written when it is first asked for. */
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
