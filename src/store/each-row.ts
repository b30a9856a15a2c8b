import { type Kysely, sql } from 'kysely'
import type { Connection } from './engine.ts'
import { EACH_MARK } from './statements.ts'
import type { Tables } from './tables.ts'

type Values = readonly unknown[]

/**
 * Runs one statement for each set of values, all or none; gives how many rows each has changed. It has `?` for a value.
 * On SQLite it is prepared once and runs for all sets in one call, at half the cost of one statement for all rows;
 * PostgreSQL gets the sets one after the other.
 */
export function runEach(connection: Connection, statement: string, sets: readonly Values[]): Promise<number[]> {
  return each(connection, statement, sets, ({ numAffectedRows }) => Number(numAffectedRows ?? 0))
}

/** The rows that one query finds for each set of values. */
export function readEach<Row>(connection: Connection, query: string, sets: readonly Values[]): Promise<Row[][]> {
  return each(connection, query, sets, ({ rows }) => rows as Row[])
}

interface Answer {
  readonly numAffectedRows?: bigint | undefined
  readonly rows: readonly unknown[]
}

async function each<Result>(
  { db, engine }: Connection,
  statement: string,
  sets: readonly Values[],
  resultOf: (answer: Answer) => Result,
): Promise<Result[]> {
  if (sets.length === 0) return []
  // Compiled by the connection, which refuses what does not belong into a transaction.
  const { sql: text, ...rest } = sql.raw(engine === 'sqlite' ? EACH_MARK + statement : numbered(statement)).compile(db)
  if (engine === 'sqlite') return (await db.executeQuery<Result>({ ...rest, sql: text, parameters: sets })).rows
  const inTurn = async (held: Kysely<Tables>) => {
    const results: Result[] = []
    for (const parameters of sets) results.push(resultOf(await held.executeQuery({ ...rest, sql: text, parameters })))
    return results
  }
  return db.isTransaction ? inTurn(db) : db.transaction().execute(inTurn)
}

function numbered(statement: string): string {
  let count = 0
  return statement.replaceAll('?', () => `$${++count}`)
}
