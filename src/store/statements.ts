import type BetterSqlite3 from 'better-sqlite3'
import type { SqliteDatabase, SqliteStatement } from 'kysely'
import { AppError } from '../domain/errors.ts'
import { storeError } from './errors.ts'

/** A text that begins so is run once for each of its parameters, which are lists: see `each-row.ts`. */
export const EACH_MARK = '/* each */ '

const KEPT_TEXTS = 1_000
const NOTHING_RUN = { changes: 0, lastInsertRowid: 0 }

/** Whether the last write that the engine refused (disk full, busy, read-only) has been followed by one that it took. */
export interface WriteHealth {
  isWritable: boolean
}

/**
 * What Kysely needs of SQLite, over statements that are prepared once for each SQL text: a third of the cost of
 * preparing every time. `begin` becomes `begin immediate`, so that a transaction which reads first cannot fail later
 * for want of the write lock.
 */
export function keptStatements(handle: BetterSqlite3.Database, health: WriteHealth): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>()
  return {
    close: () => handle.close(),
    prepare(sql) {
      const text = sql === 'begin' ? 'begin immediate' : sql
      const known = kept.get(text)
      if (known) return known
      const statement = text.startsWith(EACH_MARK)
        ? forEach(handle, text.slice(EACH_MARK.length), health)
        : guarded(handle, text, health)
      if (kept.size >= KEPT_TEXTS) kept.clear()
      kept.set(text, statement)
      return statement
    },
  }
}

function guarded(handle: BetterSqlite3.Database, text: string, health: WriteHealth): SqliteStatement {
  const statement = attempt(() => handle.prepare(text))
  return {
    reader: statement.reader,
    all: (parameters) => attempt(() => statement.all(parameters)),
    run: (parameters) =>
      watched(health, () => attempt(() => (needless(handle, text) ? NOTHING_RUN : statement.run(parameters)))),
    // A statement that is being iterated is busy, so it cannot be shared.
    iterate: (parameters) => handle.prepare(text).iterate(parameters),
  }
}

/** Gives the rows of a query, and the number of changed rows of another statement, for each list of parameters. */
function forEach(handle: BetterSqlite3.Database, text: string, health: WriteHealth): SqliteStatement {
  const statement = attempt(() => handle.prepare(text))
  const one = (parameters: unknown) =>
    statement.reader ? statement.all(parameters) : statement.run(parameters).changes
  const all = (lists: readonly unknown[]) => lists.map(one)
  const atOnce = handle.transaction(all)
  return {
    reader: true,
    all: (lists) => watched(health, () => attempt(() => (handle.inTransaction ? all(lists) : atOnce.immediate(lists)))),
    run: neverAlone,
    iterate: neverAlone,
  }
}

function neverAlone(): never {
  throw new Error('a statement that runs for each of a list gives the results of all')
}

function watched<T>(health: WriteHealth, write: () => T): T {
  try {
    return write()
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') health.isWritable = false
    throw error
  }
}

/** A full disk ends a transaction by itself; the rollback that follows would hide what happened behind its own error. */
function needless(handle: BetterSqlite3.Database, text: string): boolean {
  return text === 'rollback' && !handle.inTransaction
}

function attempt<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw storeError(error)
  }
}
