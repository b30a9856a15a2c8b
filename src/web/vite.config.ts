import { createHash } from 'node:crypto'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { operations } from '../app/operations.ts'
import type { Operation } from '../catalogue/operation.ts'
import { PATHS } from './paths.ts'

const ROUTES = 'virtual:routes'
/** The code of the pages. */
const code = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname }).map((file) =>
  readFileSync(join(import.meta.dirname, file), 'utf8'),
)

/** Method and path of each operation that a page names, so that the pages need no second list of routes. */
function routesOfTheCatalogue(): Plugin {
  const routes = operations.flatMap(({ name, route }: Operation) =>
    route && code.some((text) => text.includes(`'${name}'`)) ? [[name, `${route.method} ${route.path}`] as const] : [],
  )
  return {
    name: 'routes-of-the-catalogue',
    resolveId: (id) => (id === ROUTES ? `\0${ROUTES}` : undefined),
    load: (id) =>
      id === `\0${ROUTES}` ? `export const routes = ${JSON.stringify(Object.fromEntries(routes))}` : undefined,
  }
}

/** The module of each page, by its name, as `app.tsx` loads it. */
const MODULES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...readFileSync(join(import.meta.dirname, 'app.tsx'), 'utf8').matchAll(
      /(\w+): \w+\(\(\) =>\s*import\('\.\/([^']+)'/g,
    ),
  ].map(([, name = '', file = '']) => [name, file]),
)

/**
 * Lists the paths of pages for the server, each with the files that its page needs besides those of the start, so that
 * a browser requests them together with the document's own. Every other path is a 404.
 */
function pathsForTheService(): Plugin {
  return {
    name: 'paths-for-the-service',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((it) => it.type === 'chunk')
      const entry = chunks.find((it) => it.isEntry)
      if (!entry) return this.error('The build has no entry.')
      const filesOf = (chunk: typeof entry, found = new Set<string>()): Set<string> => {
        found.add(chunk.fileName)
        for (const file of chunk.viteMetadata?.importedCss ?? []) found.add(file)
        for (const it of chunks) if (chunk.imports.includes(it.fileName) && !found.has(it.fileName)) filesOf(it, found)
        return found
      }
      const known = filesOf(entry)
      const pages = Object.entries(PATHS).map(([name, path]) => {
        const module = MODULES[name]
        const chunk = chunks.find(({ facadeModuleId: id }) => module && id === join(import.meta.dirname, module))
        return [path, chunk ? [...filesOf(chunk)].filter((file) => !known.has(file)).map((file) => `/${file}`) : []]
      })
      this.emitFile({ type: 'asset', fileName: 'paths.json', source: JSON.stringify(Object.fromEntries(pages)) })
    },
  }
}

const WORKER = join(import.meta.dirname, 'installed/service-worker.js')
const PUBLIC = join(import.meta.dirname, 'public')

/** Writes the service worker of a build: its code, the files that it keeps, and their version. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const built = Object.keys(bundle).filter((name) => /^assets\/.*\.(js|css)$/.test(name))
      const copied = readdirSync(PUBLIC, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'))
      const entry = Object.values(bundle).find((it) => it.type === 'chunk' && it.isEntry)
      if (!entry) return this.error('The build has no entry.')
      const code = readFileSync(WORKER, 'utf8')
      const hash = createHash('sha256').update(code).update(built.sort().join())
      for (const name of copied.sort()) hash.update(readFileSync(join(PUBLIC, name)))
      const constants = {
        VERSION: hash.digest('hex').slice(0, 16),
        DOCUMENT: { path: PATHS.market, entry: `/${entry.fileName}` },
        FILES: [...built, ...copied].map((name) => `/${name}`),
        PAGES: Object.values(PATHS).map((path) => `^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
      }
      const head = Object.entries(constants).map(([name, value]) => `const ${name} = ${JSON.stringify(value)}\n`)
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: head.join('') + code })
    },
  }
}

/**
 * Small modules of the same pages, in one file each: over HTTP/1.1 a browser requests six files at once, and on a slow
 * network each round takes half a second.
 */
const GROUPS = [
  {
    name: 'start',
    test: /preact\/|virtual:routes|accounts\/domain\/plan\.ts|web\/(answer|browser|client|ui\/states|ui\/form\/field)\.tsx?$/,
  },
  {
    name: 'market',
    test: /web\/(ui\/(figure|panel|source-line)|watchlist\/(star|use-watchlist)|symbol\/symbol-link|market-state)\.tsx?$/,
  },
  { name: 'table', test: /web\/ui\/table\/(table|column-heads|sorting)\.tsx?$/ },
  {
    name: 'symbol-parts',
    test: /web\/(alerts\/all-alerts|charts\/(bar-time|crosshair|price-lines|price-chart|chart-input|idea-lines)|symbol\/symbol-head|symbol\/volatility\/cone-lines)\.tsx?$/,
  },
]

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [routesOfTheCatalogue(), pathsForTheService(), serviceWorker()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: join(import.meta.dirname, '../../dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy forbids inline scripts and styles, so small files stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      // Reading a property has no side effects in the pages.
      treeshake: { propertyReadSideEffects: false },
      // The start of the site names every file, and hashes do not compress.
      output: {
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        codeSplitting: { includeDependenciesRecursively: false, groups: GROUPS },
      },
    },
  },
})
