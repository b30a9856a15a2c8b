import type BetterSqlite3 from 'better-sqlite3'
import type { SqliteDatabase, SqliteStatement } from 'kysely'
import { LRUCache } from 'lru-cache'
import { AppError } from '../lib/errors.ts'
import { storeError } from './errors.ts'

/** A text with this prefix runs once for each of its parameters, which are lists: see `batch-statement.ts`. */
export const EACH_MARK = '/* each */ '

const MAX_STATEMENTS = 1_000
const NO_CHANGES = { changes: 0, lastInsertRowid: 0 }

/** Whether writes succeed: false after the engine refused one (disk full, busy, read-only), until one succeeds. */
export interface WriteHealth {
  isWritable: boolean
  /** Called after each commit; throws where the files of the store are not those that were opened. */
  readonly requireFiles: () => void
}

/**
 * The SQLite interface that Kysely needs, with statements prepared once per SQL text: a third of the cost of preparing
 * every time. `begin` becomes `begin immediate`, so that a transaction that starts with a read cannot fail later
 * because another one has the write lock.
 */
export function cachedStatements(handle: BetterSqlite3.Database, health: WriteHealth): SqliteDatabase {
  const cache = new LRUCache<string, SqliteStatement>({ max: MAX_STATEMENTS })
  return {
    close: () => handle.close(),
    prepare(sql) {
      const text = sql === 'begin' ? 'begin immediate' : sql
      const cached = cache.get(text)
      if (cached) return cached
      const statement = text.startsWith(EACH_MARK)
        ? forEach(handle, text.slice(EACH_MARK.length), health)
        : guarded(handle, text, health)
      cache.set(text, statement)
      return statement
    },
  }
}

function guarded(handle: BetterSqlite3.Database, text: string, health: WriteHealth): SqliteStatement {
  const statement = withStoreErrors(() => handle.prepare(text))
  const isReadonly = statement.readonly
  /** What is outside a transaction afterwards is committed, unless it was rolled back. */
  const acknowledged = <T>(write: () => T): T =>
    trackHealth(health, () => {
      const result = withStoreErrors(write)
      if (!handle.inTransaction && text !== 'rollback') health.requireFiles()
      return result
    })
  return {
    reader: statement.reader,
    all: (parameters) => {
      if (isReadonly) return withStoreErrors(() => statement.all(parameters))
      return acknowledged(() => statement.all(parameters))
    },
    run: (parameters) =>
      acknowledged(() => (isRedundantRollback(handle, text) ? NO_CHANGES : statement.run(parameters))),
    // A statement is busy while it is iterated, so it cannot be shared.
    iterate: (parameters) => handle.prepare(text).iterate(parameters),
  }
}

/** Returns the rows of a query, or the number of changed rows of another statement, for each list of parameters. */
function forEach(handle: BetterSqlite3.Database, text: string, health: WriteHealth): SqliteStatement {
  const statement = withStoreErrors(() => handle.prepare(text))
  const one = (parameters: unknown) =>
    statement.reader ? statement.all(parameters) : statement.run(parameters).changes
  const all = (lists: readonly unknown[]) => lists.map(one)
  const atOnce = handle.transaction(all)
  return {
    reader: true,
    all: (lists) =>
      trackHealth(health, () => {
        if (handle.inTransaction) return withStoreErrors(() => all(lists))
        const rows = withStoreErrors(() => atOnce.immediate(lists))
        health.requireFiles()
        return rows
      }),
    run: unsupported,
    iterate: unsupported,
  }
}

function unsupported(): never {
  throw new Error('a batch statement supports only `all`')
}

function trackHealth<T>(health: WriteHealth, write: () => T): T {
  try {
    return write()
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') health.isWritable = false
    throw error
  }
}

/**
 * A full disk rolls the transaction back automatically; the rollback that follows would replace the original error with
 * its own.
 */
function isRedundantRollback(handle: BetterSqlite3.Database, text: string): boolean {
  return text === 'rollback' && !handle.inTransaction
}

function withStoreErrors<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw storeError(error)
  }
}
