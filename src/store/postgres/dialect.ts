import {
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { AppError } from '../../lib/errors.ts'
import { CLOSED } from '../closed-connection.ts'
import { isRepeatable, postgresError } from './errors.ts'

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

interface PostgresHealth {
  /** False after the server refused a statement or broke the connection, until a write succeeds. */
  isWritable: boolean
  /** Throws where this process may not use the database any more. */
  readonly requireUse: () => void
}

interface PostgresDialectParts {
  readonly pool: pg.Pool
  readonly health: PostgresHealth
}

/**
 * Kysely on `pg`, whose errors become those of the store. When it closes, what has begun ends, and what comes later is
 * refused in a way that callers know.
 */
export class PostgresStoreDialect implements Dialect {
  readonly #driver: PostgresStoreDriver

  constructor(parts: PostgresDialectParts) {
    this.#driver = new PostgresStoreDriver(parts)
  }

  createAdapter = () => new PostgresAdapter()
  createQueryCompiler = () => new PostgresQueryCompiler()
  createDriver = (): Driver => this.#driver
  createIntrospector = (db: Kysely<unknown>): DatabaseIntrospector => new PostgresIntrospector(db)

  close(): Promise<void> {
    return this.#driver.destroy()
  }
}

class PostgresStoreDriver implements Driver {
  readonly #parts: PostgresDialectParts
  #users = 0
  #isClosing = false
  readonly #idle = Promise.withResolvers<void>()

  constructor(parts: PostgresDialectParts) {
    this.#parts = parts
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#isClosing) return CLOSED
    const { pool, health } = this.#parts
    health.requireUse()
    this.#users++
    try {
      return new PostgresConnection(await pool.connect(), this.#parts)
    } catch (error) {
      this.#left()
      health.isWritable = false
      throw postgresError(error)
    }
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (!(connection instanceof PostgresConnection)) return
    connection.release()
    this.#left()
  }

  #left(): void {
    this.#users--
    if (this.#isClosing && this.#users === 0) this.#idle.resolve()
  }

  beginTransaction(connection: DatabaseConnection, { isolationLevel }: TransactionSettings): Promise<void> {
    return inTransaction(connection).begin(isolationLevel)
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return inTransaction(connection).commit()
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return inTransaction(connection).rollback()
  }

  async destroy(): Promise<void> {
    if (this.#isClosing) return
    this.#isClosing = true
    if (this.#users > 0) await this.#idle.promise
    await this.#parts.pool.end()
  }
}

/** The connection of a closed store refuses the `begin` as it does every statement. */
function inTransaction(connection: DatabaseConnection): PostgresConnection {
  if (connection instanceof PostgresConnection) return connection
  throw new AppError('unavailable', 'The service is stopping. Ask again once it runs.')
}

class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #parts: PostgresDialectParts
  #isBroken = false
  #isInside = false

  constructor(client: pg.PoolClient, parts: PostgresDialectParts) {
    this.#client = client
    this.#parts = parts
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const mayWrite = !/^\s*(select|set|show)\b/i.test(sql)
    const result = await this.#run(sql, parameters)
    if (mayWrite) this.#parts.health.isWritable = true
    return resultOf<Row>(result)
  }

  streamQuery(): never {
    throw new Error('the store has no streams')
  }

  async begin(isolationLevel: TransactionSettings['isolationLevel']): Promise<void> {
    await this.#run(isolationLevel ? `begin isolation level ${isolationLevel}` : 'begin')
    this.#isInside = true
  }

  async commit(): Promise<void> {
    const { command } = await this.#run('commit')
    this.#isInside = false
    // PostgreSQL answers so where the work has caught the error of a statement and gone on.
    if (command === 'ROLLBACK') throw new Error('a transaction went on after an error and was rolled back')
  }

  /** A broken connection was rolled back by the server. */
  async rollback(): Promise<void> {
    this.#isInside = false
    if (!this.#isBroken) await this.#run('rollback')
  }

  release(): void {
    this.#client.release(this.#isBroken || this.#isInside)
  }

  async #run(sql: string, parameters: readonly unknown[] = []): Promise<pg.QueryResult> {
    try {
      return await this.#client.query(sql, [...parameters])
    } catch (thrown) {
      this.#isBroken ||= isConnectionLost(thrown)
      const error = postgresError(thrown)
      if (error instanceof AppError && error.code === 'unavailable' && !isRepeatable(error))
        this.#parts.health.isWritable = false
      throw error
    }
  }
}

function resultOf<Row>({ command, rowCount, rows }: pg.QueryResult): QueryResult<Row> {
  return { rows, ...(CHANGES.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) }
}

/** What is not an error of a statement, and the end of the session. */
function isConnectionLost(error: unknown): boolean {
  const isOfServer = typeof error === 'object' && error !== null && 'severity' in error
  return !isOfServer || error.severity === 'FATAL'
}
