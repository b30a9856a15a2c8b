import type pg from 'pg'

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** One that returns no rows. */
export interface SilentStatement extends Statement {
  readonly values: readonly string[]
}

/** Sends statements together and returns the result of the last. */
export type RunGroup = (
  client: pg.PoolClient,
  before: readonly SilentStatement[],
  last: Statement,
) => Promise<pg.QueryResult>

/** What @types/pg leaves out of a query that is being sent. */
interface SentQuery {
  prepare(connection: pg.Connection): void
  handleCommandComplete(message: unknown, connection: pg.Connection): void
}

/**
 * Groups of statements that cost one trip to the server. One message ends the group, so the server runs nothing after a
 * statement that fails: a `begin` may lead the group and a `commit` may end it.
 * https://www.postgresql.org/docs/15/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
export function groupRunner(Query: typeof pg.Query): RunGroup {
  const Sent = Query as unknown as new (config: pg.QueryConfig, done: Done) => pg.Query & SentQuery
  class Group extends Sent {
    readonly #before: readonly SilentStatement[]
    #toComplete: number

    constructor(before: readonly SilentStatement[], { text, values }: Statement, done: Done) {
      super(Object.assign({ text, values: [...values] }, { queryMode: 'extended' }), done)
      this.#before = before
      this.#toComplete = before.length
    }

    override prepare(connection: pg.Connection): void {
      for (const { text, values } of this.#before) {
        connection.parse({ name: '', text, types: [] }, true)
        connection.bind({ values: [...values] }, true)
        connection.execute({}, true)
      }
      super.prepare(connection)
    }

    override handleCommandComplete(message: unknown, connection: pg.Connection): void {
      if (this.#toComplete > 0) this.#toComplete--
      else super.handleCommandComplete(message, connection)
    }
  }
  return (client, before, last) =>
    new Promise((resolve, reject) => {
      client.query(new Group(before, last, (error, result) => (error ? reject(error) : resolve(result))))
    })
}

type Done = (error: Error | undefined, result: pg.ResultBuilder) => void
