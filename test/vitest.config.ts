import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { ClosingLine } from './support/closing-line.ts'

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: ['test/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    pool: 'threads',
    reporters: ['default', new ClosingLine()],
    env: { TZ: 'Pacific/Auckland', LANG: 'C' },
  },
})
