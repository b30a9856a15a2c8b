import { join } from 'node:path'
import { runScaled } from './app/scaled/run-scaled.ts'
import { startFailure } from './app/serve.ts'
import { processEnvironment } from './app/settings/config.ts'

/** `npm run scaled`: what `docker compose --profile scaled up` runs, as processes of this machine. */
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())
try {
  const { url, ended } = await runScaled({
    environment: processEnvironment(),
    root: join(import.meta.dirname, '..'),
    signal: stopping.signal,
    say: (line) => void process.stderr.write(`${line}\n`),
  })
  process.stdout.write(`Optionwire runs at ${url} as eight processes behind Caddy. Ctrl-C ends them.\n`)
  await ended
} catch (error) {
  process.stderr.write(`${startFailure(error)}\n`)
  process.exitCode = 1
}
