/**
 * The outbox and the bell of the running service, on a store in a file: enqueue, claim and settle alone; signed webhooks
 * through the whole outbox to a sink in a process of its own; healthy endpoints beside slow ones; then `bells.ts`.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { Pool } from 'undici'
import { bellFigures } from './bells.ts'
import type { Figure } from './figure.ts'
import { median } from './median.ts'
import { ACCOUNTS, drained, percentile, raiseTo, type World, worldOf } from './notification-world.ts'

const SLOW = 10
const BATCH = 50
const CYCLE_ROWS = 10_000
const STORM_ROUNDS = 30
const ROUNDS = 3
const DELAY_RESOLUTION_MS = 1

export async function figures(): Promise<Figure[]> {
  const child = fork(fileURLToPath(new URL('./webhook-sink.ts', import.meta.url)))
  const [port] = (await once(child, 'message')) as [number]
  try {
    const bare = await bareRate(port)
    return [
      ...(await outboxCycle()),
      ...(await storm(port, bare)),
      ...(await besideSlow(port)),
      ...(await bellFigures()),
    ]
  } finally {
    child.kill()
  }
}

/** Rows per second through insert, claim and settle alone, in batches; rounds alternate with those of the anchor. */
async function outboxCycle(): Promise<Figure[]> {
  const world = await worldOf({ port: 1, works: false })
  await using service = world.service
  const rounds: { ours: number; bare: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const measured = { bare: bareCycle(service.folder, round), ours: await cycle(world, round) }
    // The first round warms both up.
    if (round > 0) rounds.push(measured)
  }
  return [
    {
      name: `outbox cycle in batches of ${BATCH}`,
      value: median(rounds.map(({ ours }) => ours)),
      unit: 'rows/s',
      goal: '≥ 20,000 rows/s',
      anchor: { name: 'three bare commits of SQLite a batch', value: median(rounds.map(({ bare }) => bare)) },
    },
  ]
}

async function cycle(world: World, round: number): Promise<number> {
  const { store, now } = world.service.parts
  await raiseTo(world, world.accounts.slice(round, round + 1))
  const [pattern] = await store.outbox.due(now(), 'normal', 1)
  if (!pattern) throw new Error('nothing was raised')
  await store.deliveries.remove([pattern.id])
  const started = performance.now()
  for (let done = 0; done < CYCLE_ROWS; done += BATCH) {
    const at = now()
    const rows = Array.from({ length: BATCH }, (_, each) => ({
      ...pattern,
      // In the order of their making, as ids of the service are.
      id: `bench-${round}-${String(done + each).padStart(6, '0')}`,
      endpointId: `endpoint-${String(done + each).padStart(6, '0')}`,
      dueAt: at.toISOString(),
    }))
    await store.transaction(({ deliveries }) => deliveries.add(rows))
    const leased = await store.transaction(async ({ outbox }) => {
      const due = await outbox.due(at, 'normal', BATCH)
      return outbox.lease(due, `i.${done}`, { now: at, until: new Date(at.getTime() + 10_000) })
    })
    const settled = {
      isSummary: false,
      leaseOwner: `i.${done}`,
      event: 'acknowledged',
      dueMs: null,
      reason: null,
    } as const
    const held = await store.transaction(({ outbox }) =>
      outbox.settle(
        leased.map(({ id }) => ({ ...settled, id })),
        at,
      ),
    )
    if (held.size !== BATCH) throw new Error('a row was not settled')
  }
  return CYCLE_ROWS / ((performance.now() - started) / 1_000)
}

/** As many rows and commits with prepared statements and no index but the key. */
function bareCycle(folder: string, round: number): number {
  const db = new Database(join(folder, `bare-${round}.sqlite3`))
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec('create table rows (id text primary key, status text, body text)')
  const insert = db.prepare('insert into rows values (?, ?, ?)')
  const update = db.prepare('update rows set status = ? where id = ?')
  const body = 'b'.repeat(300)
  const started = performance.now()
  for (let done = 0; done < CYCLE_ROWS; done += BATCH) {
    const ids = Array.from({ length: BATCH }, (_, each) => `bench-${done + each}`)
    db.transaction(() => ids.forEach((id) => void insert.run(id, 'pending', body)))()
    for (const status of ['leased', 'sent']) db.transaction(() => ids.forEach((id) => void update.run(status, id)))()
  }
  const value = CYCLE_ROWS / ((performance.now() - started) / 1_000)
  db.close()
  return value
}

/** From the first claim to the last written outcome, with signatures, attempts and limits. */
async function storm(port: number, bare: number): Promise<Figure[]> {
  const rounds: { perSecond: number; delayMs: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const measured = await oneStorm(port)
    if (round > 0) rounds.push(measured)
  }
  return [
    {
      name: 'signed webhooks through the whole outbox',
      value: median(rounds.map(({ perSecond }) => perSecond)),
      unit: 'deliveries/s',
      goal: '≥ 4,000 deliveries/s',
      anchor: { name: 'the HTTP client alone, unsigned', value: bare },
    },
    {
      name: 'event-loop delay meanwhile, p99',
      value: median(rounds.map(({ delayMs }) => delayMs)),
      unit: 'ms',
      goal: '≤ 20 ms',
    },
  ]
}

async function oneStorm(port: number): Promise<{ perSecond: number; delayMs: number }> {
  const world = await worldOf({ port, works: false })
  await using service = world.service
  for (let round = 0; round < STORM_ROUNDS; round++) await raiseTo(world, world.accounts)
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS })
  delay.enable()
  const started = performance.now()
  await service.start()
  await drained(world)
  const perSecond = (ACCOUNTS * STORM_ROUNDS) / ((performance.now() - started) / 1_000)
  delay.disable()
  return { perSecond, delayMs: delay.percentile(99) / 1e6 }
}

/** From the trigger to the written outcome at healthy endpoints, with and without slow ones beside them. */
async function besideSlow(port: number): Promise<Figure[]> {
  const alone = await healthyP99(port, 0)
  const beside = await healthyP99(port, SLOW)
  const anchor = { name: 'without slow ones', value: alone }
  const name = `healthy deliveries beside ${SLOW} of ${ACCOUNTS} endpoints that take 2 s, p99`
  return [{ name, value: beside, unit: 'ms', goal: '≤ 250 ms', anchor }]
}

async function healthyP99(port: number, slow: number): Promise<number> {
  const world = await worldOf({ port, slow })
  await using service = world.service
  for (let round = 0; round < STORM_ROUNDS; round++) {
    await raiseTo(world, world.accounts)
    await sleep(100)
  }
  const healthy = world.accounts.slice(slow)
  await drained({ ...world, accounts: healthy })
  const times: number[] = []
  for (const accountId of healthy) {
    for (const row of await service.parts.store.deliveries.list(accountId, {}, { limit: 200 })) {
      times.push(Date.parse(row.updatedAt) - Date.parse(row.createdAt))
    }
  }
  return percentile(times, 0.99)
}

async function bareRate(port: number): Promise<number> {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 64 })
  const until = performance.now() + 1_500
  let sent = 0
  const lane = async () => {
    for (; performance.now() < until; sent++) {
      const { body } = await pool.request({ path: '/hook', method: 'POST', body: '{"title":"Bench"}' })
      await body.dump()
    }
  }
  await Promise.all(Array.from({ length: 64 }, lane))
  await pool.destroy()
  return sent / 1.5
}
