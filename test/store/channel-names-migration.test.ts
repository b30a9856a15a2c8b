import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrate, readMigrations } from '../../src/store/migrate.ts'
import { type EmptyDatabase, emptyDatabases } from '../support/engines.ts'

const MIGRATION = '011-channel-names.sql'
const AT = '2026-11-20T15:00:00.000Z'
const now = new Date(AT)
const all = readMigrations()
const place = all.findIndex(({ name }) => name === MIGRATION)
const before = all.slice(0, place)

/** Each column has a value of its own, so that two that were swapped are found. */
const ENDPOINT = {
  id: 'e1',
  account_id: 'ada',
  alert_id: null,
  channel: 'webhook',
  address_sealed: 'sealed address',
  address_digest: 'digest',
  label: 'https://hooks.example/…',
  secret_sealed: 'sealed secret',
  older_secret_sealed: 'sealed older secret',
  older_secret_until: '2026-11-21T15:00:00.000Z',
  verified_at: '2026-11-19T15:00:00.000Z',
  state: 'cooling',
  failures: 5,
  first_failure_at: '2026-11-18T15:00:00.000Z',
  open_until: '2026-11-22T15:00:00.000Z',
  created_at: '2026-11-17T15:00:00.000Z',
  refusals: 1,
} as const
const DELIVERY = {
  id: 'd1',
  account_id: 'ada',
  notification_id: 'n1',
  channel: 'webhook',
  endpoint_id: 'e1',
  status: 'pending',
  reason: '{"code":"standing"}',
  priority_rank: 1,
  due_at: '2026-11-20T16:00:00.000Z',
  expires_at: '2026-11-20T17:00:00.000Z',
  attempts: 3,
  handed_over: 0,
  lease_owner: 'i1',
  batch_key: 'key',
  summary_id: 'd2',
  body: 'the very bytes',
  created_at: '2026-11-20T15:01:00.000Z',
  updated_at: '2026-11-20T15:02:00.000Z',
  redelivery: 1,
  interrupted: 2,
} as const

const ACCOUNT = {
  id: 'ada',
  email: 'ada@example.com',
  email_verified: 1,
  password_hash: 'hash',
  plan: 'vega',
  standing: 'good',
  time_zone: 'UTC',
  created_at: AT,
} as const

describe.each(emptyDatabases)('the migration that lets the program name channels, on %s', (_name, open) => {
  let store: EmptyDatabase
  beforeEach(async () => {
    store = await open()
    await migrate(store, before, now)
    await addRows(store)
  })
  afterEach(() => store[Symbol.asyncDispose]())

  const apply = () => migrate(store, all.slice(0, place + 1), now)

  it('keeps every column of every row', async () => {
    await apply()

    expect(await store.db.selectFrom('endpoints').selectAll().execute()).toEqual([ENDPOINT])
    expect(await store.db.selectFrom('deliveries').selectAll().execute()).toEqual([DELIVERY])
  })

  it('keeps every index, with the same columns and conditions', async () => {
    const known = await indexesOf(store)

    await apply()

    expect(known.length).toBeGreaterThanOrEqual(14)
    expect(await indexesOf(store)).toEqual(known)
  })

  it('keeps the other checks', async () => {
    await apply()

    await expect(
      put(store, 'endpoints', { ...ENDPOINT, id: 'e2', address_digest: 'x', state: 'gone' }),
    ).rejects.toThrow()
    await expect(
      put(store, 'deliveries', { ...DELIVERY, id: 'd9', notification_id: null, attempts: -1 }),
    ).rejects.toThrow()
    await expect(put(store, 'deliveries', { ...DELIVERY, id: 'd9' })).rejects.toThrow()
  })

  it('takes a channel that no migration knows, where the store before it did not', async () => {
    const endpoint = { ...ENDPOINT, id: 'e2', channel: 'carrier_pigeon' }
    const delivery = { ...DELIVERY, id: 'd2', channel: 'carrier_pigeon' }
    await expect(put(store, 'endpoints', endpoint)).rejects.toThrow()
    await expect(put(store, 'deliveries', delivery)).rejects.toThrow()

    await apply()

    await put(store, 'endpoints', endpoint)
    await put(store, 'deliveries', delivery)
    expect(await store.db.selectFrom('endpoints').select('channel').orderBy('id').execute()).toHaveLength(2)
  })

  it('keeps the foreign keys: rows go with their notification and their account, and none comes without', async () => {
    await apply()

    await expect(put(store, 'endpoints', { ...ENDPOINT, id: 'e2', account_id: 'nobody' })).rejects.toThrow()
    await expect(put(store, 'deliveries', { ...DELIVERY, id: 'd3', notification_id: 'none' })).rejects.toThrow()
    await store.db.deleteFrom('notifications').execute()
    expect(await store.db.selectFrom('deliveries').select('id').execute()).toEqual([])
    expect(await store.db.selectFrom('endpoints').select('id').execute()).toHaveLength(1)
    await store.db.deleteFrom('accounts').execute()
    expect(await store.db.selectFrom('endpoints').select('id').execute()).toEqual([])
  })

  it('leaves no row behind that refers to nothing', async () => {
    await apply()

    if (store.engine === 'sqlite') {
      expect((await sql`pragma foreign_key_check`.execute(store.db)).rows).toEqual([])
      expect((await sql`pragma integrity_check`.execute(store.db)).rows).toEqual([{ integrity_check: 'ok' }])
    } else {
      const invalid =
        await sql`select conname from pg_constraint where not convalidated and connamespace = current_schema()::regnamespace`
      expect((await invalid.execute(store.db)).rows).toEqual([])
    }
  })
})

function put({ db }: EmptyDatabase, table: string, row: Readonly<Record<string, unknown>>) {
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
  return sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(db)
}

async function addRows(store: EmptyDatabase): Promise<void> {
  await put(store, 'accounts', ACCOUNT)
  await put(store, 'notifications', {
    id: 'n1',
    account_id: 'ada',
    seq: 1,
    type: 'account',
    priority: 'high',
    title: 'Title',
    body: 'Body.',
    details: '{}',
    created_at: AT,
  })
  await put(store, 'endpoints', ENDPOINT)
  await put(store, 'deliveries', DELIVERY)
}

/** Each index of the two tables as the engine writes it, without the names that engines make up themselves. */
async function indexesOf({ engine, db }: EmptyDatabase): Promise<string[]> {
  const { rows } = await (engine === 'sqlite'
    ? sql<{
        text: string
      }>`select sql as text from sqlite_master where type = 'index' and sql is not null and tbl_name in ('endpoints', 'deliveries')`
    : sql<{
        text: string
      }>`select indexdef as text from pg_indexes where schemaname = current_schema() and tablename in ('endpoints', 'deliveries')`
  ).execute(db)
  return rows.map(({ text }) => text.replace(/INDEX \w+_(pkey|key)\w* /, 'INDEX ')).sort()
}
