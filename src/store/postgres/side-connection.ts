import type pg from 'pg'
import { openClient } from './pool.ts'

/** A machine that vanished silently is noticed by the server after this: seconds of silence, then three probes. */
const KEEPALIVE = 'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3'

/**
 * One connection besides the pool, for what belongs to a session, as locks and LISTEN do, and for short queries that must
 * not wait for those of requests. It is made at the first use, and again at the next use after it broke.
 */
export class SideConnection implements AsyncDisposable {
  readonly #url: string
  readonly #prepare: (client: pg.Client) => Promise<void>
  #client: Promise<pg.Client> | undefined

  /** `prepare` runs on each new connection before anything else; where it throws, the connection is closed. */
  constructor(url: string, prepare: (client: pg.Client) => Promise<void> = async () => undefined) {
    this.#url = url
    this.#prepare = prepare
  }

  /** Makes the connection if there is none. Throws `unavailable` where that is not possible. */
  open(): Promise<pg.Client> {
    this.#client ??= this.#connect()
    return this.#client
  }

  /** A statement, in a transaction of its own. After an error the connection is dropped, because it may be half open. */
  async query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const client = await this.open()
    try {
      const { rows } = await client.query<Row>(text, [...values])
      return rows
    } catch (error) {
      await this.drop()
      throw error
    }
  }

  async drop(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    await client?.then((it) => it.end()).catch(() => undefined)
  }

  async #connect(): Promise<pg.Client> {
    try {
      const client = await openClient(this.#url)
      try {
        await client.query(KEEPALIVE)
        await this.#prepare(client)
      } catch (error) {
        await client.end().catch(() => undefined)
        throw error
      }
      const made = this.#client
      client.on('end', () => {
        if (this.#client === made) this.#client = undefined
      })
      return client
    } catch (error) {
      this.#client = undefined
      throw error
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.drop()
  }
}
