import Database from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { storeError } from './errors.ts'
import type { Groups } from './groups.ts'
import { migrate, readMigrations } from './migrate.ts'
import { keptStatements, type WriteHealth } from './statements.ts'
import type { Tables } from './tables.ts'
import { transactional } from './transaction.ts'

const BUSY_TIMEOUT_MS = 5_000
const PROBE_BYTES = 65_536
const LOOK_EVERY_MS = 10

/** The one store of the service. What a method acknowledges survives a power cut. */
export interface Store extends Groups, AsyncDisposable {
  /** All of the work or none of it. Inside, use the groups that are given, and await nothing but them. */
  transaction<T>(work: (groups: Groups) => Promise<T>): Promise<T>
  /** Changes whenever another process has committed: what was remembered of the store is then to be read again. */
  foreignVersion(): number
  /** Changes whenever this process has written accounts, keys or sessions: what was remembered of them is then stale. */
  credentialsVersion(): number
  /** Changes whenever this process has written rules or watchlists. */
  interestsVersion(): number
  /** Takes what was deleted out of the files too: after it neither the store nor its log holds a trace. */
  scrub(): Promise<void>
  /** Throws `unavailable` while the engine refuses writes; costs nothing as long as it takes them. */
  proveWritable(): Promise<void>
  /** A consistent copy of the store in a new file, made while the service goes on. */
  backup(file: string): Promise<void>
}

export interface StoreOptions {
  readonly path: string
  readonly now: () => Date
  /** How long a statement waits for another process that holds the store. */
  readonly busyTimeoutMs?: number
  /** A clock that never jumps. With it, what other processes commit is looked for every ten milliseconds at most. */
  readonly monotonicMs?: (() => number) | undefined
}

export async function openStore({ path, busyTimeoutMs = BUSY_TIMEOUT_MS, ...clocks }: StoreOptions): Promise<Store> {
  return storeOver(openHandle(path, busyTimeoutMs), { busyTimeoutMs, ...clocks })
}

/** The store over a handle that is open; the handle is closed with it, or when it cannot be used. */
export async function storeOver(
  handle: Database.Database,
  { now, busyTimeoutMs, monotonicMs }: Omit<StoreOptions, 'path'> & { readonly busyTimeoutMs: number },
): Promise<Store> {
  try {
    const health = { isWritable: true }
    const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: keptStatements(handle, health) }) })
    await migrate({ engine: 'sqlite', db }, readMigrations(), now())
    const version = handle.prepare<[], number>('pragma data_version').pluck()
    return {
      ...transactional('sqlite', db),
      foreignVersion: lookedForNowAndThen(() => version.get() ?? 0, monotonicMs),
      scrub: () => db.connection().execute(async () => scrub(handle, busyTimeoutMs)),
      proveWritable: () => proveWritable(db, health),
      backup: (file) => backup(handle, file),
      [Symbol.asyncDispose]: () => db.destroy(),
    }
  } catch (error) {
    handle.close()
    throw error
  }
}

export function openHandle(path: string, busyTimeoutMs: number): Database.Database {
  let handle: Database.Database | undefined
  try {
    handle = new Database(path, { timeout: busyTimeoutMs })
    // The time-out comes first: several processes that open a new file together would fail on the journal mode.
    handle.pragma(`busy_timeout = ${busyTimeoutMs}`)
    handle.pragma('journal_mode = WAL')
    handle.pragma('synchronous = FULL')
    handle.pragma('foreign_keys = ON')
    // Deleted content is overwritten with zeros instead of lying in free pages.
    handle.pragma('secure_delete = ON')
    return handle
  } catch (error) {
    handle?.close()
    throw storeError(error)
  }
}

/** A look takes a lock of the file and costs a tenth of a small answer. */
function lookedForNowAndThen(look: () => number, monotonicMs: (() => number) | undefined): () => number {
  if (!monotonicMs) return look
  let seen = look()
  let lookedAtMs = monotonicMs()
  return () => {
    const atMs = monotonicMs()
    if (atMs - lookedAtMs >= LOOK_EVERY_MS) {
      seen = look()
      lookedAtMs = atMs
    }
    return seen
  }
}

/** The write-ahead log still holds what was deleted from the file. Another process that is reading puts this off. */
function scrub(handle: Database.Database, busyTimeoutMs: number): void {
  try {
    // Waiting for that reader would stop this process.
    handle.pragma('busy_timeout = 0')
    handle.pragma('wal_checkpoint(TRUNCATE)')
  } catch (error) {
    throw storeError(error)
  } finally {
    handle.pragma(`busy_timeout = ${busyTimeoutMs}`)
  }
}

async function proveWritable(db: Kysely<Tables>, health: WriteHealth): Promise<void> {
  if (health.isWritable) return
  const content = '0'.repeat(PROBE_BYTES)
  await db
    .insertInto('write_probe')
    .values({ id: 'probe', content })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ content }))
    .execute()
  health.isWritable = true
}

async function backup(handle: Database.Database, file: string): Promise<void> {
  try {
    await handle.backup(file)
  } catch (error) {
    throw storeError(error)
  }
}
