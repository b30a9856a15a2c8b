import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startService } from '../support/service.ts'
import type { Figure } from './figure.ts'
import { median } from './median.ts'

const RUNS = 9

const BARE = `const { fastify } = await import('fastify')
const app = fastify()
app.get('/health', () => ({ status: 'ok' }))
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))`

/** From the start of the process to the first answer of /health, file cache warm, beside a bare Fastify. */
export async function figures(): Promise<Figure[]> {
  const own: number[] = []
  const bare: number[] = []
  for (let run = 0; run < RUNS; run++) {
    own.push(await timed(ownStart))
    bare.push(await timed(bareStart))
  }
  return [
    {
      name: 'warm start to /health',
      value: median(own.slice(1)),
      unit: 'ms',
      goal: '≤ 700 ms',
      anchor: { name: 'bare Fastify', value: median(bare.slice(1)) },
    },
  ]
}

async function timed(start: () => Promise<() => PromiseLike<unknown>>): Promise<number> {
  const began = performance.now()
  const stop = await start()
  const took = performance.now() - began
  await stop()
  return took
}

async function ownStart() {
  const service = await startService()
  await answered(service.url)
  return () => service[Symbol.asyncDispose]()
}

async function bareStart() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', BARE], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [chunk] = await once(child.stdout, 'data')
  await answered(String(chunk).trim())
  return async () => {
    child.kill()
    await once(child, 'exit')
  }
}

async function answered(url: string): Promise<void> {
  const answer = await fetch(`${url}/health`)
  if (!answer.ok) throw new Error(`/health answered ${answer.status}`)
  await answer.text()
}
