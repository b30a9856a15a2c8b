import { type CompiledQuery, type QueryExecutorProvider, type QueryResult, sql } from 'kysely'
import type { Engine } from './connection.ts'
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
 * value. On SQLite the statement is prepared once and runs for all sets in one call, at half the cost of one statement
 * for all rows; PostgreSQL runs the sets one after another.
 */
export function runEach(connection: TextConnection, statement: string, sets: readonly Values[]): Promise<number[]> {
  return each(connection, statement, sets, ({ numAffectedRows }) => Number(numAffectedRows ?? 0))
}

/** The rows that one query finds for each set of values. */
export function readEach<Row>(connection: TextConnection, query: string, sets: readonly Values[]): Promise<Row[][]> {
  return each(connection, query, sets, ({ rows }) => rows as Row[])
}

interface Answer {
  readonly numAffectedRows?: bigint | undefined
  readonly rows: readonly unknown[]
}

async function each<Result>(
  { db, engine }: TextConnection,
  statement: string,
  sets: readonly Values[],
  resultOf: (answer: Answer) => Result,
): Promise<Result[]> {
  if (sets.length === 0) return []
  // Compiled by the connection, which rejects queries on the outer store inside a transaction.
  const { sql: text, ...rest } = sql.raw(engine === 'sqlite' ? EACH_MARK + statement : numbered(statement)).compile(db)
  if (engine === 'sqlite') return (await db.executeQuery<Result>({ ...rest, sql: text, parameters: sets })).rows
  const runAll = async (connection: TextDatabase) => {
    const results: Result[] = []
    for (const parameters of sets)
      results.push(resultOf(await connection.executeQuery({ ...rest, sql: text, parameters })))
    return results
  }
  return db.isTransaction ? runAll(db) : repeating()(() => db.transaction().execute(runAll))
}

function numbered(statement: string): string {
  let count = 0
  return statement.replaceAll('?', () => `$${++count}`)
}
