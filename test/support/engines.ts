import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely'
import pg from 'pg'
import type { Store } from '../../src/app/store/open-store.ts'
import { repositoriesOf } from '../../src/app/store/repositories.ts'
import type { Tables } from '../../src/app/store/tables.ts'
import type { Engine } from '../../src/store/connection.ts'
import { migrate, readMigrations } from '../../src/store/migrate.ts'
import { openHandle } from '../../src/store/open-store.ts'
import { transactional } from '../../src/store/transaction.ts'
import { schemaPrefixOf } from './drop-postgres-schemas.ts'
import { migratedStore } from './migrated-store.ts'

const now = () => new Date('2026-11-20T15:00:00.000Z')

const postgresUrl = process.env['TEST_POSTGRES_URL']
if (!postgresUrl) console.warn('TEST_POSTGRES_URL is not set: the store is tested on SQLite alone.')

/** Every store test is `describe.each(engines)('… on %s', (_name, open) => …)`. Each opened store is empty and its own. */
export const engines: readonly (readonly [name: string, open: () => Promise<Store>])[] = [
  ['SQLite', () => migratedStore({ now })],
  ...(postgresUrl ? [['PostgreSQL', () => openPostgres(postgresUrl)] as const] : []),
]

/** A database of an engine without any table. */
export interface EmptyDatabase extends AsyncDisposable {
  readonly engine: Engine
  readonly db: Kysely<Tables>
}

/** For tests of migrations: `describe.each(emptyDatabases)('… on %s', (_name, open) => …)`. */
export const emptyDatabases: readonly (readonly [name: string, open: () => Promise<EmptyDatabase>])[] = [
  ['SQLite', async () => emptySqlite()],
  ...(postgresUrl ? [['PostgreSQL', () => emptyPostgres(postgresUrl)] as const] : []),
]

function emptySqlite(): EmptyDatabase {
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: openHandle(':memory:', 1_000) }) })
  return { engine: 'sqlite', db, [Symbol.asyncDispose]: () => db.destroy() }
}

async function emptyPostgres(url: string): Promise<EmptyDatabase> {
  const schema = newSchemaName()
  const db = connectTo(url, schema)
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

async function openPostgres(url: string): Promise<Store> {
  const used = freeSchemas.pop()
  const schema = used ?? newSchemaName()
  const db = connectTo(url, schema)
  if (used === undefined) {
    await sql.raw(`create schema ${schema}`).execute(db)
    await migrate({ engine: 'postgres', db }, readMigrations(), now())
  }
  return {
    ...transactional('postgres', db, repositoriesOf),
    foreignVersion: () => 0,
    proveWritable: async () => undefined,
    scrub: () => Promise.resolve(),
    async [Symbol.asyncDispose]() {
      await emptyTables(db, schema)
      await db.destroy()
      freeSchemas.push(schema)
    },
  }
}

/** `drop-postgres-schemas.ts` finds the schemas of this run by the process. */
const newSchemaName = (): string => `${schemaPrefixOf(process.pid)}${randomBytes(8).toString('hex')}`

function connectTo(url: string, schema: string): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 4,
    // These tables need not survive a crash of the server, so no commit waits for its disk.
    options: `-c search_path=${schema} -c synchronous_commit=off`,
    // Whole numbers of 64 bits come as text otherwise.
    types: { getTypeParser: (oid, format) => (oid === 20 ? Number : pg.types.getTypeParser(oid, format)) },
  })
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
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
