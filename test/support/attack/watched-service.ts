import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import { AS_STARTED } from '../process/as-started.ts'
import { run } from '../process/command.ts'
import { type RunningService, startService } from '../service.ts'
import type { ProbeSample } from './process-probe.ts'

export interface Watched {
  readonly service: RunningService
  /** The newest sample of the probe. */
  sample(): ProbeSample
  samples(): ProbeSample[]
  /** A sample after a garbage collection. */
  collected(): Promise<ProbeSample>
  cli(...args: string[]): ReturnType<typeof run>
}

/**
 * The service with a small heap, the bounds of memory of `npm start`, and a probe in its process. Setting CLOCK_AHEAD_MS
 * shifts its clock.
 */
export async function watchedService(settings: Record<string, string> = {}): Promise<Watched & AsyncDisposable> {
  const [probe, clock] = ['process-probe.ts', '../process/shifted-clock.ts'].map(
    (file) => `--import=${pathToFileURL(join(import.meta.dirname, file)).href}`,
  )
  const service = await startService({
    settings: {
      ...AS_STARTED,
      NODE_OPTIONS: `--max-old-space-size=512 ${AS_STARTED.NODE_OPTIONS} ${probe} ${clock}`,
      PROBE_MS: '5000',
      ...settings,
      PROBE_FILE: 'probe.jsonl',
    },
  })
  const file = join(service.folder, 'probe.jsonl')
  const lines = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [])
  const sample = (): ProbeSample => JSON.parse(lines().at(-1) ?? 'null')
  const env = { ...service.environment, NODE_OPTIONS: `${clock}` }
  return {
    service,
    sample,
    samples: () => lines().map((line) => JSON.parse(line)),
    async collected() {
      const before = lines().length
      process.kill(service.pid, 'SIGUSR2')
      await expect.poll(() => lines().length, { timeout: 10_000 }).toBeGreaterThan(before)
      return sample()
    },
    cli: (...args) => run('src/cli.ts', args, { cwd: service.folder, env }),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}
