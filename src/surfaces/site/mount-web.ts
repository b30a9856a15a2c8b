import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Prepared, sendPrepared } from '../rest/prepared.ts'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
}

/** Files in this folder have a hash of their content in their name. */
const HASHED = 'assets/'
const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATE = 'public, no-cache'

/** Paths of pages, as listed by the build, each with the files that its page needs besides those of the start. */
const Paths = z
  .record(z.string().startsWith('/'), z.array(z.string().startsWith('/')))
  .refine((paths) => '/' in paths, 'must list the pages')

/**
 * Serves the built web application: its files by their exact names, and one document under the path of each page. The
 * set is fixed at the start, so no request path reaches the disk.
 */
export function mountWeb(server: FastifyInstance, folder: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => extname(name) in CONTENT_TYPES,
  )
  for (const name of names) {
    if (name === 'index.html') continue
    mountFile(server, `/${name}`, preparedFile(folder, name), name.startsWith(HASHED) ? IMMUTABLE : REVALIDATE)
  }
  const text = readFileSync(join(folder, 'index.html'), 'utf8')
  const document = prepared(text, '.html')
  const paths = Paths.parse(JSON.parse(readFileSync(join(folder, 'paths.json'), 'utf8')))
  for (const [path, files] of Object.entries(paths)) {
    mountFile(server, path, prepared(withFiles(text, files), '.html'), REVALIDATE)
  }
  // The pages show their own message for an unknown path, with the links that lead on.
  server.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || !isNavigation(request)) return
    reply.code(404)
    await sendPrepared(request, reply, document, REVALIDATE)
    return reply
  })
}

/** Paths of programs, whose errors stay JSON also in the address bar of a browser. */
const OF_PROGRAMS = /^\/(api|webhooks|mcp|health|assets)(\/|$)/

/** Whether a browser opens an address, and not a program or a page a file. */
function isNavigation({ method, headers, url }: FastifyRequest): boolean {
  return (
    method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '') && !OF_PROGRAMS.test(url.split('?', 1)[0] ?? '')
  )
}

function mountFile(server: FastifyInstance, path: string, prepared: Prepared, cacheControl: string): void {
  server.get(path, async (request, reply) => {
    await sendPrepared(request, reply, prepared, cacheControl)
    return reply
  })
}

/** The document, from which a browser learns what its page needs before the start of the site names it. */
function withFiles(document: string, files: readonly string[]): string {
  const links = files.map((file) =>
    file.endsWith('.css')
      ? `<link rel="stylesheet" crossorigin href="${file}">`
      : `<link rel="modulepreload" crossorigin href="${file}">`,
  )
  return document.replace('</head>', `${links.join('\n')}\n</head>`)
}

function preparedFile(folder: string, name: string): Prepared {
  const content = readFileSync(join(folder, name))
  const extension = extname(name)
  return prepared(extension === '.png' ? content : content.toString(), extension)
}

function prepared(text: string | Buffer, extension: string): Prepared {
  const contentType = CONTENT_TYPES[extension] ?? 'application/octet-stream'
  return new Prepared({ text, contentType, isLasting: true })
}
