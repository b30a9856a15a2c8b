import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { AppError } from '../lib/errors.ts'
import { storeError } from './errors.ts'
import type { AppliedMigration } from './migrate.ts'

/** In several steps a copy would begin again each time the service writes. */
const ALL_PAGES = 0x7fff_ffff

/** What a copy of a store holds. */
export interface StoreCopy {
  readonly bytes: number
  /** Rows of each table. */
  readonly rows: Readonly<Record<string, number>>
  /** Names and hashes of the migrations that were applied to it. */
  readonly migrations: readonly AppliedMigration[]
}

/**
 * Copies the store at `path` into `file`, which may exist if it is empty, and verifies the copy. The store may be in
 * use: the copy is its state at one moment, and writers need not wait. Blocks the thread for about a second per
 * gigabyte.
 *
 * Throws `not_found` if there is no store, and `unavailable` if the store or its copy is damaged or cannot be read or
 * written.
 */
export async function copyStore(path: string, file: string): Promise<StoreCopy> {
  try {
    using source = opened(path, { readonly: true })
    // Counts and pages are read from the same snapshot.
    source.handle.exec('begin')
    const rows = rowsByTable(source.handle)
    await source.handle.backup(file, { progress: () => ALL_PAGES })
    return verified(file, rows)
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
    throw copyError(error, path)
  }
}

/** The migrations that were applied to the store at `path`, oldest first. Throws `not_found` if there is no store. */
export function appliedMigrations(path: string): readonly AppliedMigration[] {
  try {
    using store = opened(path, { readonly: true })
    return migrationsOf(store.handle)
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
    throw copyError(error, path)
  }
}

function verified(file: string, expected: StoreCopy['rows']): StoreCopy {
  using copy = opened(file)
  // The copy is then one file, without a log beside it.
  copy.handle.pragma('journal_mode = DELETE')
  const faults = copy.handle.prepare<[], string>('pragma integrity_check(10)').pluck().all()
  if (faults.join() !== 'ok') throw damaged(faults)
  const orphans = copy.handle.prepare('pragma foreign_key_check').all().length
  if (orphans > 0) throw damaged([`${orphans} rows refer to rows that are missing`])
  const rows = rowsByTable(copy.handle)
  for (const [table, count] of Object.entries(expected)) {
    if (rows[table] !== count) throw damaged([`the table ${table} has ${rows[table] ?? 'no'} rows instead of ${count}`])
  }
  return { bytes: statSync(file).size, rows, migrations: migrationsOf(copy.handle) }
}

function opened(path: string, options: Database.Options = {}) {
  const handle = new Database(path, { ...options, fileMustExist: true })
  return { handle, [Symbol.dispose]: () => void handle.close() }
}

function rowsByTable(handle: Database.Database): Record<string, number> {
  const tables = handle
    .prepare<[], string>(
      `select name from sqlite_master where type = 'table' and name not glob 'sqlite_*' order by name`,
    )
    .pluck()
    .all()
  return Object.fromEntries(
    tables.map((name) => [name, handle.prepare<[], number>(`select count(*) from "${name}"`).pluck().get() ?? 0]),
  )
}

/** Oldest first. Throws `invalid` for a database of another program. */
export function migrationsOf(handle: Database.Database): AppliedMigration[] {
  const known = handle.prepare(`select 1 from sqlite_master where type = 'table' and name = 'migrations'`).get()
  if (!known)
    throw new AppError('invalid', 'The file is a database of another program: it has no migrations of Optionwire.')
  return handle.prepare<[], AppliedMigration>('select name, sha256 from migrations order by name').all()
}

function damaged(faults: readonly string[]): AppError {
  return new AppError('unavailable', `The copy is damaged and is not used: ${faults.join('; ')}.`)
}

function copyError(error: InstanceType<typeof Database.SqliteError>, path: string): unknown {
  if (error.code === 'SQLITE_CANTOPEN') {
    return new AppError('not_found', `There is no store at ${path}, or this user may not read it.`, { cause: error })
  }
  if (error.code === 'SQLITE_NOTADB' || error.code.startsWith('SQLITE_CORRUPT')) {
    return new AppError('unavailable', `The file ${path} is damaged or is not a store.`, { cause: error })
  }
  return storeError(error)
}
