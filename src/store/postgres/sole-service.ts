import type pg from 'pg'
import { AppError } from '../../lib/errors.ts'
import { SideConnection } from './side-connection.ts'

/** A number unique to this program: the first of the key of the lock, whose second is the schema. */
const SERVICE_LOCK = 728_114_004

const TAKEN =
  'Another Optionwire service runs on the database of DATABASE_URL. Stop it first: one service at a time may use a database.'

/**
 * The only service on a database: a lock of a session, which PostgreSQL frees when the process ends, however it ends.
 * The connection must be used each second, so that a lost lock is taken again.
 */
export interface SoleService extends AsyncDisposable {
  readonly connection: SideConnection
  /** Throws `unavailable` where another service took over while the connection was lost. */
  requireSole(): void
}

/** Throws `unavailable` where another service uses this database. */
export async function soleService(url: string): Promise<SoleService> {
  let isTaken = false
  const lock = async (client: pg.Client) => {
    const { rows } = await client.query<{ is_locked: boolean }>(
      `select pg_try_advisory_lock($1, hashtext(coalesce(current_schema(), ''))) as is_locked`,
      [SERVICE_LOCK],
    )
    isTaken = rows[0]?.is_locked !== true
    if (isTaken) throw taken()
  }
  const connection = new SideConnection(url, lock)
  await connection.open()
  return {
    connection,
    requireSole() {
      if (isTaken) throw taken()
    },
    [Symbol.asyncDispose]: () => connection.drop(),
  }
}

const taken = (): AppError => new AppError('unavailable', TAKEN, { retryAfterS: 60 })
