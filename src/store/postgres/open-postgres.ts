import { Kysely, sql } from 'kysely'
import type pg from 'pg'
import { AppError } from '../../lib/errors.ts'
import { ChangeListeners } from '../changes.ts'
import { migrate, readMigrations } from '../migrate.ts'
import type { OpenStore } from '../open-store.ts'
import type { Bus } from '../processes/bus.ts'
import type { EngineTables } from '../store.ts'
import { type RepositoriesOf, transactional } from '../transaction.ts'
import { WRITE_PROBE } from '../write-probe.ts'
import { ChangesReader, type ChangesReaderParts } from './changes-reader.ts'
import { requireUsable } from './checks.ts'
import { PostgresStoreDialect } from './dialect.ts'
import { postgresError, readOnly } from './errors.ts'
import { onOneConnection } from './one-connection.ts'
import { openPool } from './pool.ts'
import { type ServiceUse, servicePlace } from './service-place.ts'

const COMMAND_CONNECTIONS = 2

const TIMEOUTS_SET = `select '0' not in (current_setting('statement_timeout'), current_setting('lock_timeout'),
  current_setting('idle_in_transaction_session_timeout')) as is_set`
const NO_TIMEOUTS =
  "The role of DATABASE_URL has no timeouts, which a pooler does not pass on. Run ALTER ROLE optionwire SET statement_timeout = '30s', and the same with lock_timeout = '2s' and idle_in_transaction_session_timeout = '10s'; then restart the pooler."

export interface PostgresOptions<Tables, Repositories> {
  readonly url: string
  /** Of the server itself, where `url` names a pooler that gives a connection to each transaction; else the same. */
  readonly directUrl: string
  readonly repositories: RepositoriesOf<Tables, Repositories>
  readonly now: () => Date
  readonly monotonicMs: () => number
  /** How this process uses the database as the service; null of commands and threads beside it. */
  readonly service: ServiceUse | null
  /** Hints of what other processes commit. */
  readonly bus: Bus
}

/**
 * Opens the store in a PostgreSQL database: checks the database, takes the place of a service if this is to be one, and
 * applies pending migrations. Throws `unavailable` with what to do where that is not possible.
 */
export async function openPostgres<Tables extends EngineTables, Repositories>({
  url,
  directUrl,
  service,
  monotonicMs,
  now,
  bus,
  repositories,
}: PostgresOptions<Tables, Repositories>): Promise<OpenStore<Repositories>> {
  const place = service ? await servicePlace(directUrl, service) : undefined
  try {
    await onOneConnection(directUrl, async (db) => {
      await requireUsable(db)
      await migrate({ engine: 'postgres', db }, readMigrations(), now())
    })
    const isPooled = url !== directUrl
    const pool = await openPool({ url, isPooled, connections: service?.connections ?? COMMAND_CONNECTIONS })
    if (isPooled) await requireTimeouts(pool)
    const reading = place && { connection: place.connection, monotonicMs }
    return await storeOverPool(pool, { repositories, bus, reading, requireUse: place?.requirePlace })
  } catch (error) {
    await place?.[Symbol.asyncDispose]()
    throw error
  }
}

/** Nothing but the role can set timeouts behind a pooler. Throws `unavailable` where it has none; the pool is closed then. */
async function requireTimeouts(pool: pg.Pool): Promise<void> {
  try {
    const { rows } = await pool.query<{ is_set: boolean }>(TIMEOUTS_SET).catch((error) => {
      throw postgresError(error)
    })
    if (rows[0]?.is_set !== true) throw new AppError('unavailable', NO_TIMEOUTS)
  } catch (error) {
    await pool.end()
    throw error
  }
}

export interface PoolStoreParts<Tables, Repositories> {
  readonly repositories: RepositoriesOf<Tables, Repositories>
  readonly bus: Bus
  /** What others commit is read over this connection; absent in a process that caches nothing. */
  readonly reading?: Omit<ChangesReaderParts, 'listeners'> | undefined
  /** Throws where this process may not use the database any more. */
  readonly requireUse?: (() => void) | undefined
}

/** The store over a pool, which is closed with it, as is the connection that it reads changes over. */
export async function storeOverPool<Tables extends EngineTables, Repositories>(
  pool: pg.Pool,
  { repositories, bus, reading, requireUse = () => undefined }: PoolStoreParts<Tables, Repositories>,
): Promise<OpenStore<Repositories>> {
  const health = { isWritable: true, requireUse }
  const dialect = new PostgresStoreDialect({ pool, health })
  const db = new Kysely<Tables>({ dialect })
  // The compiler cannot infer that `Tables` includes the tables of the engine.
  const ownTables = db as Kysely<unknown> as Kysely<EngineTables>
  const listeners = new ChangeListeners()
  const reader = reading && new ChangesReader({ ...reading, listeners })
  const unsubscribe =
    reader && bus.subscribe('changed', (from) => void (from === bus.processId ? undefined : reader.look()))
  await reader?.start()
  const onChanged = () => bus.publish('changed', bus.processId)
  return {
    ...transactional({ engine: 'postgres', db, repositories, listeners, onChanged }),
    onChange: (kind, listener) => listeners.onChange(kind, listener),
    isCurrent: () => reader?.isCurrent() ?? true,
    // What was deleted goes with the next vacuum, and from the archived log when that is deleted.
    scrub: () => Promise.resolve(),
    proveWritable: () => proveWritable(ownTables, health),
    sizes: () => sizesOf(ownTables),
    async [Symbol.asyncDispose]() {
      unsubscribe?.()
      await dialect.close()
      await reader?.[Symbol.asyncDispose]()
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
