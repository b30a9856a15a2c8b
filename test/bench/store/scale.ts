/**
 * The outbox cycle on PostgreSQL in one process, beside pgbench with three bare commits a batch on the same server: no
 * index but the key, no work of a client. Needs TEST_POSTGRES_URL and `pgbench`.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Store } from '../../../src/app/store/open-store.ts'
import { repositoriesOf } from '../../../src/app/store/repositories.ts'
import { migrate, readMigrations } from '../../../src/store/migrate.ts'
import { onOneConnection } from '../../../src/store/postgres/one-connection.ts'
import { storeOverPool } from '../../../src/store/postgres/open-postgres.ts'
import { openPool } from '../../../src/store/postgres/pool.ts'
import { inProcessBus } from '../../../src/store/processes/bus.ts'
import { anAccount } from '../../support/market/rows.ts'
import { aDelivery } from '../../support/notifications/notification-rows.ts'
import { newName, postgresUrl } from '../../support/postgres.ts'
import type { Figure } from '../figure.ts'
import { median } from '../median.ts'
import { claimFigures } from './claims.ts'
import { processFigures } from './processes.ts'

const BATCH = 50
const CYCLE_ROWS = 10_000
const ROUNDS = 3
const PGBENCH = process.env['PGBENCH'] ?? '/usr/lib/postgresql/15/bin/pgbench'
const now = () => new Date()

export async function figures(): Promise<Figure[]> {
  if (!postgresUrl) throw new Error('Set TEST_POSTGRES_URL to a server on which schemas may be made.')
  const schema = newName()
  const address = new URL(postgresUrl)
  address.searchParams.set('options', `-c search_path=${schema}`)
  const url = address.href
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create schema ${schema}`)
  try {
    return [...(await outboxCycle(url, admin, schema)), ...(await processFigures())]
  } finally {
    await admin.query(`drop schema ${schema} cascade`)
    await admin.end()
  }
}

async function outboxCycle(url: string, admin: pg.Client, schema: string): Promise<Figure[]> {
  await onOneConnection(url, (db) => migrate({ engine: 'postgres', db }, readMigrations(), now()))
  await admin.query('create table bare (id text primary key, body text not null, owner text, due text)')
  const pool = await openPool({ url, connections: 8 })
  await using store = await storeOverPool(pool, { repositories: repositoriesOf, bus: inProcessBus('bench') })
  await store.accounts.add(anAccount())
  const rounds: { ours: number; bare: number; client: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const bare = bareCycle(schema)
    const cpu = process.cpuUsage()
    const ours = await cycle(store, round)
    const { user, system } = process.cpuUsage(cpu)
    // The first round warms both up.
    if (round > 0) rounds.push({ bare, ours, client: (user + system) / CYCLE_ROWS })
  }
  await admin.query('delete from deliveries')
  const claims = await claimFigures(store, admin, anAccount().id)
  const of = (read: (round: (typeof rounds)[number]) => number) => median(rounds.map(read))
  return [
    {
      name: `outbox cycle on PostgreSQL in batches of ${BATCH}`,
      value: of(({ ours }) => ours),
      unit: 'rows/s',
      goal: '≥ 0.4 of the anchor',
      anchor: { name: 'pgbench, three bare commits a batch', value: of(({ bare }) => bare) },
    },
    { name: 'outbox cycle on PostgreSQL, CPU of the process', value: of(({ client }) => client), unit: 'µs/row' },
    ...claims,
  ]
}

/** Rows per second through insert, claim and settle, each in a transaction of its own. */
async function cycle(store: Store, round: number): Promise<number> {
  const started = performance.now()
  for (let done = 0; done < CYCLE_ROWS; done += BATCH) {
    const at = now()
    const rows = Array.from({ length: BATCH }, (_, each) =>
      aDelivery({
        id: `bench-${round}-${String(done + each).padStart(6, '0')}`,
        notificationId: null,
        endpointId: `endpoint-${String(done + each).padStart(6, '0')}`,
        status: 'pending',
        dueAt: at.toISOString(),
        body: BODY,
      }),
    )
    await store.transaction(({ deliveries }) => deliveries.add(rows), 'hot')
    const until = new Date(at.getTime() + 60_000)
    const leased = await store.transaction(async ({ outbox }) => {
      const due = await outbox.due(at, 'normal', BATCH)
      return outbox.lease(due, `bench.${round}.${done}`, { now: at, until })
    }, 'hot')
    if (leased.length !== BATCH) throw new Error(`${leased.length} rows were claimed of ${BATCH}`)
    const outcomes = leased.map(({ id, leaseOwner }) => ({
      id,
      leaseOwner: leaseOwner ?? '',
      isSummary: false,
      event: 'acknowledged' as const,
      dueMs: null,
      reason: null,
    }))
    await store.transaction(({ outbox }) => outbox.settle(outcomes, at), 'hot')
  }
  return (CYCLE_ROWS / (performance.now() - started)) * 1_000
}

/** Of the size that a webhook of a trade idea has. */
const BODY = 'x'.repeat(700)

/** The same three commits as SQL alone, from a client without work. */
function bareCycle(schema: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'optionwire-'))
  const script = join(folder, 'bare.sql')
  writeFileSync(
    script,
    `\\set first random(1, 1000000000)
begin; insert into bare select :first || '-' || n, repeat('x', 700), null, 'a' from generate_series(1, ${BATCH}) n on conflict do nothing; commit;
begin; update bare set owner = 'me', due = 'b' where id in (select :first || '-' || n from generate_series(1, ${BATCH}) n); commit;
begin; update bare set owner = null, due = null where id in (select :first || '-' || n from generate_series(1, ${BATCH}) n); commit;
`,
  )
  try {
    const address = new URL(`${postgresUrl}`)
    const batches = CYCLE_ROWS / BATCH
    const text = execFileSync(PGBENCH, ['--no-vacuum', '-f', script, '-t', `${batches}`, '-c', '1', address.href], {
      encoding: 'utf8',
      env: { ...process.env, PGOPTIONS: `-c search_path=${schema}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return BATCH * Number(/tps = ([\d.]+)/.exec(text)?.[1])
  } finally {
    rmSync(folder, { recursive: true })
  }
}
