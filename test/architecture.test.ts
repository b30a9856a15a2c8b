import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const src = join(import.meta.dirname, '../src')

/** Which folders each folder may import; its own always. The table stands in `src/README.md` too. */
const allowed: Record<string, string[]> = {
  lib: [],
  domain: ['lib'],
  ports: ['lib', 'domain'],
  store: ['lib', 'domain'],
  adapters: ['lib', 'domain', 'ports'],
  operations: ['lib', 'domain', 'ports', 'store'],
  surfaces: ['lib', 'domain', 'ports', 'store', 'operations'],
  workers: ['lib', 'domain', 'ports', 'store', 'operations'],
  web: ['lib', 'domain', 'operations'],
  app: ['lib', 'domain', 'ports', 'store', 'adapters', 'operations', 'surfaces', 'workers'],
}

/** The packages that each folder may name; `node:` stands for everything of Node's own. */
const packages: Record<string, RegExp> = {
  lib: /^node:/,
  domain: /^zod$/,
  ports: /^$/,
  store: /^(kysely|better-sqlite3|node:.*)$/,
  adapters:
    /^(yauzl|nodemailer|openai|openai\/.*|@alpacahq\/alpaca-trade-api|@modelcontextprotocol\/sdk\/.*|@msgpack\/msgpack|undici|ipaddr\.js|web-push|zod|node:.*)$/,
  operations: /^zod$/,
  surfaces: /^(fastify|@fastify\/.*|@modelcontextprotocol\/sdk\/.*|zod|node:.*)$/,
  workers: /^node:/,
  web: /^(preact|preact\/.*|preact-iso|uplot|uplot\/.*|lightweight-charts|zod|virtual:routes)$/,
  app: /^(fastify|@fastify\/.*|pino|zod|node:.*)$/,
}

/** From these only types may be taken: the parts themselves are passed in. */
const typesOnly: Record<string, string[]> = {
  operations: ['ports', 'store'],
  surfaces: ['ports', 'store'],
  workers: ['ports', 'store'],
  web: ['operations'],
}

interface Import {
  readonly from: string
  readonly typeOnly: boolean
}

/** The recipe of the build runs on its own, in Node, and is no part of the pages. */
const RECIPE = 'web/vite.config.ts'

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && file !== RECIPE,
)
const inRings = files.filter((file) => file.includes('/'))

describe.each(inRings)('%s', (file) => {
  const ring = ringOf(file)
  const imports = importsOf(readFileSync(join(src, file), 'utf8'))

  it('imports only what its ring may know', () => {
    const breaches = imports.filter(({ from, typeOnly }) => !mayImport(file, ring, from, typeOnly))

    expect(breaches).toEqual([])
  })
})

describe('the house', () => {
  it('has a row in the import table for every ring', () => {
    expect([...new Set(inRings.map(ringOf))].filter((ring) => !(ring in allowed))).toEqual([])
  })

  it('keeps the clock, chance and the environment in app, and the clock of the pages in one file', () => {
    const clocks = (file: string) => ringOf(file) === 'app' || file === 'web/browser.ts'
    const forbidden =
      /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID\(|\bprocess\.env\b|\bperformance\.now\(/
    const breaches = inRings.filter(
      (file) => !clocks(file) && forbidden.test(withoutComments(readFileSync(join(src, file), 'utf8'))),
    )

    expect(breaches).toEqual([])
  })

  it('keeps files short: none over 400 lines, nine in ten within 250', () => {
    const lengths = files.map((file) => [readFileSync(join(src, file), 'utf8').split('\n').length, file] as const)
    const tooLong = lengths.filter(([length]) => length > 400)
    const sorted = lengths.map(([length]) => length).sort((a, b) => a - b)

    expect(tooLong).toEqual([])
    expect(sorted[Math.floor(sorted.length * 0.9)] ?? 0).toBeLessThanOrEqual(250)
  })

  it('casts only where rows are read and where vendors are met', () => {
    const edges = ['store', 'adapters']
    // Stored columns come back by name: their types are known by the kind of the document alone.
    // An answer of the service has the type of its operation: the pages say so where they receive and keep it.
    const decoders = ['lib/node/packed-columns.ts', 'app/import/join-documents.ts', 'web/client.ts', 'web/answer.ts']
    const casts = inRings.filter((file) => {
      const text = stringless(withoutComments(readFileSync(join(src, file), 'utf8')))
      const code = text
        .replace(/^(import|export) [^;]*? from ''$/gm, '')
        .replace(/\bas const\b|\[\] as |\bin [^\n;]*? as /g, '')
        .replace(/>[^<>{}]*</g, '><')
      return !edges.includes(ringOf(file)) && !decoders.includes(file) && /[\w)\]}'] as [\w({[]/.test(code)
    })

    expect(casts).toEqual([])
  })
})

function ringOf(file: string): string {
  return file.split('/')[0] ?? ''
}

function importsOf(text: string): Import[] {
  const statements = withoutComments(text).matchAll(/^(?:import|export)\s([^;'"]*?from\s+)?['"]([^'"]+)['"]/gm)
  const found = [...statements].map(([statement, , from]) => ({
    from: from ?? '',
    typeOnly: /^(import|export)\s+type\b/.test(statement),
  }))
  const lazy = [...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)].map(([, from]) => ({
    from: from ?? '',
    typeOnly: false,
  }))
  return [...found, ...lazy]
}

function mayImport(file: string, ring: string, from: string, typeOnly: boolean): boolean {
  if (!from.startsWith('.')) return mayUsePackage(file, ring, from)
  const target = relative(src, join(src, file, '..', from))
  const targetRing = ringOf(target)
  if (targetRing === ring) return ring !== 'adapters' || sameAdapter(file, target)
  if (!(allowed[ring] ?? []).includes(targetRing)) return false
  if (target.startsWith('lib/node/') && ['domain', 'ports', 'web'].includes(ring)) return false
  return typeOnly || !(typesOnly[ring] ?? []).includes(targetRing)
}

function mayUsePackage(file: string, ring: string, name: string): boolean {
  if (ring === 'lib') return file.startsWith('lib/node/') && name.startsWith('node:')
  return packages[ring]?.test(name) === true
}

/**
 * An adapter is the folder `adapters/<kind>/<name>`; what lies directly in the kind's folder is shared by the kind. Only
 * the kind's own `index.ts` knows all of them, and none of them knows it.
 */
function sameAdapter(file: string, target: string): boolean {
  const [, kind, name] = file.split('/')
  const [, targetKind, targetName] = target.split('/')
  if (kind !== targetKind || targetName === 'index.ts') return false
  return name === 'index.ts' || name === targetName || targetName?.endsWith('.ts') === true
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/ .*$/gm, '')
}

function stringless(text: string): string {
  return text.replace(/'[^'\n]*'|`[^`]*`/g, "''")
}
