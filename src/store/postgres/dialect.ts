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
import { loadGroupRunner } from './pool.ts'
import type { RunGroup, SilentStatement, Statement } from './statement-group.ts'

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])
const WRITES_NOTHING = /^\s*(select|set|show|begin|commit|rollback)\b/i

/** A statement without an answer that its caller waits for: in a transaction it is sent with the next one. */
export interface SilentQuery extends CompiledQuery {
  readonly isSilent: true
  readonly parameters: readonly string[]
}

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
  #runGroup: RunGroup | undefined
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
      this.#runGroup ??= await loadGroupRunner()
      return new PostgresConnection(await pool.connect(), { ...this.#parts, runGroup: this.#runGroup })
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

interface ConnectionParts extends PostgresDialectParts {
  readonly runGroup: RunGroup
}

class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #parts: ConnectionParts
  #isBroken = false
  #isInside = false
  /** Whether the server knows of the transaction. */
  #isBegun = false
  /** Sent before the next statement, in one trip to the server. */
  readonly #unsent: SilentStatement[] = []

  constructor(client: pg.PoolClient, parts: ConnectionParts) {
    this.#client = client
    this.#parts = parts
  }

  async executeQuery<Row>(query: CompiledQuery | SilentQuery): Promise<QueryResult<Row>> {
    if ('isSilent' in query && this.#isInside) {
      this.#unsent.push({ text: query.sql, values: query.parameters })
      return { rows: [] }
    }
    return resultOf<Row>(await this.#run({ text: query.sql, values: query.parameters }))
  }

  streamQuery(): never {
    throw new Error('the store has no streams')
  }

  async begin(isolationLevel: TransactionSettings['isolationLevel']): Promise<void> {
    this.#unsent.push({ text: isolationLevel ? `begin isolation level ${isolationLevel}` : 'begin', values: [] })
    this.#isInside = true
  }

  async commit(): Promise<void> {
    const isEmpty = !this.#isBegun && this.#unsent.length === 1
    const { command } = isEmpty ? this.#forget() : await this.#run({ text: 'commit', values: [] })
    this.#isInside = false
    this.#isBegun = false
    // PostgreSQL answers so where the work has caught the error of a statement and gone on.
    if (command === 'ROLLBACK') throw new Error('a transaction went on after an error and was rolled back')
  }

  /** A broken connection was rolled back by the server. */
  async rollback(): Promise<void> {
    const isBegun = this.#isBegun
    this.#forget()
    if (isBegun && !this.#isBroken) await this.#run({ text: 'rollback', values: [] })
    this.#isInside = false
    this.#isBegun = false
  }

  release(): void {
    this.#client.release(this.#isBroken || this.#isInside)
  }

  #forget(): { readonly command: string } {
    this.#unsent.length = 0
    return { command: 'COMMIT' }
  }

  async #run(statement: Statement): Promise<pg.QueryResult> {
    const { health, runGroup } = this.#parts
    const before = this.#unsent.splice(0)
    this.#isBegun = this.#isInside
    try {
      const { text, values } = statement
      const result = await (before.length === 0
        ? this.#client.query(text, [...values])
        : runGroup(this.#client, before, statement))
      if ([...before, statement].some((it) => !WRITES_NOTHING.test(it.text))) health.isWritable = true
      return result
    } catch (thrown) {
      this.#isBroken ||= isConnectionLost(thrown)
      const error = postgresError(thrown)
      if (error instanceof AppError && error.code === 'unavailable' && !isRepeatable(error)) health.isWritable = false
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
