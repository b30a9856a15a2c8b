import { Kysely, sql } from 'kysely'
import type pg from 'pg'
import { migrate, readMigrations } from '../migrate.ts'
import type { OpenStore } from '../open-store.ts'
import type { EngineTables } from '../store.ts'
import { type RepositoriesOf, transactional } from '../transaction.ts'
import { WRITE_PROBE } from '../write-probe.ts'
import { requireUsable } from './checks.ts'
import { type Announcement, PostgresStoreDialect } from './dialect.ts'
import { readOnly } from './errors.ts'
import { onOneConnection } from './one-connection.ts'
import { openPool } from './pool.ts'
import { CHANGES_CHANNEL, FOREIGN_WRITES_ID, type SoleService, soleService } from './sole-service.ts'

const SERVICE_CONNECTIONS = 8
const COMMAND_CONNECTIONS = 2

const ANNOUNCEMENT: Announcement = {
  inside: `insert into foreign_writes (id, version) values ('${FOREIGN_WRITES_ID}', 1) on conflict (id) do update set version = foreign_writes.version + 1`,
  // Never inside: the commit of a transaction that notifies locks the whole server.
  after: `notify ${CHANGES_CHANNEL}`,
}

export interface PostgresOptions<Tables, Repositories> {
  readonly url: string
  readonly repositories: RepositoriesOf<Tables, Repositories>
  readonly now: () => Date
  readonly monotonicMs: () => number
  /** The one service of this database, with which commands share it. */
  readonly isService: boolean
}

/**
 * Opens the store in a PostgreSQL database: checks the database, takes the place of the one service if this is to be it,
 * and applies pending migrations. Throws `unavailable` with what to do where that is not possible.
 */
export async function openPostgres<Tables extends EngineTables, Repositories>({
  url,
  isService,
  monotonicMs,
  now,
  ...rest
}: PostgresOptions<Tables, Repositories>): Promise<OpenStore<Repositories>> {
  const sole = isService ? await soleService(url, monotonicMs) : undefined
  try {
    await onOneConnection(url, async (db) => {
      await requireUsable(db)
      await migrate({ engine: 'postgres', db }, readMigrations(), now())
    })
    await sole?.watch()
    const pool = await openPool({ url, connections: isService ? SERVICE_CONNECTIONS : COMMAND_CONNECTIONS })
    return storeOverPool(pool, { ...rest, sole })
  } catch (error) {
    await sole?.[Symbol.asyncDispose]()
    throw error
  }
}

/** The store over a pool, which is closed with it. */
export function storeOverPool<Tables extends EngineTables, Repositories>(
  pool: pg.Pool,
  {
    repositories,
    sole,
  }: Pick<PostgresOptions<Tables, Repositories>, 'repositories'> & { readonly sole?: SoleService | undefined },
): OpenStore<Repositories> {
  const health = { isWritable: true, requireUse: () => sole?.requireSole() }
  const dialect = new PostgresStoreDialect({ pool, health, announcement: sole ? undefined : ANNOUNCEMENT })
  const db = new Kysely<Tables>({ dialect })
  // The compiler cannot infer that `Tables` includes the tables of the engine.
  const ownTables = db as Kysely<unknown> as Kysely<EngineTables>
  return {
    ...transactional('postgres', db, repositories),
    foreignVersion: () => sole?.foreignVersion() ?? 0,
    // What was deleted goes with the next vacuum, and from the archived log when that is deleted.
    scrub: () => Promise.resolve(),
    proveWritable: () => proveWritable(ownTables, health),
    sizes: () => sizesOf(ownTables),
    async [Symbol.asyncDispose]() {
      await dialect.close()
      await sole?.[Symbol.asyncDispose]()
    },
  }
}

/** Each check queries the server: a process without requests does not notice that it went away, or became a standby. */
async function proveWritable(db: Kysely<EngineTables>, health: { isWritable: boolean }): Promise<void> {
  const { rows } = await sql<{ is_read_only: boolean }>`select
    pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_read_only`.execute(db)
  if (rows[0]?.is_read_only) throw readOnly()
  if (health.isWritable) return
  await db
    .insertInto('write_probe')
    .values(WRITE_PROBE)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(WRITE_PROBE))
    .execute()
}

async function sizesOf(db: Kysely<EngineTables>): Promise<{ database: number }> {
  const { rows } = await sql<{ bytes: number | null }>`select sum(pg_total_relation_size(oid)) as bytes
    from pg_class where relkind in ('r', 'm') and relnamespace = current_schema()::regnamespace`.execute(db)
  return { database: rows[0]?.bytes ?? 0 }
}
