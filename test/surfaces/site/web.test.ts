import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mountWeb } from '../../../src/surfaces/site/mount-web.ts'
import { PATHS } from '../../../src/web/paths.ts'
import { webFolder, webIsBuilt } from '../../support/browser/web-service.ts'
import { type RestServer, restServer } from '../../support/http/rest-server.ts'

/** What the build says of its pieces, by name. */
type Manifest = Record<string, { file: string; imports?: string[]; isEntry?: boolean; isDynamicEntry?: boolean }>

describe.skipIf(!webIsBuilt)('the web pages over HTTP', () => {
  let rest: RestServer
  let server: FastifyInstance
  beforeAll(async () => {
    rest = await restServer()
    server = rest.server
    mountWeb(server, webFolder)
  })
  afterAll(() => rest[Symbol.asyncDispose]())

  const addresses = Object.values(PATHS).map((path) => path.replaceAll(/:\w+/g, 'SPY'))
  const scripts = () => [...document().matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '')
  const document = () => readFileSync(join(webFolder, 'index.html'), 'utf8')

  it.each(addresses)('%s is a page', async (url) => {
    const answer = await server.inject({ url })

    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('public, no-cache')
    expect(answer.headers['content-security-policy']).toContain("default-src 'self'")
    expect(answer.body).toContain('<div id="app">')
  })

  it('hold no script and no style of their own, and nothing from elsewhere', () => {
    expect(document()).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/i)
    const addresses = [...document().matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url)
    expect(addresses.filter((url) => !url.startsWith('/'))).toEqual([])
  })

  it('have files that may be kept for ever, compressed, each under its own type', async () => {
    const large = scripts().filter((url) => readFileSync(join(webFolder, url)).length > 1024)
    expect(large.length).toBeGreaterThanOrEqual(2)
    for (const url of large) {
      const answer = await server.inject({ url, headers: { 'accept-encoding': 'br' } })
      expect(answer.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-encoding': 'br',
        'content-type': url.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
      })
    }
  })

  it.each([
    ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8'],
    ['/service-worker.js', 'text/javascript; charset=utf-8'],
    ['/icons/icon-192.png', 'image/png'],
    ['/icons/maskable-512.png', 'image/png'],
    ['/icons/apple-touch-icon.png', 'image/png'],
  ])('%s is asked about again each time, under its own type and byte for byte', async (url, type) => {
    const answer = await server.inject({ url, headers: { 'accept-encoding': 'identity' } })

    expect(answer.headers).toMatchObject({ 'content-type': type, 'cache-control': 'public, no-cache' })
    expect(answer.rawPayload.equals(readFileSync(join(webFolder, url)))).toBe(true)
    const again = await server.inject({ url, headers: { 'if-none-match': String(answer.headers.etag) } })
    expect(again.statusCode).toBe(304)
  })

  it.each([
    '/symbols',
    '/symbols/SPY/nothing',
    '/assets/',
    '/assets/../index.html',
    '/index.html',
    '/paths.json',
    '/.vite/manifest.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/web/index.html',
  ])('%s is not one of them', async (url) => {
    expect((await server.inject({ url })).statusCode).toBe(404)
  })

  it('show their own message where a browser opens an unknown address, and leave errors of programs as JSON', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    const [page, program, file] = await Promise.all(
      ['/symbols/SPY/nothing', '/api/v1/nothing', '/assets/nothing.js'].map((url) => server.inject({ url, headers })),
    )

    expect(page?.statusCode).toBe(404)
    expect(page?.body).toContain('<div id="app">')
    expect(page?.headers['content-security-policy']).toContain("default-src 'self'")
    for (const answer of [program, file]) {
      expect(answer?.statusCode).toBe(404)
      expect(answer?.headers['content-type']).toMatch(/json/)
    }
  })

  it('name in their document the files that the page needs, which are there', async () => {
    const filesOf = (html: string) =>
      [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file)
    const [start, symbol, alerts] = await Promise.all(
      ['/', '/symbols/SPY', '/alerts'].map(async (url) => filesOf((await server.inject({ url })).body)),
    )
    const answers = await Promise.all((symbol ?? []).map((url) => server.inject({ url })))

    expect(symbol?.some((file) => /\/symbol-/.test(file))).toBe(true)
    expect(start?.some((file) => /\/market-overview-/.test(file))).toBe(true)
    expect(alerts?.some((file) => /\/market-overview-/.test(file))).toBe(false)
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    expect(new Set(symbol).size).toBe(symbol?.length)
  })

  it('are read, not written', async () => {
    const answer = await server.inject({ method: 'POST', url: '/alerts' })

    expect(answer.statusCode).toBe(405)
    expect(answer.headers.allow).toBe('GET, HEAD')
  })
})

describe.skipIf(!webIsBuilt)('the weight of the web pages', () => {
  const manifest: Manifest = webIsBuilt ? JSON.parse(readFileSync(join(webFolder, '.vite/manifest.json'), 'utf8')) : {}
  const kilobytes = (names: Iterable<string>) =>
    [...names].reduce((sum, name) => sum + gzipSync(readFileSync(join(webFolder, manifest[name]!.file))).length, 0) /
    1000

  /** A piece with all that it needs before it runs. */
  function withImports(name: string, found = new Set<string>()): Set<string> {
    if (found.has(name)) return found
    found.add(name)
    for (const needed of manifest[name]?.imports ?? []) withImports(needed, found)
    return found
  }

  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry) ?? ''
  /** Where a visit begins. */
  const FIRST = ['/market-overview.tsx', '/notifications.tsx', '/flow.tsx', '/watchlist.tsx']
  const pages = Object.keys(manifest).filter((name) => manifest[name]?.isDynamicEntry && !name.startsWith('charts/'))
  it('has a page for every address', () => {
    expect(pages.length).toBeGreaterThan(10)
    for (const file of FIRST) expect(pages.filter((name) => name.endsWith(file))).toHaveLength(1)
  })

  it.each(pages)('%s: at most 45 kB of script where a visit begins, 110 kB for a symbol, 130 kB elsewhere', (name) => {
    const needed = new Set([...withImports(entry), ...withImports(name)])
    const isFirst = FIRST.some((file) => name.endsWith(file))

    expect(kilobytes(needed)).toBeLessThanOrEqual(isFirst ? 45 : name.startsWith('symbol/') ? 110 : 130)
  })
})
