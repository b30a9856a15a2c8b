import { createHash } from 'node:crypto'
import type Database from 'better-sqlite3'
import { type Kysely, sql, type Transaction } from 'kysely'
import { AppError } from '../../lib/errors.ts'
import { migrationsOf } from '../copy-store.ts'
import { type AppliedMigration, MOVED, migrate, pendingMigrations, readMigrations } from '../migrate.ts'
import { openedAlone } from '../replace-store.ts'
import type { EngineTables } from '../store.ts'
import { requireUsable } from './checks.ts'
import { onOneConnection } from './one-connection.ts'
import { makePartitions, type PartitionedTable } from './partitions.ts'

/** Rows of one statement, and of one reading back. */
const BATCH = 1_000
/** What is about processes ends with them, and the database has migrations of its own. */
const LEFT = ['migrations', 'instances', 'receiver_instances']
/** A command that has looked at the new database has left rows here. */
const REPLACED = ['clock_state', 'write_probe']

type Value = string | number | null
type Row = readonly Value[]

interface Table {
  readonly name: string
  readonly columns: readonly string[]
  /** Its primary key, or all columns where it has none. */
  readonly key: readonly string[]
  /** Tables that its rows refer to. */
  readonly refersTo: readonly string[]
}

export interface MoveOptions {
  readonly url: string
  readonly now: Date
  /** Tables that the database has in partitions: those of the rows are made first. */
  readonly partitioned: readonly PartitionedTable[]
}

/**
 * Copies the store in the file at `path` into the PostgreSQL database at `url`, reads it back, and compares a digest of
 * each table. All of it is there in the end, or nothing. The file is kept, marked so that no service starts on it. Returns
 * the number of rows by table.
 *
 * Throws `not_found` or `invalid` where the file is no store of this version, `conflict` while it is in use or where the
 * database holds rows, and `unavailable` where the database cannot be used or a digest differs.
 */
export async function moveStore(
  path: string,
  { url, now, partitioned }: MoveOptions,
): Promise<Readonly<Record<string, number>>> {
  using source = openedAlone(path, 'copy')
  const { handle } = source
  requireSameSchema(migrationsOf(handle))
  const tables = inOrderOfReferences(tablesOf(handle))
  const rows = await onOneConnection(url, async (db) => {
    await requireUsable(db)
    await migrate({ engine: 'postgres', db }, readMigrations(), now)
    return db.transaction().execute((within) => copyAll(handle, within, tables, partitioned))
  })
  handle.prepare('insert into migrations values (?, ?, ?)').run(MOVED, '', now.toISOString())
  handle.exec('commit')
  return rows
}

/** Throws what opening such a store throws, too. */
function requireSameSchema(applied: readonly AppliedMigration[]): void {
  const migrations = readMigrations()
  if (pendingMigrations(applied, migrations).length === 0 && applied.length === migrations.length) return
  throw new AppError(
    'invalid',
    'The store has another schema than this version. Run optionwire migrate on it first, without DATABASE_URL, by the newest version that used it.',
  )
}

async function copyAll(
  handle: Database.Database,
  within: Transaction<EngineTables>,
  tables: readonly Table[],
  partitioned: readonly PartitionedTable[],
): Promise<Record<string, number>> {
  for (const name of REPLACED) await sql`delete from ${sql.table(name)}`.execute(within)
  for (const { name } of tables) await requireEmpty(within, name)
  for (const table of partitioned) await makePartitions(within, table, datesIn(handle, table))
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const { count, digest } = await copyTable(handle, within, table)
    if ((await digestIn(within, table)) !== digest) {
      throw new AppError(
        'unavailable',
        `The copy of the table ${table.name} differs from the file. Nothing was copied.`,
      )
    }
    counts[table.name] = count
  }
  return counts
}

function tablesOf(handle: Database.Database): Table[] {
  const names = handle
    .prepare<[], string>(
      `select name from sqlite_master where type = 'table' and name not glob 'sqlite_*' order by name`,
    )
    .pluck()
    .all()
  const columnsOf = handle.prepare<[string], { name: string; pk: number }>('select name, pk from pragma_table_info(?)')
  const referencesOf = handle
    .prepare<[string], string>('select distinct "table" from pragma_foreign_key_list(?)')
    .pluck()
  return names
    .filter((name) => !LEFT.includes(name))
    .map((name) => {
      const all = columnsOf.all(name)
      const columns = all.map((it) => it.name)
      const key = all.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk)
      return {
        name,
        columns,
        key: key.length > 0 ? key.map((it) => it.name) : columns,
        refersTo: referencesOf.all(name),
      }
    })
}

/** A table after those that its rows refer to. */
function inOrderOfReferences(tables: readonly Table[]): Table[] {
  const ordered: Table[] = []
  const add = (table: Table): void => {
    if (ordered.includes(table)) return
    for (const name of table.refersTo) {
      const other = tables.find((it) => it.name === name)
      if (other && other !== table) add(other)
    }
    ordered.push(table)
  }
  for (const table of tables) add(table)
  return ordered
}

async function requireEmpty(within: Kysely<EngineTables>, name: string): Promise<void> {
  const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(within)
  if (rows.length === 0) return
  throw new AppError('conflict', `The database of DATABASE_URL holds rows (in ${name}). Copy into an empty one.`)
}

function datesIn(handle: Database.Database, { name, column }: PartitionedTable): string[] {
  return handle.prepare<[], string>(`select distinct "${column}" from "${name}"`).pluck().all()
}

async function copyTable(handle: Database.Database, within: Transaction<EngineTables>, table: Table) {
  const { name, columns, key } = table
  const quoted = (names: readonly string[]) => names.map((it) => `"${it}"`).join(', ')
  const reading = handle.prepare<[], Row>(`select ${quoted(columns)} from "${name}" order by ${quoted(key)}`).raw()
  const types = await columnTypes(within, name)
  const digest = createHash('sha256')
  let count = 0
  let batch: Row[] = []
  const write = async () => {
    const lists = columns.map((column, at) => {
      const values = batch.map((row) => row[at] ?? null)
      return sql`${values}::${sql.raw(`${types.get(column)}[]`)}`
    })
    const into = sql.join(columns.map((column) => sql.ref(column)))
    await sql`insert into ${sql.table(name)} (${into}) select * from unnest(${sql.join(lists)})`.execute(within)
    batch = []
  }
  for (const row of reading.iterate()) {
    digest.update(lineOf(row))
    count++
    batch.push(row)
    if (batch.length === BATCH) await write()
  }
  if (batch.length > 0) await write()
  return { count, digest: digest.digest('hex') }
}

async function columnTypes(within: Kysely<EngineTables>, table: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; type: string }>`select attname as name, format_type(atttypid, null) as type
    from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(within)
  return new Map(rows.map(({ name, type }) => [name, type]))
}

/** Of all rows in the order of the key, as in the file: both engines compare texts by their bytes. */
async function digestIn(within: Transaction<EngineTables>, { name, columns, key }: Table): Promise<string> {
  const digest = createHash('sha256')
  const order = sql.join(key.map((column) => sql`${sql.ref(column)} nulls first`))
  const selected = sql.join(columns.map((column) => sql.ref(column)))
  await sql`declare copied no scroll cursor for select ${selected} from ${sql.table(name)} order by ${order}`.execute(
    within,
  )
  for (;;) {
    const { rows } = await sql.raw<Record<string, Value>>(`fetch ${BATCH} from copied`).execute(within)
    for (const row of rows) digest.update(lineOf(columns.map((column) => row[column] ?? null)))
    if (rows.length < BATCH) break
  }
  await sql.raw('close copied').execute(within)
  return digest.digest('hex')
}

const lineOf = (row: Row): string => `${JSON.stringify(row)}\n`
