import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { AS_STARTED } from '../../support/process/as-started.ts'
import { type ServiceOptions, startService } from '../../support/service.ts'
import type { Figure } from '../figure.ts'

/** Until the warm-up and the first search for trade ideas are over, and what they left is forgotten. */
const WARM_MS = 120_000

const BARE = `const { fastify } = await import('fastify')
const app = fastify()
app.get('/health', () => ({ status: 'ok' }))
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))`

/** Resident memory of services that nobody calls, with their whole simulated market, beside a bare Fastify. */
export async function figures(): Promise<Figure[]> {
  const anchor = { name: 'bare Fastify', value: await bareMb() }
  const unit = 'MB'
  const first = await grownMb({
    entry: 'src/start.ts',
    settings: { ...AS_STARTED, MARKET_ALWAYS_OPEN: 'false', MARKET_OFF_HOURS: 'replay' },
  })
  const running = await grownMb({ settings: AS_STARTED })
  return [
    { name: 'resident memory at the start', value: first.started, unit, anchor },
    { name: '… of npm start after two minutes without a caller', value: first.later, unit, goal: '≤ 250 MB', anchor },
    { name: '… with a market that is always open', value: running.later, unit, goal: '≤ 400 MB', anchor },
  ]
}

async function grownMb(options: ServiceOptions): Promise<{ readonly started: number; readonly later: number }> {
  await using service = await startService(options)
  const started = residentMb(service.pid)
  await setTimeout(WARM_MS)
  return { started, later: residentMb(service.pid) }
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
