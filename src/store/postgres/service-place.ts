import type pg from 'pg'
import { AppError } from '../../lib/errors.ts'
import { SideConnection } from './side-connection.ts'

/** How a process uses a database as the service. */
export interface ServiceUse {
  /** Whether other processes may do so at the same time. */
  readonly isShared: boolean
  /** A digest of the settings that all of them must have in common, a signed number of 32 bits. */
  readonly settings: number
  /** Connections for transactions and queries. */
  readonly connections: number
}

/** A number unique to this program: the first of the key of a lock, whose second is the schema. */
const SERVICE_LOCK = 728_114_004

const SCHEMA = `coalesce(current_schema(), '')`
/** The first of the key of the lock whose second is the digest of the settings. */
const SETTINGS_LOCK = `hashtext('optionwire settings ' || ${SCHEMA})`

/** PostgreSQL lists the keys of locks as numbers without a sign. */
const listed = (key: string) => `(${key}::int8 & 4294967295)::oid`

const OTHER_SETTINGS = `select exists (select from pg_locks
  where locktype = 'advisory' and granted and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())
    and classid = ${listed(SETTINGS_LOCK)} and objid <> ${listed('$1')}) as is_found`

const TAKEN =
  'Another Optionwire service runs on the database of DATABASE_URL. Stop it first, or set PUBLIC_URL for both, so that they may share it.'
const DIFFERENT =
  'Another Optionwire service runs on the database of DATABASE_URL with other settings. Services that share a database need the same SESSION_SECRET, PUBLIC_URL, RISK_FREE_CURVE, MATCH_SHARDS and MARKET settings. Correct them, or stop the other first.'

/**
 * The place of a service on a database: locks of a session, which PostgreSQL frees when the process ends, however it
 * ends. The connection must be used each second, so that lost locks are taken again.
 */
interface ServicePlace extends AsyncDisposable {
  readonly connection: SideConnection
  /** Throws `unavailable` where another one took over while the connection was lost. */
  requirePlace(): void
}

/**
 * Throws `unavailable` where a service that cannot share uses this database, or one with other settings.
 */
export async function servicePlace(url: string, use: ServiceUse): Promise<ServicePlace> {
  let refusal: string | null = null
  const lock = async (client: pg.Client) => {
    refusal = await refusalOf(client, use)
    if (refusal !== null) throw refused(refusal)
  }
  const connection = new SideConnection(url, lock)
  await connection.open()
  return {
    connection,
    requirePlace() {
      if (refusal !== null) throw refused(refusal)
    },
    [Symbol.asyncDispose]: () => connection.drop(),
  }
}

/**
 * Takes the locks; a sentence where that is not possible. Of two services with different settings that start at the same
 * moment, both may be refused.
 */
async function refusalOf(client: pg.Client, { isShared, settings }: ServiceUse): Promise<string | null> {
  const take = isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
  const { rows } = await client.query<{ is_locked: boolean }>(`select ${take}($1, hashtext(${SCHEMA})) as is_locked`, [
    SERVICE_LOCK,
  ])
  if (rows[0]?.is_locked !== true) return TAKEN
  await client.query(`select pg_advisory_lock_shared(${SETTINGS_LOCK}, $1)`, [settings])
  const others = await client.query<{ is_found: boolean }>(OTHER_SETTINGS, [settings])
  return others.rows[0]?.is_found === true ? DIFFERENT : null
}

const refused = (sentence: string): AppError => new AppError('unavailable', sentence, { retryAfterS: 60 })
