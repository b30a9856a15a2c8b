import type pg from 'pg'
import { postgresError } from './errors.ts'
import { groupRunner, type RunGroup } from './statement-group.ts'

/** Of the server, for a statement that scans more than anything here should. Whole sessions are read in a few seconds. */
const STATEMENT_TIMEOUT_MS = 30_000
/** For a lock of somebody else's transaction: of this program none lasts so long. */
const LOCK_TIMEOUT_MS = 2_000
const IDLE_IN_TRANSACTION_MS = 10_000
/** For a connection, a new one or one that is in use. */
const CONNECT_TIMEOUT_MS = 5_000
/** A server that does not even report its own timeout is gone, whatever the network says. */
const SILENCE_MS = 10_000
/** For processes that migrate at the same time, and for whatever else holds a table. */
const MIGRATION_LOCK_TIMEOUT_MS = 60_000

/** https://github.com/brianc/node-pg-types: whole numbers of 64 bits and sums of them come as text otherwise. */
const NUMBER_TYPES = new Set([20, 1700])

interface PoolOptions {
  readonly url: string
  readonly connections: number
  /** Whether a pooler stands before the server, which takes no timeouts of a session: the role has them. */
  readonly isPooled?: boolean
  /** Without a limit of the time of a statement: for migrations and copies of whole tables. */
  readonly isPatient?: boolean
  /** Time to wait for a connection, and for a lock of somebody else. */
  readonly connectTimeoutMs?: number
  readonly lockTimeoutMs?: number
}

/** Connections to PostgreSQL, made when they are needed. The driver is loaded here and nowhere else. */
export async function openPool({
  url,
  connections,
  isPooled = false,
  isPatient = false,
  connectTimeoutMs = CONNECT_TIMEOUT_MS,
  lockTimeoutMs = isPatient ? MIGRATION_LOCK_TIMEOUT_MS : LOCK_TIMEOUT_MS,
}: PoolOptions): Promise<pg.Pool> {
  const { default: driver } = await import('pg')
  const pool = new driver.Pool({
    ...(await settingsOf(url)),
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    ...(isPooled ? {} : { lock_timeout: lockTimeoutMs }),
    ...(isPatient ? {} : { query_timeout: STATEMENT_TIMEOUT_MS + SILENCE_MS }),
    ...(isPatient || isPooled
      ? {}
      : {
          statement_timeout: STATEMENT_TIMEOUT_MS,
          idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
        }),
  })
  // A connection that breaks while nobody uses it is replaced at the next statement.
  pool.on('error', () => undefined)
  // One that breaks while it is used fails its statement. Without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** For the connections of a pool. */
export async function loadGroupRunner(): Promise<RunGroup> {
  const { default: driver } = await import('pg')
  return groupRunner(driver.Query)
}

/** A connection of its own, besides the pool. */
export async function openClient(url: string): Promise<pg.Client> {
  const { default: driver } = await import('pg')
  const client = new driver.Client({ ...(await settingsOf(url)), query_timeout: CONNECT_TIMEOUT_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    throw postgresError(error)
  }
}

async function settingsOf(url: string): Promise<pg.ClientConfig> {
  const { types } = await import('pg')
  return {
    connectionString: url,
    application_name: 'optionwire',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types: { getTypeParser: (oid, format) => (NUMBER_TYPES.has(oid) ? Number : types.getTypeParser(oid, format)) },
  }
}
