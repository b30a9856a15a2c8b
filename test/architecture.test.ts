import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cyclesOf } from './support/import-cycles.ts'

const src = join(import.meta.dirname, '../src')

/** Which contexts each context may import; its own always. The picture in `src/README.md` shows the same. */
const LOWER: Record<string, string[]> = {
  lib: [],
  store: ['lib'],
  pricing: ['lib'],
  // Who may call is decided by the account of the caller.
  catalogue: ['lib', 'accounts/contract', 'accounts/domain'],
  accounts: ['lib', 'store', 'catalogue'],
  // A notification names a symbol.
  notifications: ['lib', 'store', 'catalogue', 'accounts', 'market/contract'],
  market: ['lib', 'store', 'catalogue', 'pricing'],
  analytics: ['lib', 'store', 'catalogue', 'pricing', 'market'],
  flow: ['lib', 'store', 'catalogue', 'pricing', 'market', 'analytics'],
  'trade-ideas': ['lib', 'store', 'catalogue', 'pricing', 'market', 'analytics', 'flow'],
  receiver: ['lib', 'store', 'catalogue', 'pricing', 'market', 'analytics', 'flow', 'trade-ideas'],
  alerts: [
    'lib',
    'store',
    'catalogue',
    'pricing',
    'market',
    'analytics',
    'flow',
    'trade-ideas',
    'accounts',
    'notifications',
  ],
}
/** Vendors of market data and of orders: everything else decides by capabilities, which are on the ports. */
const VENDORS = ['alpaca', 'cboe']
/** A field of `/health`, the setting that an operator has to change, and publications that a formula is taken from. */
const PUBLIC_WORDS =
  /\balpaca_paper\b|\bALPACA_PAPER\b|Cboe, VIX Mathematics Methodology, 2022|Cboe daily market statistics/g
const CONTEXTS = Object.keys(LOWER)
/** These stand above the contexts and know them; nobody knows `app`. */
const ABOVE: Record<string, string[]> = {
  surfaces: CONTEXTS,
  web: CONTEXTS,
  app: [...CONTEXTS, 'surfaces'],
}

/** The folders inside a context that hold adapters, one folder for each vendor or format. */
const ADAPTERS = ['sources', 'import', 'channels', 'deciders', 'brokers', 'mailers']
/** Definitions of adapters and the lists of them, which rules and pages read without loading what an adapter works with. */
const DEFINITIONS =
  /^(market\/sources\/(index|[^/]+\/definition)|notifications\/channels\/(definitions|[^/]+\/definition))\.ts$/
/** What each part of a context may import, of its own context and of lower ones; its own part always. */
const PARTS: Record<string, string[]> = {
  // What an adapter says of itself, as data: its name, title and capabilities.
  definition: ['domain'],
  // Lists of words and bounds have their home in the domain.
  contract: ['definition', 'domain'],
  domain: ['contract', 'definition'],
  ports: ['contract', 'domain', 'definition', 'store'],
  store: ['contract', 'domain'],
  operations: ['contract', 'domain', 'ports', 'store'],
  workers: ['contract', 'domain', 'ports', 'store', 'operations'],
  adapters: ['contract', 'domain', 'definition', 'ports'],
  surfaces: ['contract', 'domain', 'ports', 'store', 'operations'],
  web: ['contract', 'domain', 'definition'],
  app: ['contract', 'domain', 'definition', 'ports', 'store', 'operations', 'workers', 'adapters', 'surfaces'],
}
/** From these only types may be taken: the objects themselves are passed in. */
const TYPES_ONLY: Record<string, string[]> = {
  // No schema, and so no zod, gets into the pages, directly or by way of a domain.
  domain: ['contract'],
  web: ['contract'],
  ports: ['store'],
  operations: ['ports', 'store'],
  workers: ['ports', 'store'],
  surfaces: ['ports', 'store'],
}

/** The packages that each part may name; `node:` stands for everything of Node's own. */
const PACKAGES: Record<string, RegExp> = {
  definition: /^$/,
  contract: /^zod$/,
  domain: /^$/,
  ports: /^$/,
  store: /^(kysely|better-sqlite3|pg|@redis\/client|node:.*)$/,
  operations: /^zod$/,
  workers: /^node:/,
  adapters:
    /^(yauzl|nodemailer|openai|openai\/.*|@anthropic-ai\/sdk|@anthropic-ai\/sdk\/.*|@google\/genai|@alpacahq\/alpaca-trade-api|@modelcontextprotocol\/sdk\/.*|@msgpack\/msgpack|undici|ipaddr\.js|lru-cache|web-push|zod|node:.*)$/,
  surfaces:
    /^(fastify|@fastify\/.*|@resvg\/resvg-js|light-my-request|oidc-provider|@modelcontextprotocol\/sdk\/.*|zod|node:.*)$/,
  web: /^(@simplewebauthn\/browser|preact|preact\/.*|preact-iso|uplot|uplot\/.*|lightweight-charts|uqr|zod|virtual:routes)$/,
  app: /^(@opentelemetry\/.*|fastify|helmet|hyparquet-writer|pino|piscina|prom-client|zod|node:.*)$/,
  // Readers of settings are schemas.
  lib: /^(@simplewebauthn\/server|bowser|otpauth|p-limit|zod)$/,
  node: /^node:/,
}
/** A bounded map for all but the pages and the contracts. */
const BOUNDED_MAP = 'lru-cache'

/** Import cycles that are still to be broken. */
const CYCLES: string[][] = []

interface Import {
  readonly from: string
  readonly typeOnly: boolean
}

/** The recipe of the build runs on its own, in Node, and is no part of the pages. */
const RECIPE = 'web/vite.config.ts'

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && file !== RECIPE,
)
const inContexts = files.filter((file) => file.includes('/'))

describe.each(inContexts)('%s', (file) => {
  it('imports only what its place may know', () => {
    const breaches = importsOf(read(file)).filter((it) => !mayImport(file, it))

    expect(breaches).toEqual([])
  })
})

describe('the house', () => {
  it('has a row in the tables for every context and every part of one', () => {
    const unknown = inContexts.filter((file) => !(contextOf(file) in { ...LOWER, ...ABOVE }) || !partOf(file))

    expect(unknown).toEqual([])
  })

  it('keeps folders small: none holds more than 25 files', () => {
    const all = ['../src', '.'].flatMap((root) =>
      readdirSync(join(import.meta.dirname, root), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(join(import.meta.dirname, '..'), entry.parentPath)),
    )
    const counts = Map.groupBy(all, (folder) => folder)
    const tooMany = [...counts].filter(([, { length }]) => length > 25).map(([folder, { length }]) => [folder, length])

    expect(tooMany).toEqual([])
  })

  it('has no import cycles, types included', () => {
    const targetsOf = (file: string) =>
      importsOf(read(file)).flatMap(({ from }) => (from.startsWith('.') ? [targetOf(file, from)] : []))
    const cycles = cyclesOf(new Map(files.map((file) => [file, targetsOf(file)])))

    expect(cycles).toEqual(CYCLES)
  })

  it('keeps the clock, chance and the environment in app, and the clock of the pages in one file', () => {
    const clocks = (file: string) => contextOf(file) === 'app' || file === 'web/browser.ts'
    const forbidden =
      /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID\(|\bprocess\.env\b|\bperformance\.now\(/
    const breaches = inContexts.filter((file) => !clocks(file) && forbidden.test(withoutComments(read(file))))

    expect(breaches).toEqual([])
  })

  it('keeps files short: none over 400 lines, nine in ten within 250', () => {
    const lengths = files.map((file) => [read(file).split('\n').length, file] as const)
    const tooLong = lengths.filter(([length]) => length > 400)
    const sorted = lengths.map(([length]) => length).sort((a, b) => a - b)

    expect(tooLong).toEqual([])
    expect(sorted[Math.floor(sorted.length * 0.9)] ?? 0).toBeLessThanOrEqual(250)
  })

  it('keeps state where it can be seen: at most 5 WeakMaps, each with its reason above it', () => {
    const weak = inContexts.flatMap((file) => {
      const lines = read(file).split('\n')
      return lines.flatMap((line, index) =>
        /\bnew Weak(Map|Set)\b/.test(line) ? [{ file, reason: lines[index - 1] ?? '' }] : [],
      )
    })

    expect(weak.length).toBeLessThanOrEqual(5)
    expect(weak.filter(({ reason }) => !/^\s*(\*\/|\/\/|\/\*\*)/.test(reason))).toEqual([])
  })

  it('names bounds MAX_ and MIN_', () => {
    const breaches = inContexts.filter((file) => /\b(MOST|LEAST)_[A-Z]/.test(read(file)))

    expect(breaches).toEqual([])
  })

  it('names a vendor in its own folders and in app alone', () => {
    const breaches = inContexts.filter((file) => {
      const isRegistry = ADAPTERS.some((kind) => file.endsWith(`/${kind}/index.ts`))
      const code = withoutComments(read(file)).replace(PUBLIC_WORDS, '')
      return (
        contextOf(file) !== 'app' && !isRegistry && VENDORS.some((it) => !hasFolder(file, it) && nameOf(it).test(code))
      )
    })

    expect(breaches).toEqual([])
  })

  it('casts only where rows are read and where vendors are met', () => {
    const edges = ['store', 'adapters']
    // Stored columns come back by name: their types are known by the kind of the document alone.
    // An answer of the service has the type of its operation: the pages say so where they receive and keep it.
    const decoders = ['lib/node/packed-columns.ts', 'app/import/join-documents.ts', 'web/client.ts', 'web/answer.ts']
    const casts = inContexts.filter((file) => {
      const text = stringless(withoutComments(read(file)))
      const code = text
        .replace(/^(import|export) [^;]*? from ''$/gm, '')
        .replace(/\bas const\b|\[\] as |\bin [^\n;]*? as /g, '')
        .replace(/>[^<>{}]*</g, '><')
      return !edges.includes(partOf(file) ?? '') && !decoders.includes(file) && /[\w)\]}'] as [\w({[]/.test(code)
    })

    expect(casts).toEqual([])
  })
})

/** Whether a file lies in the folder of a vendor's adapter. */
function hasFolder(file: string, vendor: string): boolean {
  const [, kind = '', folder] = file.split('/')
  return ADAPTERS.includes(kind) && folder === vendor
}

function nameOf(vendor: string): RegExp {
  return new RegExp(vendor, 'i')
}

function read(file: string): string {
  return readFileSync(join(src, file), 'utf8')
}

function contextOf(file: string): string {
  return file.split('/')[0] ?? ''
}

/** Undefined for a file that lies in no part of its context. */
function partOf(file: string): string | undefined {
  const [context = '', folder = ''] = file.split('/')
  if (context in ABOVE || context === 'store') return context
  if (context === 'pricing') return 'domain'
  if (context === 'lib') return folder === 'node' ? 'node' : 'lib'
  if (context === 'catalogue') return 'operations'
  if (DEFINITIONS.test(file)) return 'definition'
  if (ADAPTERS.includes(folder)) return 'adapters'
  if (folder === 'contract.ts') return 'contract'
  return folder in PARTS ? folder : undefined
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

/** Path below `src` of what a file imports by a relative path. */
function targetOf(file: string, from: string): string {
  return relative(src, join(src, file, '..', from))
}

function mayImport(file: string, { from, typeOnly }: Import): boolean {
  if (!from.startsWith('.')) return mayUsePackage(file, from)
  const target = targetOf(file, from)
  return mayKnowContext(file, target, typeOnly) && mayKnowPart(file, target, typeOnly)
}

function mayKnowContext(file: string, target: string, typeOnly: boolean): boolean {
  const context = contextOf(file)
  if (context === contextOf(target)) return true
  // The pages are typed by the list of operations.
  if (context === 'web' && target === 'app/operations.ts') return typeOnly
  return (LOWER[context] ?? ABOVE[context] ?? []).some((it) => target.startsWith(`${it}/`))
}

function mayKnowPart(file: string, target: string, typeOnly: boolean): boolean {
  const part = partOf(file) ?? ''
  const targetPart = partOf(target) ?? ''
  if (targetPart === 'lib' || (contextOf(file) === 'web' && target === 'app/operations.ts')) return true
  if (targetPart === 'node') return !['lib', 'contract', 'domain', 'ports', 'web'].includes(part)
  if (part === 'adapters' && targetPart === 'adapters') return sameAdapter(file, target)
  if (part !== targetPart && !(PARTS[part] ?? []).includes(targetPart)) return false
  return typeOnly || part === targetPart || !(TYPES_ONLY[part] ?? []).includes(targetPart)
}

function mayUsePackage(file: string, name: string): boolean {
  const part = partOf(file) ?? ''
  if (name === BOUNDED_MAP) return !['contract', 'ports', 'web'].includes(part)
  return PACKAGES[part]?.test(name) === true
}

/**
 * An adapter is the folder `<context>/<kind>/<name>`; what lies directly in the kind's folder is shared by the kind.
 * Only the kind's own `index.ts` knows all of them, and none of them knows it.
 */
function sameAdapter(file: string, target: string): boolean {
  const [context, kind, name] = file.split('/')
  const [targetContext, targetKind, targetName] = target.split('/')
  if (context !== targetContext || kind !== targetKind) return false
  if (kind === 'import') return true
  if (targetName === 'index.ts') return false
  return name === 'index.ts' || name === targetName || targetName?.endsWith('.ts') === true
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/ .*$/gm, '')
}

function stringless(text: string): string {
  return text.replace(/'[^'\n]*'|`[^`]*`/g, "''")
}
