import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { Kysely } from 'kysely'
import { ChangeListeners } from './changes.ts'
import { ClosableDialect } from './closable-dialect.ts'
import { isBusy, storeError } from './errors.ts'
import { migrate, readMigrations } from './migrate.ts'
import { cachedStatements, type WriteHealth } from './statements.ts'
import type { EngineTables, Store } from './store.ts'
import { storeFiles } from './store-files.ts'
import { type RepositoriesOf, transactional } from './transaction.ts'
import { WRITE_PROBE } from './write-probe.ts'

const BUSY_TIMEOUT_MS = 5_000
/** Between two attempts to switch a file to the write-ahead log. */
const SWITCH_PAUSE_MS = 5
const VERSION_CHECK_INTERVAL_MS = 10

export type OpenStore<Repositories> = Store<Repositories> & AsyncDisposable

export interface StoreOptions<Tables, Repositories> {
  readonly path: string
  readonly repositories: RepositoriesOf<Tables, Repositories>
  readonly now: () => Date
  /** Time that a statement waits for a lock of another process. */
  readonly busyTimeoutMs?: number
  /** A monotonic clock. With it, commits of other processes are checked at most every ten milliseconds. */
  readonly monotonicMs?: (() => number) | undefined
}

export async function openStore<Tables extends EngineTables, Repositories>({
  path,
  busyTimeoutMs = BUSY_TIMEOUT_MS,
  ...rest
}: StoreOptions<Tables, Repositories>): Promise<OpenStore<Repositories>> {
  return storeOver(openHandle(path, busyTimeoutMs), { busyTimeoutMs, ...rest })
}

/** The store over an open handle; the handle is closed with the store, or on failure. */
export async function storeOver<Tables extends EngineTables, Repositories>(
  handle: Database.Database,
  {
    now,
    busyTimeoutMs,
    monotonicMs,
    repositories,
  }: Omit<StoreOptions<Tables, Repositories>, 'path'> & { readonly busyTimeoutMs: number },
): Promise<OpenStore<Repositories>> {
  try {
    const files = storeFiles(handle, monotonicMs)
    const health = { isWritable: true, requireFiles: files.afterCommit }
    const dialect = new ClosableDialect({ database: cachedStatements(handle, health) })
    const db = new Kysely<Tables>({ dialect })
    // The compiler cannot infer that `Tables` includes the tables of the engine.
    const ownTables = db as Kysely<unknown> as Kysely<EngineTables>
    await migrate({ engine: 'sqlite', db: ownTables }, readMigrations(), now())
    files.look()
    const version = handle.prepare<[], number>('pragma data_version').pluck()
    const listeners = new ChangeListeners()
    return {
      ...transactional({ engine: 'sqlite', db, repositories, listeners }),
      onChange: (kind, listener) => listeners.onChange(kind, listener),
      isCurrent: foreignCommits(
        throttledVersion(() => version.get() ?? 0, monotonicMs),
        () => listeners.reportAll(),
      ),
      scrub: () => db.connection().execute(async () => scrub(handle, busyTimeoutMs)),
      proveWritable: async () => {
        files.look()
        await proveWritable(ownTables, health)
      },
      sizes: async () => sizesOf(handle),
      [Symbol.asyncDispose]: () => dialect.close(),
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
    switchToWal(handle, busyTimeoutMs)
    handle.pragma(`busy_timeout = ${busyTimeoutMs}`)
    handle.pragma('synchronous = FULL')
    handle.pragma('foreign_keys = ON')
    // Overwrites deleted content with zeros instead of leaving it in free pages.
    handle.pragma('secure_delete = ON')
    return handle
  } catch (error) {
    handle?.close()
    throw storeError(error)
  }
}

/**
 * SQLite does not wait, whatever the busy timeout, when several processes switch a new file at once. So this waits
 * itself, and SQLite not at all: otherwise each of the attempts could take the whole timeout.
 */
function switchToWal(handle: Database.Database, busyTimeoutMs: number): void {
  handle.pragma('busy_timeout = 0')
  for (let waitedMs = 0; ; waitedMs += SWITCH_PAUSE_MS) {
    try {
      handle.pragma('journal_mode = WAL')
      return
    } catch (error) {
      if (!isBusy(error) || waitedMs >= busyTimeoutMs) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SWITCH_PAUSE_MS)
    }
  }
}

/** Reports commits of other processes, of which SQLite says no more than that there were some. */
function foreignCommits(versionNow: () => number, onCommit: () => void): () => true {
  let known = versionNow()
  return () => {
    const version = versionNow()
    if (version !== known) {
      known = version
      onCommit()
    }
    return true
  }
}

/** Reading the version locks the file and costs a tenth of a small request. */
function throttledVersion(read: () => number, monotonicMs: (() => number) | undefined): () => number {
  if (!monotonicMs) return read
  let version = read()
  let readAtMs = monotonicMs()
  return () => {
    const atMs = monotonicMs()
    if (atMs - readAtMs >= VERSION_CHECK_INTERVAL_MS) {
      version = read()
      readAtMs = atMs
    }
    return version
  }
}

/**
 * The write-ahead log still contains what was deleted from the file. If another process is reading, the checkpoint is
 * postponed.
 */
function scrub(handle: Database.Database, busyTimeoutMs: number): void {
  try {
    // Waiting for that reader would block this process.
    handle.pragma('busy_timeout = 0')
    handle.pragma('wal_checkpoint(TRUNCATE)')
  } catch (error) {
    throw storeError(error)
  } finally {
    handle.pragma(`busy_timeout = ${busyTimeoutMs}`)
  }
}

function sizesOf({ name, memory }: Database.Database): Record<string, number> {
  if (memory) return {}
  const bytesOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  return { database: bytesOf(name), wal: bytesOf(`${name}-wal`) }
}

async function proveWritable(db: Kysely<EngineTables>, health: WriteHealth): Promise<void> {
  if (health.isWritable) return
  await db
    .insertInto('write_probe')
    .values(WRITE_PROBE)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(WRITE_PROBE))
    .execute()
  health.isWritable = true
}
