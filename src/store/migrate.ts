import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Kysely, sql, type Transaction } from 'kysely'
import { AppError } from '../lib/errors.ts'
import type { Connection, Engine } from './connection.ts'
import type { EngineTables } from './store.ts'

/** Stands among the migrations of a file whose rows were copied into a database. */
export const MOVED = 'moved to PostgreSQL'

/** A number unique to this program: processes that start together migrate one after another. */
const ADVISORY_LOCK = 728_114_003

/** A migration that was applied to a store. */
export interface AppliedMigration {
  readonly name: string
  readonly sha256: string
}

export interface Migration {
  readonly name: string
  readonly text: string
  readonly sha256: string
}

export function readMigrations(folder = resolve(import.meta.dirname, '../../migrations')): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    })
}

/**
 * Applies all pending migrations in one transaction. A store that is newer than the program by more than expansions, or
 * whose applied migrations differ from the files, is refused and left unchanged.
 */
export async function migrate(
  connection: Pick<Connection<EngineTables>, 'engine' | 'db'>,
  migrations: readonly Migration[],
  now: Date,
): Promise<string[]> {
  return connection.db.transaction().execute(async (transaction) => {
    if (connection.engine === 'postgres') await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(transaction)
    await sql`create table if not exists migrations (name text primary key, sha256 text not null, applied_at text not null)`.execute(
      transaction,
    )
    const applied = await transaction.selectFrom('migrations').selectAll().execute()
    const pending = pendingMigrations(applied, migrations)
    for (const migration of pending) await apply(transaction, connection.engine, migration, now)
    return pending.map((migration) => migration.name)
  })
}

/**
 * The migrations that a store with these applied ones lacks. Throws `unavailable` for a store that is newer than the
 * program by more than expansions, or whose applied migrations differ from the files.
 */
export function pendingMigrations(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): readonly Migration[] {
  refuseForeign(applied, migrations)
  const names = new Set(applied.map(({ name }) => name))
  return migrations.filter(({ name }) => !names.has(name))
}

function refuseForeign(applied: readonly AppliedMigration[], migrations: readonly Migration[]): void {
  const files = new Map(migrations.map((migration) => [migration.name, migration.sha256]))
  for (const { name, sha256 } of applied) {
    const expected = files.get(name)
    if (expected === undefined) {
      if (isExpansion(name)) continue
      if (name === MOVED) throw moved()
      throw new AppError(
        'unavailable',
        `The store was written by a newer version of Optionwire (it contains ${name}). Start that version, or restore a backup made by this one.`,
      )
    }
    if (expected !== sha256) {
      throw new AppError(
        'unavailable',
        `The migration ${name} was changed after it was applied to this store. Restore the original file.`,
      )
    }
  }
}

/** An older program works on a store with such a migration, because that only adds what has a default. */
export function isExpansion(name: string): boolean {
  return name.endsWith('.expand.sql')
}

function moved(): AppError {
  return new AppError(
    'unavailable',
    'The store in this file was copied into a PostgreSQL database, where the service has gone on. Set DATABASE_URL to that database.',
  )
}

async function apply(
  transaction: Transaction<EngineTables>,
  engine: Engine,
  migration: Migration,
  now: Date,
): Promise<void> {
  // First, so that its statements find the time there.
  await transaction
    .insertInto('migrations')
    .values({ name: migration.name, sha256: migration.sha256, applied_at: now.toISOString() })
    .execute()
  for (const statement of statementsOf(migration.text, engine))
    await sql.raw(statement).execute(transaction as Kysely<EngineTables>)
}

/** Before a statement that the other engine has no form of. */
const ONLY_ON = /^-- Only on (\w+)\.$/m

/** In the first line of a file that the other engine leaves out. */
const ALL_ONLY_ON = /^-- All only on (\w+)\.$/m
/** To a semicolon at the end of a line, but for those in a text between two `$$`. */
const STATEMENT = /(?:\$\$[\s\S]*?\$\$|[\s\S])+?(?:;[ \t]*(?:\n|$)|$)/g

/**
 * In migrations, a semicolon at the end of a line ends a statement, and semicolons appear nowhere else but in the body of
 * a `DO $$ … $$`.
 */
export function statementsOf(text: string, engine: Engine): string[] {
  if ((ALL_ONLY_ON.exec(text)?.[1] ?? engine) !== engine) return []
  return (text.match(STATEMENT) ?? [])
    .filter((part) => (ONLY_ON.exec(part)?.[1] ?? engine) === engine)
    .map((part) =>
      part
        .replace(/^\s*--.*$/gm, '')
        .replace(/;\s*$/, '')
        .trim(),
    )
    .filter((statement) => statement !== '')
}
