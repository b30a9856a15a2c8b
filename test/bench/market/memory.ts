import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { startService } from '../../support/service.ts'
import type { Figure } from '../figure.ts'

/** Until the warm-up and the first search for trade ideas are over. */
const WARM_MS = 90_000

/** What `npm start` and the image give to Node. */
const AS_STARTED = {
  NODE_OPTIONS: '--max-semi-space-size=8',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
}

const BARE = `const { fastify } = await import('fastify')
const app = fastify()
app.get('/health', () => ({ status: 'ok' }))
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))`

/** Resident memory of a service that nobody calls, with its whole simulated market, beside a bare Fastify. */
export async function figures(): Promise<Figure[]> {
  const anchor = { name: 'bare Fastify', value: await bareMb() }
  const unit = 'MB'
  await using service = await startService({ settings: AS_STARTED })
  const started = residentMb(service.pid)
  await setTimeout(WARM_MS)
  return [
    { name: 'resident memory at the start', value: started, unit, goal: '≤ 250 MB', anchor },
    {
      name: 'the same after 90 s, 54 symbols searched',
      value: residentMb(service.pid),
      unit,
      goal: '≤ 400 MB',
      anchor,
    },
  ]
}

async function bareMb(): Promise<number> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', BARE], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  const resident = residentMb(child.pid ?? 0)
  child.kill()
  await once(child, 'exit')
  return resident
}

/** Of all threads of a process, as Linux counts it. */
function residentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}
