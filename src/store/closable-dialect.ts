import { type DatabaseConnection, type Driver, SqliteDialect, SqliteDriver } from 'kysely'
import { CLOSED } from './closed-connection.ts'

/**
 * SQLite for a service that stops while questions are under way: what has begun ends, and what comes later is refused in
 * a way that callers know. Kysely itself would pull the handle from under a transaction, and fail with a fault.
 */
export class ClosableDialect extends SqliteDialect {
  readonly #config: ConstructorParameters<typeof SqliteDialect>[0]
  readonly #drivers: ClosableDriver[] = []

  constructor(config: ConstructorParameters<typeof SqliteDialect>[0]) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    const driver = new ClosableDriver(this.#config)
    this.#drivers.push(driver)
    return driver
  }

  async close(): Promise<void> {
    await Promise.all(this.#drivers.map((driver) => driver.close()))
  }
}

class ClosableDriver extends SqliteDriver {
  #users = 0
  #isClosing = false
  readonly #idle = Promise.withResolvers<void>()

  override async acquireConnection(): Promise<DatabaseConnection> {
    // To throw here would keep the lock of the one connection, so that everybody behind it waits for nothing.
    if (this.#isClosing) return CLOSED
    this.#users++
    return await super.acquireConnection()
  }

  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    if (connection === CLOSED) return
    await super.releaseConnection()
    this.#users--
    if (this.#isClosing && this.#users === 0) this.#idle.resolve()
  }

  async close(): Promise<void> {
    this.#isClosing = true
    if (this.#users > 0) await this.#idle.promise
    await this.destroy()
  }
}
