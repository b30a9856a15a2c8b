import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { operations } from '../operations/index.ts'
import { PATHS } from './paths.ts'

const ROUTES = 'virtual:routes'

/** Method and path of each operation, taken from the catalogue itself: the pages hold no second list of routes. */
function routesOfTheCatalogue(): Plugin {
  const routes = operations.flatMap((it: (typeof operations)[number]) =>
    'route' in it && it.route ? [[it.name, { method: it.route.method, path: it.route.path }] as const] : [],
  )
  return {
    name: 'routes-of-the-catalogue',
    resolveId: (id) => (id === ROUTES ? `\0${ROUTES}` : undefined),
    load: (id) =>
      id === `\0${ROUTES}` ? `export const routes = ${JSON.stringify(Object.fromEntries(routes))}` : undefined,
  }
}

/** A name that nothing else has: what is called by it may be left out where its answer is not used. */
const PURE = 'schemaMaker'

/** Schemas of which others are made by a call of their own. */
const NAMED_SCHEMAS = ['TimeOfDay']

/**
 * Making a schema changes nothing else. With that known, schemas that the pages do not ask are left out of the build, and
 * their library with them, when a page uses a plain table or function that stands beside them.
 */
function unusedSchemasAreLeftOut(): Plugin {
  return {
    name: 'unused-schemas-are-left-out',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/src\/(domain|lib)\//.test(id) || !code.includes(`import { z } from 'zod'`)) return undefined
      return code.replace(`import { z } from`, `import { z as ${PURE} } from`).replaceAll(/\bz(?=\s*\.)/g, PURE)
    },
  }
}

/** Tells the service which addresses are pages, so that every other one stays a 404. */
function pathsForTheService(): Plugin {
  return {
    name: 'paths-for-the-service',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'paths.json', source: JSON.stringify(Object.values(PATHS)) })
    },
  }
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [routesOfTheCatalogue(), unusedSchemasAreLeftOut(), pathsForTheService()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: join(import.meta.dirname, '../../dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    // The policy allows no data: scripts or styles; small files stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: { treeshake: { manualPureFunctions: [PURE, ...NAMED_SCHEMAS], propertyReadSideEffects: false } },
  },
})
