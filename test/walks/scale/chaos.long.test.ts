import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { mix } from '../../../src/lib/math/seeded-random.ts'
import { closeValkey, openValkey } from '../../../src/store/processes/valkey.ts'
import { addAccount } from '../../support/add-account.ts'
import { type Sink, type SinkCall, sink } from '../../support/http/sink.ts'
import { valkeyUrl } from '../../support/processes.ts'
import { aPayload } from '../../support/receiver/ideas.ts'
import { type ReceiverPeer, receiverPeer } from '../../support/receiver/receiver-peer.ts'
import { type BellListener, bellListener } from '../../support/scale/bell-listener.ts'
import { Member } from '../../support/scale/members.ts'
import { hasPostgresPrograms, type PostgresCluster, postgresCluster } from '../../support/scale/postgres-cluster.ts'
import { signIn } from '../../support/scale/service-process.ts'
import { type RunningService, SECRET_SETTINGS } from '../../support/service.ts'

/** The seed is printed, and `CHAOS_SEED` plays it again. */
const SEED = Number(process.env['CHAOS_SEED'] ?? 20261127)
const SECONDS = Number(process.env['CHAOS_SECONDS'] ?? 60)
const FAULT_EVERY_MS = 5_000
const ROLES = ['api', 'api', 'gateway', 'gateway', 'dispatcher,market', 'dispatcher,market', 'receiver', 'receiver']
const HOUR_MS = 3_600_000
/** Of each process. */
const AHEAD_MS = [0, HOUR_MS, 0, -HOUR_MS, 0, -HOUR_MS, 0, HOUR_MS]
const SHIFTED_CLOCK = `--import=${pathToFileURL(join(import.meta.dirname, '../../support/process/shifted-clock.ts')).href}`
/** A database of its own on the server for tests. */
const OWN_VALKEY = valkeyUrl && new URL('/5', valkeyUrl).href
const ADA = { email: 'ada@optionwire.test', password: 'correct horse battery' }
const RECEIVER = '/webhooks/optionomics-neutral'
const SECRET = { 'x-bot-secret': SECRET_SETTINGS.WEBHOOK_SECRET }

const chance = (index: number) => mix(SEED, index) / 2 ** 32
const oneOf = <T>(items: readonly T[], index: number): T => items[Math.floor(chance(index) * items.length)] as T

/** What befalls the service, each with its end. */
const FAULTS: Readonly<Record<string, (members: readonly Member[], at: number, database: Database) => Promise<void>>> =
  {
    async killed(members, at) {
      signal(oneOf(members, at), 'SIGKILL')
    },
    async 'both of a role killed'(members, at) {
      const { roles } = oneOf(members, at)
      for (const member of members) if (member.roles === roles) signal(member, 'SIGKILL')
    },
    async stopped(members, at) {
      signal(oneOf(members, at), 'SIGTERM')
    },
    async paused(members, at) {
      const member = oneOf(members, at)
      signal(member, 'SIGSTOP')
      await sleep(6_000)
      signal(member, 'SIGCONT')
    },
    async 'link cut'(members, at) {
      await whileLink(oneOf(members, at), 'cut')
    },
    async 'link silent'(members, at) {
      await whileLink(oneOf(members, at), 'silent')
    },
    async 'link slow'(members, at) {
      await whileLink(oneOf(members, at), 'slow')
    },
    async 'all connections ended'(_members, _at, { run }) {
      await run('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')
    },
    async 'the database crashed'(_members, _at, { cluster }) {
      await cluster.crash()
      await sleep(1_000)
      await cluster.start()
    },
    async 'Valkey emptied'() {
      if (OWN_VALKEY === undefined) return
      const client = await openValkey(OWN_VALKEY, () => undefined)
      await client.sendCommand(['FLUSHDB'])
      await closeValkey(client)
    },
  }

function signal({ running }: Member, name: NodeJS.Signals): void {
  if (running) process.kill(running.pid, name)
}

async function whileLink({ link }: Member, state: Parameters<Member['link']['become']>[0]): Promise<void> {
  link.become(state)
  await sleep(3_000)
  link.become('whole')
}

async function acknowledged(receiver: () => RunningService | null, name: string): Promise<string> {
  for (;;) {
    const url = receiver()?.url
    const answer =
      url === undefined
        ? null
        : await fetch(`${url}${RECEIVER}/trade-ideas`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...SECRET },
            body: JSON.stringify(aPayload({ alert_name: name })),
            signal: AbortSignal.timeout(8_000),
          }).catch(() => null)
    if (answer?.ok) return ((await answer.json()) as { fingerprint: string }).fingerprint
    await answer?.body?.cancel()
    await sleep(200)
  }
}

/** Deliveries of one notification may repeat, with the same bytes. */
function bodiesById(calls: readonly SinkCall[]): Map<string, Set<string>> {
  const bodies = new Map<string, Set<string>>()
  for (const { headers, body } of calls) {
    const id = String(headers['webhook-id'])
    bodies.set(id, (bodies.get(id) ?? new Set()).add(body))
  }
  return bodies
}

/** A cluster of its own, which may crash. */
interface Database extends AsyncDisposable {
  readonly cluster: PostgresCluster
  /** On a connection of its own, because others end. */
  run(sql: string): Promise<Record<string, unknown>[]>
}

async function startedDatabase(): Promise<Database> {
  const cluster = await postgresCluster()
  return {
    cluster,
    async run(sql) {
      const client = new pg.Client({ connectionString: cluster.url })
      await client.connect()
      try {
        return (await client.query(sql)).rows
      } finally {
        await client.end()
      }
    },
    [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose](),
  }
}

interface World extends AsyncDisposable {
  readonly database: Database
  readonly peer: ReceiverPeer
  readonly hooks: Sink
  readonly members: readonly Member[]
  readonly listeners: readonly BellListener[]
  /** A process that has this role and runs; another one each time. */
  anyOf(role: string): RunningService | null
  /** Asks any process that answers REST, by a session. */
  api(method: string, path: string, body: object): Promise<Response>
}

async function startedWorld(): Promise<World> {
  await using owned = new AsyncDisposableStack()
  const database = owned.use(await startedDatabase())
  const { url } = database.cluster
  const peer = owned.use(await receiverPeer({ uniqueIds: false, decidingMs: (count) => 300 * chance(count + 1e6) }))
  const hooks = owned.use(await sink())
  const key = { 'x-user-email': ADA.email, 'x-user-token': await addAccount(url, ADA) }
  const settings = {
    PEER_URL: peer.url,
    DRY_RUN: 'false',
    DECISION_MODE: 'remote_mcp',
    WEBHOOK_ALLOWED_HOSTS: new URL(hooks.url).host,
    ...(OWN_VALKEY !== undefined && { VALKEY_URL: OWN_VALKEY }),
  }
  const members: Member[] = []
  for (const [index, roles] of ROLES.entries()) {
    // Machines whose clocks are wrong: the service follows that of the database.
    const CLOCK_AHEAD_MS = String(AHEAD_MS[index] ?? 0)
    const own = { ...settings, NODE_OPTIONS: SHIFTED_CLOCK, CLOCK_AHEAD_MS }
    members.push(owned.use(await Member.started(url, { roles, settings: own })))
  }
  let asked = 0
  const anyOf = (role: string) => {
    const running = members.flatMap((it) => (it.roles === role && it.running ? [it.running] : []))
    return running[asked++ % running.length] ?? null
  }
  const listeners = [1, 2, 3].map(() => owned.use(bellListener(() => anyOf('gateway'), key)))
  const first = anyOf('api')
  const cookie = first ? await signIn(first, ADA) : ''
  const world = owned.move()
  return {
    database,
    peer,
    hooks,
    members,
    listeners,
    anyOf,
    api(method, path, body) {
      const url = anyOf('api')?.url ?? 'http://127.0.0.1:9'
      const headers = { cookie, origin: url, 'content-type': 'application/json' }
      const signal = AbortSignal.timeout(8_000)
      return fetch(`${url}/api/v1${path}`, { method, headers, body: JSON.stringify(body), signal })
    },
    [Symbol.asyncDispose]: () => world.disposeAsync(),
  }
}

/** What was acknowledged while faults befell the service, and these. */
interface Storm {
  readonly fingerprints: ReadonlySet<string>
  /** Names of the keys that were created: their owner is notified of each. */
  readonly keys: ReadonlySet<string>
  readonly befallen: readonly string[]
}

async function storm({ database, members, anyOf, api }: World): Promise<Storm> {
  const [fingerprints, keys] = [new Set<string>(), new Set<string>()]
  const ending = new AbortController()
  const sending = (async () => {
    for (let index = 0; !ending.signal.aborted; index++) {
      fingerprints.add(await acknowledged(() => anyOf('receiver'), `idea ${index}`))
      await sleep(400 * chance(index))
    }
  })()
  const creating = (async () => {
    for (let index = 0; !ending.signal.aborted; index++) {
      const name = `key ${index}`
      const answer = await api('POST', '/api_keys', { name, expiry: '30d' }).catch(() => null)
      if (answer?.status === 201) keys.add(name)
      const { id } = answer?.ok ? ((await answer.json()) as { id: string }) : { id: null }
      // An account has no more than fifty.
      if (id !== null) await api('DELETE', `/api_keys/${id}`, {}).catch(() => null)
      await sleep(300)
    }
  })()
  const befallen: string[] = []
  for (let at = 0; at * FAULT_EVERY_MS < SECONDS * 1_000; at++) {
    const name = oneOf(Object.keys(FAULTS), at + 1e5)
    befallen.push(name)
    await Promise.all([FAULTS[name]?.(members, at + 2e5, database), sleep(FAULT_EVERY_MS)])
  }
  ending.abort()
  await Promise.all([sending, creating])
  return { fingerprints, keys, befallen }
}

const numberOf = async ({ run }: Database, query: string) => Number((await run(query))[0]?.['n'])
const headOf = (database: Database) => numberOf(database, 'select max(seq) as n from notification_heads')

/** Until all work has ended, and every listener has heard of all of it. */
async function settled({ database, listeners }: World): Promise<void> {
  const QUIET = { timeout: 90_000, interval: 500 }
  const count = (from: string) => () => numberOf(database, `select count(*) as n from ${from}`)
  await expect.poll(count(`ledger where status = 'queued'`), QUIET).toBe(0)
  // What exceeds the limit of the plan waits for its next hour.
  await expect.poll(count(`deliveries where status not in ('sent', 'throttled')`), QUIET).toBe(0)
  const head = await headOf(database)
  await expect.poll(() => listeners.map(({ seq }) => seq()), QUIET).toEqual(listeners.map(() => head))
}

async function expectWholeFeed({ database, listeners }: World): Promise<void> {
  const [feed] = await database.run(
    `select h.seq::int8, h.unread_count::int8 as counted,
       (select count(*) from feed_events e where e.account_id = h.account_id) as events,
       (select count(*) from notifications n where n.account_id = h.account_id
          and n.read_at is null and n.archived_at is null and n.deleted_at is null) as unread
     from notification_heads h`,
  )
  expect(Number(feed?.['events'])).toBe(Number(feed?.['seq']))
  expect(Number(feed?.['counted'])).toBe(Number(feed?.['unread']))
  expect(listeners.flatMap(({ faults }) => faults)).toEqual([])
  expect(listeners.every(({ heard }) => heard() > 0)).toBe(true)
}

describe.skipIf(!hasPostgresPrograms)('a service of eight processes', { timeout: (SECONDS + 400) * 1_000 }, () => {
  it('loses nothing and doubles nothing while processes and connections fail', async () => {
    console.log(`CHAOS_SEED=${SEED} CHAOS_SECONDS=${SECONDS}`)
    await using world = await startedWorld()
    const { database, peer, hooks, api } = world
    const webhook = { enabled: true, url: `${hooks.url}/hook` }
    const set = await api('PATCH', '/notification_settings', { channels: { webhook } })
    expect(set.status).toBe(200)
    // A new address gets a test.
    hooks.forget()

    const { fingerprints, keys, befallen } = await storm(world)
    await settled(world)

    const entries = await database.run('select fingerprint, status from ledger')
    const sent = await database.run(`select id from deliveries where status = 'sent'`)
    const orders = peer.orders.map(({ clientOrderId }) => clientOrderId)
    const figures = `${entries.length} ideas, ${orders.length} orders, ${await headOf(database)} events, ${sent.length} deliveries, ${hooks.calls.length} webhooks`
    console.log(`${befallen.join(', ')}: ${figures}`)
    expect(entries.map(({ fingerprint }) => fingerprint).sort()).toEqual([...fingerprints].sort())
    expect(new Set(orders).size).toBe(orders.length)
    expect(orders.length).toBe(entries.filter(({ status }) => status === 'ordered').length)
    const told = await database.run('select body from notifications')
    const named = told.flatMap(({ body }) => /key \d+/.exec(String(body))?.[0] ?? [])
    expect(new Set(named).size).toBe(named.length)
    expect([...keys].filter((name) => !named.includes(name))).toEqual([])
    const bodies = bodiesById(hooks.calls)
    expect(bodies.size).toBe(sent.length)
    expect([...bodies.values()].every(({ size }) => size === 1)).toBe(true)
    await expectWholeFeed(world)
  })
})
