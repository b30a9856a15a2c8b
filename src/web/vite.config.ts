import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { operations } from '../app/operations.ts'
import { PATHS } from './paths.ts'

const ROUTES = 'virtual:routes'

/** Method and path of each operation from the catalogue, so that the pages need no second list of routes. */
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

/** Lists the paths of pages for the server; every other path is a 404. */
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
  plugins: [routesOfTheCatalogue(), pathsForTheService()],
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
    // Reading a property has no side effects in the pages.
    rolldownOptions: { treeshake: { propertyReadSideEffects: false } },
  },
})
