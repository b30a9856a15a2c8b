import Database from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import type { Connection } from './engine.ts'
import { storeError } from './errors.ts'
import { type Groups, groupsOf } from './groups.ts'
import { migrate, readMigrations } from './migrate.ts'
import { keptStatements } from './statements.ts'
import type { Tables } from './tables.ts'
import { insideTransaction, outsideOnly } from './transaction.ts'

const BUSY_TIMEOUT_MS = 5_000

/** The one store of the service. What a method acknowledges survives a power cut. */
export interface Store extends Groups, AsyncDisposable {
  /** All of the work or none of it. Inside, use the groups that are given, and await nothing but them. */
  transaction<T>(work: (groups: Groups) => Promise<T>): Promise<T>
  /** Changes whenever another process has committed: what was remembered of the store is then to be read again. */
  foreignVersion(): number
  /** A consistent copy of the store in a new file, made while the service goes on. */
  backup(file: string): Promise<void>
}

export interface StoreOptions {
  readonly path: string
  readonly now: () => Date
}

export async function openStore({ path, now }: StoreOptions): Promise<Store> {
  const handle = openHandle(path)
  try {
    const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: keptStatements(handle) }) })
    await migrate({ engine: 'sqlite', db }, readMigrations(), now())
    return storeOver(handle, { engine: 'sqlite', db })
  } catch (error) {
    handle.close()
    throw error
  }
}

function openHandle(path: string): Database.Database {
  try {
    const handle = new Database(path, { timeout: BUSY_TIMEOUT_MS })
    // The time-out comes first: several processes that open a new file together would fail on the journal mode.
    handle.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
    handle.pragma('journal_mode = WAL')
    handle.pragma('synchronous = FULL')
    handle.pragma('foreign_keys = ON')
    return handle
  } catch (error) {
    throw storeError(error)
  }
}

function storeOver(handle: Database.Database, { engine, db }: Connection): Store {
  const outer = groupsOf({ engine, db: db.withPlugin(outsideOnly) })
  const version = handle.prepare<[], number>('pragma data_version').pluck()
  return {
    ...outer,
    transaction: (work) =>
      db.transaction().execute((transaction) => insideTransaction(() => work(groupsOf({ engine, db: transaction })))),
    foreignVersion: () => version.get() ?? 0,
    async backup(file) {
      await handle.backup(file)
    },
    async [Symbol.asyncDispose]() {
      await db.destroy()
    },
  }
}
