/**
 * The outbox and the bell of the running service, on a store in a file: enqueue, claim and settle alone; signed webhooks
 * through the whole outbox to a sink in a process of its own; healthy endpoints beside slow ones; from a trigger to the
 * frame of an open bell. The clients of the bell run in the same process and cost time of theirs.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { Pool } from 'undici'
import { contextOf, OPERATOR } from '../../src/app/parts.ts'
import { systemContent } from '../../src/domain/notifications/contents.ts'
import { DEFAULT_SETTINGS } from '../../src/domain/notifications/settings.ts'
import { keyCreate } from '../../src/operations/accounts/key-create.ts'
import { invoke } from '../../src/operations/invoke.ts'
import { newEndpoint } from '../../src/operations/notifications/endpoint-parts.ts'
import { newSigningSecret } from '../../src/operations/notifications/signing-secret.ts'
import { type FeedClient, feedClient } from '../support/feed-client.ts'
import { type NotificationService, notificationService } from '../support/notification-service.ts'
import type { Figure } from './figure.ts'

const ACCOUNTS = 100
const SLOW = 10
const BATCH = 50
const CYCLE_ROWS = 10_000
const STORM_ROUNDS = 30
const SOCKETS_OF_ACCOUNT = 10

interface World {
  readonly service: NotificationService
  readonly accounts: readonly string[]
  readonly keys: readonly Record<string, string>[]
}

export async function figures(): Promise<Figure[]> {
  const child = fork(fileURLToPath(new URL('./webhook-sink.ts', import.meta.url)))
  const [port] = (await once(child, 'message')) as [number]
  try {
    const bare = await bareRate(port)
    return [...(await outboxCycle()), ...(await storm(port, bare)), ...(await besideSlow(port)), ...(await bells(port))]
  } finally {
    child.kill()
  }
}

/** Accounts with a webhook each; the first of them lead to `slowPath`. */
export async function worldOf(port: number, { works = true, slow = 0, bell = false } = {}): Promise<World> {
  const service = await notificationService({ works, settings: { WEBHOOK_ALLOWED_HOSTS: `127.0.0.1:${port}` } })
  const { store, notifier, newId, now, randomBytes } = service.parts
  const context = contextOf(service.parts, { caller: OPERATOR })
  const accounts: string[] = []
  const keys: Record<string, string>[] = []
  for (let each = 0; each < ACCOUNTS; each++) {
    const email = `bench-${each}@optionwire.test`
    const accountId = newId()
    const rest = { emailVerified: true, plan: 'vega', standing: 'good', timeZone: 'UTC', passwordHash: 'x' } as const
    await store.accounts.add({ ...rest, id: accountId, email, createdAt: now().toISOString() })
    await store.notificationSettings.put(accountId, {
      ...DEFAULT_SETTINGS,
      channels: { ...DEFAULT_SETTINGS.channels, webhook: !bell },
    })
    const address = `http://127.0.0.1:${port}/${each < slow ? 'slow' : 'hook'}/${each}`
    const secret = newSigningSecret(randomBytes)
    const known = { id: newId(), accountId, channel: 'webhook', label: 'bench', verified: true, at: now() } as const
    await store.endpoints.put(newEndpoint(notifier.box, { ...known, address, secret }))
    if (bell) {
      const { token } = await invoke(keyCreate, { email, name: 'bench', expires: '30d' }, context)
      keys.push({ 'x-user-email': email, 'x-user-token': String(token) })
    }
    accounts.push(accountId)
  }
  return { service, accounts, keys }
}

let events = 0
export const raiseTo = ({ service }: World, accountIds: readonly string[]) =>
  service.raise(
    ...accountIds.map((accountId) => ({
      accountId,
      eventKey: `bench:${++events}`,
      content: systemContent('Bench', 'A body of usual length, as an announcement has it.', false),
    })),
  )

/** Rows per second through insert, claim and settle alone, in batches. */
async function outboxCycle(): Promise<Figure[]> {
  const world = await worldOf(1, { works: false })
  await using service = world.service
  const { store, now } = service.parts
  await raiseTo(world, world.accounts.slice(0, 1))
  const [pattern] = await store.outbox.due(now(), 'normal', 1)
  if (!pattern) throw new Error('nothing was raised')
  await store.deliveries.remove([pattern.id])
  const started = performance.now()
  for (let done = 0; done < CYCLE_ROWS; done += BATCH) {
    const at = now()
    const rows = Array.from({ length: BATCH }, (_, each) => ({
      ...pattern,
      id: `bench-${done + each}`,
      endpointId: `endpoint-${done + each}`,
      dueAt: at.toISOString(),
    }))
    await store.transaction(({ deliveries }) => deliveries.add(rows))
    await store.transaction(async ({ outbox }) => {
      const due = await outbox.due(at, 'normal', BATCH)
      await outbox.lease(due, `i.${done}`, { now: at, until: new Date(at.getTime() + 10_000) })
    })
    const settled = { isSummary: false, leaseOwner: `i.${done}`, status: 'sent', dueMs: null, reason: null } as const
    await store.transaction(({ outbox }) =>
      outbox.settle(
        rows.map(({ id }) => ({ ...settled, id })),
        at,
      ),
    )
  }
  const value = CYCLE_ROWS / ((performance.now() - started) / 1_000)
  const anchor = { name: 'three bare commits of SQLite a batch', value: bareCycle(service.folder) }
  return [{ name: `outbox cycle in batches of ${BATCH}`, value, unit: 'rows/s', goal: '≥ 20,000 rows/s', anchor }]
}

/** As many rows and commits with prepared statements and no index but the key. */
function bareCycle(folder: string): number {
  const db = new Database(join(folder, 'bare.sqlite3'))
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

/** From the first trigger to the last answer, with triggers, signatures, attempts and settlements. */
async function storm(port: number, bare: number): Promise<Figure[]> {
  const world = await worldOf(port, { works: false })
  await using service = world.service
  for (let round = 0; round < STORM_ROUNDS; round++) await raiseTo(world, world.accounts)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const started = performance.now()
  await service.start()
  await drained(world)
  const value = (ACCOUNTS * STORM_ROUNDS) / ((performance.now() - started) / 1_000)
  delay.disable()
  const anchor = { name: 'the HTTP client alone, unsigned', value: bare }
  return [
    {
      name: 'signed webhooks through the whole outbox',
      value,
      unit: 'deliveries/s',
      goal: '≥ 4,000 deliveries/s',
      anchor,
    },
    { name: 'event-loop delay meanwhile, p99', value: delay.percentile(99) / 1e6, unit: 'ms', goal: '≤ 20 ms' },
  ]
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
  const world = await worldOf(port, { slow })
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

export async function drained({ service, accounts }: World): Promise<void> {
  for (const accountId of accounts) {
    for (;;) {
      const rows = await service.parts.store.deliveries.list(accountId, { status: 'pending' }, { limit: 1 })
      if (rows.length === 0) break
      await sleep(5)
    }
  }
}

async function bells(port: number): Promise<Figure[]> {
  const world = await worldOf(port, { bell: true })
  await using service = world.service
  const bell = `${service.url}/ws/notifications`
  const clients: FeedClient[] = []
  for (let round = 0; round < SOCKETS_OF_ACCOUNT; round++) {
    clients.push(...(await Promise.all(world.keys.map((key) => feedClient(bell, key)))))
  }
  await Promise.all(clients.map((client) => client.until(1)))
  const single = clients.slice(0, ACCOUNTS)
  const times: number[] = []
  for (let each = 0; each < 300; each++) {
    const place = each % ACCOUNTS
    const count = Math.floor(each / ACCOUNTS) + 2
    const started = performance.now()
    await raiseTo(world, world.accounts.slice(place, place + 1))
    await single[place]?.until(count)
    times.push(performance.now() - started)
  }
  await Promise.all(clients.map((client) => client.until(4)))
  const started = performance.now()
  await raiseTo(world, world.accounts)
  await Promise.all(clients.map((client) => client.until(5)))
  const broadcast = performance.now() - started
  for (const client of clients) await client[Symbol.asyncDispose]()
  return [
    { name: 'trigger to frame, p50', value: percentile(times, 0.5), unit: 'ms' },
    { name: 'trigger to frame, p99', value: percentile(times, 0.99), unit: 'ms', goal: '≤ 50 ms' },
    {
      name: `one broadcast to ${clients.length} sockets, last one`,
      value: broadcast,
      unit: 'ms',
      goal: '≤ 150 ms for 5,000',
    },
  ]
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

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
