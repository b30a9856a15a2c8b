/**
 * Partitions of tables by ranges of dates: made before their first row is written, and dropped whole when they are too old.
 * A row without a partition of its own is in the default partition of its table, so none is ever refused, and it stays
 * there: a transaction with an earlier snapshot, or a query that was planned a moment before, would find a row that moved
 * in neither place.
 */
import { type Kysely, sql, type Transaction } from 'kysely'
import { addDays, isCivilDate } from '../../lib/time/civil-date.ts'
import { isLockedOut } from './errors.ts'

/** A table in partitions by the column of a date, `YYYY-MM-DD`. Its default partition is `<name>_default`. */
export interface PartitionedTable {
  readonly name: string
  readonly column: string
  /** What a partition holds. */
  readonly unit: 'day' | 'month'
}

/** From a date to another one, which is not included. */
interface Range {
  readonly from: string
  readonly to: string
}

interface Partition extends Range {
  readonly name: string
}

/**
 * A statement that waits for a lock has all later ones wait behind it, so it gives up soon, and is repeated at the next
 * step. DETACH … CONCURRENTLY would lock out nobody, but PostgreSQL refuses it beside a default partition.
 */
const LOCK_TIMEOUT = '200ms'

/**
 * Makes the partitions of these dates that are missing, but those of which the default partition has rows. Returns how many
 * it has made; none while somebody uses the default partition. Other partitions are read and written meanwhile.
 */
export async function makePartitions<Tables>(
  db: Kysely<Tables>,
  table: PartitionedTable,
  dates: readonly string[],
): Promise<number> {
  const wanted = new Map(dates.filter(isCivilDate).map((date) => [rangeOf(table, date).from, rangeOf(table, date)]))
  const found = await partitionsOf(db, table)
  let made = 0
  for (const range of wanted.values()) {
    if (isCovered(found, range) || !(await isFree(db, table, range))) continue
    const outcome = await unlessLocked(db, (within) => make(within, table, range))
    if (outcome === 'locked') break
    if (outcome) made++
  }
  return made
}

/** Drops the oldest partition whose dates are all before this one. `locked` while somebody uses the table. */
export async function dropPartition<Tables>(
  db: Kysely<Tables>,
  table: PartitionedTable,
  before: string,
): Promise<'none' | 'locked' | 'dropped'> {
  const old = (await partitionsOf(db, table)).filter(({ to }) => to <= before)
  const [oldest] = old.toSorted((a, b) => (a.to < b.to ? -1 : 1))
  if (!oldest) return 'none'
  return unlessLocked(db, async (within) => {
    // The parent first, as where one is made, so that the two cannot deadlock.
    await sql`lock table only ${sql.table(table.name)} in access exclusive mode`.execute(within)
    // Meanwhile another process may have dropped it, or somebody detached it to keep it.
    const isThere = (await partitionsOf(within, table)).some(({ name }) => name === oldest.name)
    if (!isThere) return 'none'
    await sql`drop table ${sql.table(oldest.name)}`.execute(within)
    return 'dropped'
  })
}

function rangeOf({ unit }: PartitionedTable, date: string): Range {
  if (unit === 'day') return { from: date, to: addDays(date, 1) }
  const from = `${date.slice(0, 7)}-01`
  return { from, to: `${addDays(from, 31).slice(0, 7)}-01` }
}

/** Part of a range may be covered by a partition of several days: then the rest of it stays in the default one. */
function isCovered(partitions: readonly Partition[], { from, to }: Range): boolean {
  return partitions.some((it) => it.from < to && it.to > from)
}

const BOUNDS = /^FOR VALUES FROM \((?:MINVALUE|'([^']*)')\) TO \('([^']*)'\)$/

/** Without the default partition. */
async function partitionsOf<Tables>(db: Kysely<Tables>, { name }: PartitionedTable): Promise<Partition[]> {
  // A partition that is dropped at this moment has no bounds any more.
  const { rows } = await sql<{ name: string; bounds: string | null }>`
    select relname as name, pg_get_expr(relpartbound, oid) as bounds
    from pg_inherits join pg_class on oid = inhrelid where inhparent = ${name}::regclass`.execute(db)
  return rows.flatMap(({ name: own, bounds }) => {
    if (bounds === null || bounds === 'DEFAULT') return []
    const [, from = '', to] = BOUNDS.exec(bounds) ?? []
    if (to === undefined) throw new Error(`the partition ${own} is not one of a range of dates`)
    return { name: own, from, to }
  })
}

/** False where it was made meanwhile. */
async function make<Tables>(within: Transaction<Tables>, table: PartitionedTable, range: Range): Promise<boolean> {
  const [parent, rest] = [sql.table(table.name), sql.table(`${table.name}_default`)]
  const own = sql.table(nameOf(table, range))
  await sql`lock table only ${parent} in share update exclusive mode`.execute(within)
  await sql`lock table only ${rest} in access exclusive mode`.execute(within)
  if (isCovered(await partitionsOf(within, table), range) || !(await isFree(within, table, range))) return false
  await sql`create table ${own} (like ${parent} including all)`.execute(within)
  const bounds = sql`from (${sql.lit(range.from)}) to (${sql.lit(range.to)})`
  await sql`alter table ${parent} attach partition ${own} for values ${bounds}`.execute(within)
  return true
}

/** False where the default partition has rows of it, or where somebody has detached it to keep it. */
async function isFree<Tables>(db: Kysely<Tables>, table: PartitionedTable, range: Range): Promise<boolean> {
  const column = sql.ref(table.column)
  const { rows } = await sql<{ is_free: boolean }>`select to_regclass(${nameOf(table, range)}) is null and not exists (
    select from ${sql.table(`${table.name}_default`)} where ${column} >= ${range.from} and ${column} < ${range.to}
  ) as is_free`.execute(db)
  return rows[0]?.is_free === true
}

function nameOf({ name, unit }: PartitionedTable, { from }: Range): string {
  return `${name}_${from.slice(0, unit === 'day' ? 10 : 7).replaceAll('-', '_')}`
}

/** In a transaction that is open already, the work waits for locks as the rest of it does. */
async function unlessLocked<Tables, T>(
  db: Kysely<Tables>,
  work: (within: Transaction<Tables>) => Promise<T>,
): Promise<T | 'locked'> {
  if (db.isTransaction) return work(db as Transaction<Tables>)
  try {
    return await db
      .transaction()
      .setIsolationLevel('read committed')
      .execute(async (within) => {
        await sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`.execute(within)
        return work(within)
      })
  } catch (error) {
    if (isLockedOut(error)) return 'locked'
    throw error
  }
}
