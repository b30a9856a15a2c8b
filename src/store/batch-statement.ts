import { type CompiledQuery, type QueryExecutorProvider, type QueryResult, sql } from 'kysely'
import type { Engine } from './connection.ts'
import { arrayText, type PostgresBatch, postgresBatch } from './postgres/batches.ts'
import type { SilentQuery } from './postgres/dialect.ts'
import { repeating } from './postgres/repeat.ts'
import { EACH_MARK } from './statements.ts'

type Values = readonly unknown[]

/** A connection to any tables: statements here are texts. */
interface TextConnection {
  readonly engine: Engine
  readonly db: TextDatabase
}

interface TextDatabase extends QueryExecutorProvider {
  readonly isTransaction: boolean
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>>
  transaction(): { execute<T>(work: (connection: TextDatabase) => Promise<T>): Promise<T> }
}

/**
 * Runs one statement for each set of values, all or none; returns the number of rows that each has changed. `?` marks a
 * text and `?::int8` a whole number. It is the statement for one set: an insert of one row, which may go on
 * `on conflict (…) do`, or an update or delete whose conditions name the row. A set sees what those before it have
 * changed. On SQLite the statement is prepared once and runs for all sets in one call, at half the cost of one statement
 * for all rows; on PostgreSQL all sets are one statement.
 */
export async function runEach(
  connection: TextConnection,
  statement: string,
  sets: readonly Values[],
): Promise<number[]> {
  if (sets.length === 0) return []
  if (connection.engine === 'sqlite') return onSqlite<number>(connection.db, statement, sets)
  const found = await onPostgres(connection.db, statement, sets)
  return found.map((rows) => rows.length)
}

/**
 * As `runEach`, for whom it does not matter how many rows change. In a transaction on PostgreSQL it returns before the
 * statement is sent, which costs no trip to the server: the next statement or the commit takes it along, and fails with
 * it.
 */
export async function writeEach(connection: TextConnection, statement: string, sets: readonly Values[]): Promise<void> {
  if (sets.length === 0) return
  if (connection.engine === 'sqlite') await onSqlite<number>(connection.db, statement, sets)
  else await onPostgres(connection.db, statement, sets, { isSilent: true })
}

/** The rows that one query finds for each set of values, or that a statement as for `runEach` returns. */
export async function readEach<Row>(
  connection: TextConnection,
  query: string,
  sets: readonly Values[],
): Promise<Row[][]> {
  if (sets.length === 0) return []
  if (connection.engine === 'sqlite') return onSqlite<Row[]>(connection.db, query, sets)
  return (await onPostgres(connection.db, query, sets)) as Row[][]
}

/** A setting of PostgreSQL until the end of the transaction; it costs no trip to the server. Does nothing on SQLite. */
export async function setLocal(
  { db, engine }: TextConnection,
  setting: 'enable_sort',
  value: 'on' | 'off',
): Promise<void> {
  if (engine === 'sqlite' || !db.isTransaction) return
  await sendSilently(db, `set local ${setting} = ${value}`)
}

/**
 * Takes locks of PostgreSQL for the ids, by a query that finds no row. As `writeEach`, it costs no trip to the server in a
 * transaction: the next statement waits for the locks.
 */
export async function lockEach({ db }: TextConnection, query: string, ids: readonly string[]): Promise<void> {
  await sendSilently(db, query, [arrayText(ids)])
}

async function sendSilently(db: TextDatabase, text: string, parameters: readonly string[] = []): Promise<void> {
  const query: SilentQuery = { ...compiled(db, text), parameters, isSilent: true }
  await db.executeQuery(query)
}

/** The placeholders of a row, in the order of its columns, some of which hold whole numbers. */
export function placeholders<Column extends string>(columns: readonly Column[], whole: readonly Column[]): string {
  return columns.map((column) => (whole.includes(column) ? '?::int8' : '?')).join(', ')
}

/** Every statement of the program is a constant. */
const texts = new Map<string, string>()
const batches = new Map<string, PostgresBatch>()

// Compiled by the connection, which rejects queries on the outer store inside a transaction.
const compiled = (db: TextDatabase, text: string) => sql.raw(text).compile(db)

async function onSqlite<Result>(db: TextDatabase, statement: string, sets: readonly Values[]): Promise<Result[]> {
  const text = texts.get(statement) ?? EACH_MARK + statement.replaceAll(/\?::\w+/g, '?')
  texts.set(statement, text)
  const query = compiled(db, text)
  return (await db.executeQuery<Result>({ ...query, parameters: sets } as CompiledQuery<Result>)).rows
}

async function onPostgres(
  db: TextDatabase,
  statement: string,
  sets: readonly Values[],
  { isSilent = false } = {},
): Promise<unknown[][]> {
  const batch = batches.get(statement) ?? postgresBatch(statement)
  batches.set(statement, batch)
  const rounds = roundsOf(sets, batch)
  const runAll = async (within: TextDatabase) => {
    const found: unknown[][] = sets.map(() => [])
    for (const places of rounds) await runRound(within, batch, { sets, places, found, isSilent })
    return found
  }
  if (db.isTransaction) return runAll(db)
  return repeating()(() => (rounds.length === 1 ? runAll(db) : db.transaction().execute(runAll)))
}

/** The places of sets that one statement may run for: none names the row of another. */
function roundsOf(sets: readonly Values[], { keyOf }: PostgresBatch): number[][] {
  if (!keyOf) return [sets.map((_, place) => place)]
  const seen = new Map<string, number>()
  const rounds: number[][] = []
  for (const [place, values] of sets.entries()) {
    const key = keyOf(values)
    const round = seen.get(key) ?? 0
    seen.set(key, round + 1)
    const places = rounds[round] ?? []
    places.push(place)
    rounds[round] = places
  }
  return rounds
}

interface Round {
  readonly sets: readonly Values[]
  readonly places: readonly number[]
  readonly found: unknown[][]
  readonly isSilent: boolean
}

async function runRound(
  db: TextDatabase,
  batch: PostgresBatch,
  { sets, places, found, isSilent }: Round,
): Promise<void> {
  const inRound = places.map((place) => sets[place] ?? [])
  const parameters = (inRound[0] ?? []).map((_, column) => arrayText(inRound.map((values) => values[column])))
  if (isSilent) {
    await sendSilently(db, batch.silentText, parameters)
    return
  }
  const { rows } = await db.executeQuery<Record<string, unknown>>({
    ...compiled(db, batch.text),
    parameters,
  } as CompiledQuery<Record<string, unknown>>)
  if (!batch.answers) {
    for (const place of places) found[place]?.push(undefined)
    return
  }
  const placeOf = new Map(inRound.map((values, index) => [batch.keyOf?.(values), places[index]]))
  for (const { ord, nth: _, ...row } of rows) {
    const place = typeof ord === 'number' ? places[ord - 1] : placeOf.get(JSON.stringify(ord))
    if (place === undefined) throw new Error('a row belongs to no set of its batch')
    found[place]?.push(row)
  }
}
