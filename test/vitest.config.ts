import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { ClosingLine } from './support/runner/closing-line.ts'
import { SlowFilesFirst } from './support/runner/slow-files-first.ts'

/** Asks for an order of its own, as `--sequence.shuffle.files` does. */
const hasOrder = process.argv.some((argument) => argument.startsWith('--sequence'))

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: ['test/**/*.test.ts'],
    // Kill storms and what measures time.
    exclude: process.env['LONG_TESTS'] ? [] : ['test/**/*.long.test.ts'],
    globalSetup: ['test/support/runner/native-modules.ts', 'test/support/drop-postgres-schemas.ts'],
    setupFiles: ['test/support/properties.ts', 'test/support/market/packed-row-equality.ts'],
    // Generous: a busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Ten thousand tests with real processes on a shared machine: one that fails once must not stop a release. The last
    // lines name it.
    retry: process.env['CI'] ? 1 : 0,
    // Two more than the cores of a small machine: browsers, restarts and back-off leave them idle.
    maxWorkers: 4,
    pool: 'threads',
    // A worker keeps what it has loaded and compiled from one file to the next. So no file may leave anything behind:
    // `--sequence.shuffle.files` finds those that do.
    isolate: false,
    ...(hasOrder ? {} : { sequence: { sequencer: SlowFilesFirst } }),
    reporters: ['default', new ClosingLine()],
    // Node runs the program as it is, but for the pages, which it cannot: the runner's import bindings make every call of
    // an imported function slower, loops of the numeric kernel about eight times.
    server: { deps: { external: [/\/src\/(?!web\/).*\.ts$/] } },
    env: { TZ: 'Pacific/Auckland', LANG: 'C' },
  },
})
