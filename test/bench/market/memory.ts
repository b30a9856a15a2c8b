import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { HOUR_MS } from '../../../src/lib/time/duration.ts'
import { sessionOn } from '../../../src/market/domain/calendar/trading-calendar.ts'
import { addAccount } from '../../support/add-account.ts'
import { feedClient } from '../../support/notifications/feed-client.ts'
import { AS_STARTED } from '../../support/process/as-started.ts'
import { type TempFolder, tempFolder } from '../../support/process/temp-folder.ts'
import { type RunningService, type ServiceOptions, startService } from '../../support/service.ts'
import type { Figure } from '../figure.ts'
import { median } from '../median.ts'

/** Until the warm-up is over, what it left is forgotten, and exposures are kept each minute. */
const WARM_MS = 120_000
/** Until the work on past sessions has begun, after five minutes, and has what it needs in memory. */
const AT_WORK_MS = 360_000
/** An ordinary session: on the third Friday of a month there are two to three times as many prints. */
const { openMs, closeMs } = sessionOn('2026-11-18') ?? { openMs: Number.NaN, closeMs: Number.NaN }
const SIXTH_HOUR_MS = 5.25 * HOUR_MS
const SAMPLES = 12
const SAMPLE_MS = 10_000
const SHIFTED_CLOCK = join(import.meta.dirname, '../../support/process/shifted-clock.ts')
const WATCHER = { email: 'ada@optionwire.test', password: 'correct horse battery' }

const BARE = `const { fastify } = await import('fastify')
const app = fastify()
app.get('/health', () => ({ status: 'ok' }))
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))`

/** Resident memory of services that nobody calls, with their whole simulated market, beside a bare Fastify. */
export async function figures(): Promise<Figure[]> {
  const anchor = { name: 'bare Fastify', value: await bareMb() }
  const unit = 'MB'
  using folder = tempFolder()
  const clock = await plainModule(SHIFTED_CLOCK, folder)
  const [first, running] = await Promise.all([
    // In the evening, the session is replayed from its close on.
    grownMb({
      entry: 'src/start.ts',
      settings: { ...settingsAt(clock, closeMs + SIXTH_HOUR_MS), MARKET_OFF_HOURS: 'replay' },
    }),
    grownMb({ settings: AS_STARTED }),
  ])
  const watched = await watchedMb(settingsAt(clock, openMs + SIXTH_HOUR_MS))
  return [
    { name: 'resident memory at the start', value: first.started, unit, anchor },
    {
      name: '… of npm start after two minutes without a caller, in the sixth hour of a replay',
      value: first.later,
      unit,
      goal: '≤ 250 MB',
      anchor,
    },
    { name: '… with a market that is always open', value: running.later, unit, anchor },
    {
      name: '… in the sixth hour of a session, 54 symbols watched',
      value: watched.alone,
      unit,
      goal: '≤ 400 MB',
      anchor,
    },
    { name: '… while a browser waits for notifications', value: watched.waitedFor, unit, anchor },
  ]
}

async function grownMb(options: ServiceOptions): Promise<{ readonly started: number; readonly later: number }> {
  await using service = await startService(options)
  const started = residentMb(service.pid)
  await setTimeout(WARM_MS)
  return { started, later: await typicalMb(service.pid) }
}

/**
 * In real time, of a process that has read the session from its open on and watches all of its symbols: first with a bell,
 * for whose sake garbage is left to V8, then without any connection.
 */
async function watchedMb(
  settings: Record<string, string>,
): Promise<{ readonly waitedFor: number; readonly alone: number }> {
  await using service = await startService({ settings })
  const headers = await watchAll(service)
  const bell = await feedClient(`${service.url}/ws/notifications`, headers)
  await setTimeout(AT_WORK_MS)
  const waitedFor = await typicalMb(service.pid)
  await bell[Symbol.asyncDispose]()
  await setTimeout(WARM_MS)
  return { waitedFor, alone: await typicalMb(service.pid) }
}

/** Settings of a service whose clock begins at an instant. */
function settingsAt(clock: string, ms: number): Record<string, string> {
  return {
    ...AS_STARTED,
    NODE_OPTIONS: `${AS_STARTED.NODE_OPTIONS} --import=${clock}`,
    CLOCK_AHEAD_MS: String(ms - Date.now()),
    MARKET_ALWAYS_OPEN: 'false',
  }
}

/** Its address without types: for those Node would load a compiler, some eight megabytes, into the process that is measured. */
async function plainModule(source: string, folder: TempFolder): Promise<string> {
  await using bundle = await rolldown({ input: source, platform: 'node' })
  const file = folder.file('module.mjs')
  await bundle.write({ file, format: 'esm' })
  return pathToFileURL(file).href
}

/** The median of two minutes. */
async function typicalMb(pid: number): Promise<number> {
  const samples: number[] = []
  for (let sample = 0; sample < SAMPLES; sample++) {
    await setTimeout(SAMPLE_MS)
    samples.push(residentMb(pid))
  }
  return median(samples)
}

/** Returns the headers of whoever watches them. */
async function watchAll({ url, environment }: RunningService): Promise<Record<string, string>> {
  const token = await addAccount(environment['DATABASE_PATH'] ?? '', WATCHER)
  const headers = { 'x-user-email': WATCHER.email, 'x-user-token': token, 'content-type': 'application/json' }
  const listed = await fetch(`${url}/api/v1/stocks`, { headers })
  const { data }: { data: { symbol: string }[] } = JSON.parse(await listed.text())
  const body = JSON.stringify({ symbols: data.map(({ symbol }) => symbol) })
  const watched = await fetch(`${url}/api/v1/watchlist`, { method: 'PUT', headers, body })
  if (!watched.ok) throw new Error(`The watchlist was refused with ${watched.status}.`)
  return headers
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
