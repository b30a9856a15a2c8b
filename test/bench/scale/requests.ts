/**
 * A quote by API key where the limits of requests are counted in the memory of the process, in PostgreSQL and in Valkey,
 * and the last also over four processes. Each is a process of the service; many accounts ask in turn, so that no limit is
 * reached. The load has a processor of its own, so on two of them four processes share the other: there the processor
 * time of a request says more than the rate.
 */
import { join } from 'node:path'
import { openParts, type Parts } from '../../../src/app/parts.ts'
import { readConfig } from '../../../src/app/settings/config.ts'
import { apiTokenPrefix, apiTokenSha256, newApiToken } from '../../../src/lib/node/api-tokens.ts'
import { aKey, anAccount } from '../../support/market/rows.ts'
import { AS_STARTED } from '../../support/process/as-started.ts'
import { tempFolder } from '../../support/process/temp-folder.ts'
import { valkeyUrl } from '../../support/processes.ts'
import { type RunningService, SECRET_SETTINGS, startService } from '../../support/service.ts'
import type { Figure } from '../figure.ts'
import { load } from '../load.ts'
import { median } from '../median.ts'
import { cpuMs } from './process-use.ts'
import { scaleDatabase, sized } from './scale-database.ts'

const ROUNDS = 3
const DURATION_MS = 600
/** As long as each process needs until what it runs is compiled. */
const FIRST_DURATION_MS = 6_000
/** To each process: with fewer, each turn of its event loop has less to do at once. */
const CONNECTIONS = 64
const PROCESSES = 4
/** Each may ask 100 times a minute, in each place where is counted. */
const CALLERS = 1_500
const WARM_UP_MS = 10_000
const LANES = 8
const DAY_MS = 86_400_000
const PATH = '/api/v1/stocks/SPY/quote'

interface Measured {
  readonly perSecond: number
  readonly cpuUs: number
}

type Headers = Readonly<Record<string, string>>

interface Case {
  readonly processes: readonly RunningService[]
  readonly callers: readonly Headers[]
}

export async function figures(): Promise<Figure[]> {
  await using owned = new AsyncDisposableStack()
  const folder = owned.use(tempFolder())
  const alone = owned.use(await serviceWithFile(folder.path))
  const database = owned.use(await scaleDatabase())
  const callers = await addCallers(database.parts)
  const start = async (settings: Record<string, string>) => owned.use(await database.start('api', { settings }))
  const valkey = valkeyUrl === undefined ? {} : { VALKEY_URL: valkeyUrl }
  const counting: RunningService[] = []
  for (let each = 0; each < PROCESSES; each++) counting.push(await start(valkey))
  const cases: Record<string, Case> = {
    memory: alone,
    postgres: { processes: [await start({})], callers },
    ...(valkeyUrl !== undefined && { valkey: { processes: counting.slice(0, 1), callers } }),
    four: { processes: counting, callers },
  }
  await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS))
  return figuresOf(await alternating(cases))
}

async function alternating(cases: Readonly<Record<string, Case>>): Promise<Map<string, Measured[]>> {
  const measured = new Map<string, Measured[]>()
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, each] of Object.entries(cases)) {
      // The first round warms all up.
      const result = await measure(each, round === 0 ? FIRST_DURATION_MS : DURATION_MS)
      if (round > 0) measured.set(name, [...(measured.get(name) ?? []), result])
    }
  }
  return measured
}

async function measure({ processes, callers }: Case, durationMs: number): Promise<Measured> {
  const usedMs = () => processes.reduce((sum, { pid }) => sum + cpuMs(pid), 0)
  const before = usedMs()
  const loads = processes.map(({ url }, index) => {
    // Each process meets other accounts first.
    const own = [...callers.slice((index * callers.length) / processes.length), ...callers]
    const port = Number(new URL(url).port)
    return load({ port, path: PATH, callers: own, connections: CONNECTIONS, durationMs })
  })
  const results = await Promise.all(loads)
  const requests = results.reduce((sum, it) => sum + it.requests, 0)
  const perSecond = results.reduce((sum, it) => sum + it.perSecond, 0)
  return { perSecond, cpuUs: ((usedMs() - before) * 1_000) / requests }
}

/** The default: one process with a file. */
async function serviceWithFile(folder: string): Promise<Case & AsyncDisposable> {
  const path = join(folder, 'store.sqlite3')
  const parts = await openParts(readConfig({ ...SECRET_SETTINGS, LOG_LEVEL: 'warn', DATABASE_PATH: path }))
  const callers = await addCallers(parts)
  await parts[Symbol.asyncDispose]()
  const service = await startService({ folder, settings: { ...AS_STARTED, MARKET_SYMBOLS: 'SPY' } })
  return { processes: [service], callers, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() }
}

/** Accounts with a key each, written as they are, because the operations look at each alone. */
async function addCallers({ store, newId, now, randomBytes }: Parts): Promise<Headers[]> {
  const callers: Headers[] = []
  const todo = Array.from({ length: sized(CALLERS) }, (_, index) => index)
  const lane = async () => {
    for (let each = todo.pop(); each !== undefined; each = todo.pop()) {
      const account = anAccount({ id: newId(), email: `caller-${each}@optionwire.test` })
      const token = newApiToken(randomBytes)
      await store.accounts.add(account)
      await store.apiKeys.add(
        aKey({
          ...{ id: newId(), accountId: account.id, tokenSha256: apiTokenSha256(token) },
          ...{ tokenPrefix: apiTokenPrefix(token), createdAt: now().toISOString() },
          expiresAt: new Date(now().getTime() + DAY_MS).toISOString(),
        }),
      )
      callers.push({ 'x-user-email': account.email, 'x-user-token': token })
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return callers
}

function figuresOf(measured: ReadonlyMap<string, readonly Measured[]>): Figure[] {
  const typical = (name: string, part: keyof Measured) => median((measured.get(name) ?? []).map((it) => it[part]))
  const pair = (about: { readonly name: string; readonly of: string; readonly to: string; readonly goal: string }) => {
    const { name, of, to, goal } = about
    const anchor = (part: keyof Measured) => ({ name: ANCHORS[to] ?? to, value: typical(to, part) })
    const [rate, cpu] = [typical(of, 'perSecond'), typical(of, 'cpuUs')]
    return [
      { name, value: rate, unit: 'requests/s', goal, anchor: anchor('perSecond') },
      { name: '… CPU of the processes', value: cpu, unit: 'µs', anchor: anchor('cpuUs') },
    ]
  }
  const one = measured.has('valkey') ? 'valkey' : 'postgres'
  const shared = '≥ 0.7 of the anchor'
  return [
    ...(measured.has('valkey')
      ? pair({ name: 'quote, limits counted in Valkey', of: 'valkey', to: 'memory', goal: shared })
      : []),
    ...pair({ name: 'quote, limits counted in PostgreSQL', of: 'postgres', to: 'memory', goal: shared }),
    ...pair({ name: `quote over ${PROCESSES} processes`, of: 'four', to: one, goal: '≥ 3.3 of the anchor' }),
  ]
}

const ANCHORS: Readonly<Record<string, string>> = {
  memory: 'limits counted in memory, with SQLite',
  valkey: 'one process',
  postgres: 'one process',
}
