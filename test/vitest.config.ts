import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { ClosingLine } from './support/closing-line.ts'

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/properties.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // One more than the cores of a small machine: browsers, restarts and back-off leave them idle.
    maxWorkers: 3,
    pool: 'threads',
    // A worker keeps what it has loaded and compiled from one file to the next. So no file may leave anything behind:
    // `--sequence.shuffle.files` finds those that do.
    isolate: false,
    reporters: ['default', new ClosingLine()],
    // Node runs the numeric kernel as it is: behind the runner's import bindings its loops are about eight times slower.
    server: { deps: { external: [/\/src\/domain\/pricing\//] } },
    env: { TZ: 'Pacific/Auckland', LANG: 'C' },
  },
})
