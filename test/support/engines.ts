import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely'
import type pg from 'pg'
import type { Store } from '../../src/app/store/open-store.ts'
import { type Repositories, repositoriesOf } from '../../src/app/store/repositories.ts'
import type { Tables } from '../../src/app/store/tables.ts'
import type { Engine } from '../../src/store/connection.ts'
import { migrate, readMigrations } from '../../src/store/migrate.ts'
import { openHandle } from '../../src/store/open-store.ts'
import { onOneConnection } from '../../src/store/postgres/one-connection.ts'
import { storeOverPool } from '../../src/store/postgres/open-postgres.ts'
import { openPool } from '../../src/store/postgres/pool.ts'
import { inProcessBus } from '../../src/store/processes/bus.ts'
import { cachedStatements } from '../../src/store/statements.ts'
import { migratedStore } from './migrated-store.ts'
import { newName, postgresUrl, schemaUrl } from './postgres.ts'

const now = () => new Date('2026-11-20T15:00:00.000Z')

const url = postgresUrl
if (!url) console.warn('TEST_POSTGRES_URL is not set: the store is tested on SQLite alone.')

/** Every store test is `describe.each(engines)('… on %s', (_name, open) => …)`. Each opened store is empty and its own. */
export const engines: readonly (readonly [name: string, open: () => Promise<Store>])[] = [
  ['SQLite', () => migratedStore({ now })],
  ...(url ? [['PostgreSQL', () => openPostgres(url)] as const] : []),
]

/**
 * An empty store of the engine that TEST_ENGINE names, SQLite without it: worlds that most tests share run on the other
 * engine by that setting, instead of twice in each run.
 */
export function storeOfRun(options: { readonly path: string; readonly now: () => Date }): Promise<Store> {
  const wanted = process.env['TEST_ENGINE'] ?? 'SQLite'
  const [, open] = engines.find(([name]) => name === wanted) ?? []
  if (!open) throw new Error(`TEST_ENGINE=${wanted} is no engine, or TEST_POSTGRES_URL is missing`)
  const isInMemory = options.path === ':memory:'
  return wanted === 'SQLite' || !isInMemory ? migratedStore(options) : open()
}

/** A database of an engine without any table. */
export interface EmptyDatabase extends AsyncDisposable {
  readonly engine: Engine
  readonly db: Kysely<Tables>
}

/** For tests of migrations: `describe.each(emptyDatabases)('… on %s', (_name, open) => …)`. */
export const emptyDatabases: readonly (readonly [name: string, open: () => Promise<EmptyDatabase>])[] = [
  ['SQLite', async () => emptySqlite()],
  ...(url ? [['PostgreSQL', () => emptyPostgres(url)] as const] : []),
]

function emptySqlite(): EmptyDatabase {
  const health = { isWritable: true, requireFiles: () => undefined }
  const database = cachedStatements(openHandle(':memory:', 1_000), health)
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  return { engine: 'sqlite', db, [Symbol.asyncDispose]: () => db.destroy() }
}

async function emptyPostgres(url: string): Promise<EmptyDatabase> {
  const schema = newName()
  const { db } = await connectTo(url, schema)
  await sql.raw(`create schema ${schema}`).execute(db)
  return {
    engine: 'postgres',
    db,
    async [Symbol.asyncDispose]() {
      await sql.raw(`drop schema ${schema} cascade`).execute(db)
      await db.destroy()
    },
  }
}

/** Migrated schemas that no test uses. To make and drop one takes a second on a busy server, to empty one a few milliseconds. */
const freeSchemas: string[] = []

interface Schema extends AsyncDisposable {
  readonly name: string
  readonly pool: pg.Pool
}

/** A migrated schema without rows, which is free again when it is disposed of. */
async function emptySchema(url: string): Promise<Schema> {
  const used = freeSchemas.pop()
  const name = used ?? newName()
  const { db, pool } = await connectTo(url, name)
  if (used === undefined) {
    await sql.raw(`create schema ${name}`).execute(db)
    await onOneConnection(schemaUrl(url, name), (own) =>
      migrate({ engine: 'postgres', db: own }, readMigrations(), now()),
    )
  }
  return {
    name,
    pool,
    async [Symbol.asyncDispose]() {
      await emptyTables(db, name)
      freeSchemas.push(name)
    },
  }
}

async function openPostgres(url: string): Promise<Store> {
  const schema = await emptySchema(url)
  const store = await runTwice(schema.pool)
  return {
    ...store,
    async [Symbol.asyncDispose]() {
      await schema[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
    },
  }
}

/** The stores of several processes on one PostgreSQL database. */
export async function storesOfOneDatabase(
  count: number,
): Promise<{ readonly stores: readonly Store[] } & AsyncDisposable> {
  const schema = await emptySchema(`${url}`)
  const pools = await Promise.all(Array.from({ length: count - 1 }, () => connectTo(`${url}`, schema.name)))
  const stores = await Promise.all([schema.pool, ...pools.map(({ pool }) => pool)].map(storeOver))
  return {
    stores,
    async [Symbol.asyncDispose]() {
      await schema[Symbol.asyncDispose]()
      for (const store of stores) await store[Symbol.asyncDispose]()
    },
  }
}

/** That of the only process of its schema. */
const storeOver = (pool: pg.Pool): Promise<Store> =>
  storeOverPool<Tables, Repositories>(pool, { repositories: repositoriesOf, bus: inProcessBus('p1') })

const running = new AsyncLocalStorage<{ isFirst: boolean }>()

/**
 * A store that refuses the first commit of each transaction, as PostgreSQL does for the sake of another one: whatever the
 * work does outside the store is done twice, and what is tested with it fails.
 */
async function runTwice(pool: pg.Pool): Promise<Store> {
  const store = await storeOver(pool)
  return {
    ...store,
    transaction: (work, kind) => running.run({ isFirst: true }, () => store.transaction(work, kind)),
  }
}

function refuseFirstCommit(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...call: unknown[]) => unknown
  const refusing = (...call: unknown[]) => {
    const transaction = running.getStore()
    const [sent] = call
    const { text, callback } = typeof sent === 'string' ? { text: sent } : Object(sent)
    if (text !== 'commit' || !transaction?.isFirst) return query(...call)
    transaction.isFirst = false
    const refusal = Object.assign(new Error('could not serialize access'), { severity: 'ERROR', code: '40001' })
    return callback ? callback(refusal) : Promise.reject(refusal)
  }
  client.query = refusing as typeof client.query
}

async function connectTo(url: string, schema: string): Promise<{ db: Kysely<Tables>; pool: pg.Pool }> {
  const pool = await openPool({ url: schemaUrl(url, schema), connections: 4, lockTimeoutMs: 30_000 })
  // Before the first connection is made.
  pool.on('connect', refuseFirstCommit)
  return { pool, db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) }
}

/** Migrations insert no rows of their own but the list of what was applied. */
async function emptyTables(db: Kysely<Tables>, schema: string): Promise<void> {
  await sql
    .raw(`do $$ declare name text; begin
      set local session_replication_role = replica;
      for name in select tablename from pg_tables where schemaname = '${schema}' and tablename <> 'migrations'
      loop execute format('delete from %I', name); end loop;
    end $$`)
    .execute(db)
}
