import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Prepared, sendPrepared } from '../rest/prepared.ts'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
}

/** Files under this folder carry a hash of their content in their name. */
const HASHED = 'assets/'
const FOREVER = 'public, max-age=31536000, immutable'
const ASK_AGAIN = 'public, no-cache'

/** Addresses of pages, as the build lists them. */
const Paths = z.array(z.string().startsWith('/')).min(1)

/**
 * The web application as it was built: its files by their exact names, and the one document under the address of each
 * page. The set is read once and fixed, so that no path of a request ever reaches the disk.
 */
export function mountWeb(server: FastifyInstance, folder: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => extname(name) in CONTENT_TYPES,
  )
  for (const name of names) {
    if (name === 'index.html') continue
    mountFile(server, `/${name}`, preparedFile(folder, name), name.startsWith(HASHED) ? FOREVER : ASK_AGAIN)
  }
  const document = preparedFile(folder, 'index.html')
  const paths = Paths.parse(JSON.parse(readFileSync(join(folder, 'paths.json'), 'utf8')))
  for (const path of paths) mountFile(server, path, document, ASK_AGAIN)
}

function mountFile(server: FastifyInstance, path: string, prepared: Prepared, cacheControl: string): void {
  server.get(path, async (request, reply) => {
    await sendPrepared(request, reply, prepared, cacheControl)
    return reply
  })
}

function preparedFile(folder: string, name: string): Prepared {
  const contentType = CONTENT_TYPES[extname(name)] ?? 'application/octet-stream'
  return new Prepared({ text: readFileSync(join(folder, name), 'utf8'), contentType })
}
