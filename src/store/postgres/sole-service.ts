import type pg from 'pg'
import { AppError } from '../../lib/errors.ts'
import { openClient } from './pool.ts'

/** Numbers unique to this program: the first of the key of the lock, whose second is the schema. */
const SERVICE_LOCK = 728_114_004
export const CHANGES_CHANNEL = 'optionwire_changes'
export const FOREIGN_WRITES_ID = 'store'
/** Between two looks at the database, besides those after a hint. */
const LOOK_MS = 1_000
/** What other processes write is not known for longer than this while the database does not answer. */
const MAX_UNREAD_MS = 2_000
/** A machine that vanished silently frees the lock after this: seconds of silence, then three probes. */
const KEEPALIVE = 'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3'

const TAKEN =
  'Another Optionwire service runs on the database of DATABASE_URL. Stop it first: one service at a time may use a database.'

/**
 * The only service on a database: a lock of a session, which PostgreSQL frees when the process ends, however it ends. The
 * same connection hears what other processes write: commands of the operator.
 */
export interface SoleService extends AsyncDisposable {
  /** Throws `unavailable` where another service took over while the connection was lost. */
  requireSole(): void
  /** Changes when another process has written, and at each call while that cannot be known. */
  foreignVersion(): number
  /** Reads what others have written, from now on each second and after each hint. */
  watch(): Promise<void>
}

/** Throws `unavailable` where another service uses this database. */
export async function soleService(url: string, monotonicMs: () => number): Promise<SoleService> {
  const service = new LockedService(url, monotonicMs)
  await service.lock()
  if (!service.isTaken) return service
  await service[Symbol.asyncDispose]()
  throw new AppError('unavailable', TAKEN)
}

class LockedService implements SoleService {
  readonly #url: string
  readonly #monotonicMs: () => number
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #version = 0
  #unknown = 0
  #readAtMs = Number.NEGATIVE_INFINITY
  #looking: Promise<void> | undefined
  isTaken = false

  constructor(url: string, monotonicMs: () => number) {
    this.#url = url
    this.#monotonicMs = monotonicMs
  }

  async lock(): Promise<void> {
    const client = await openClient(this.#url)
    client.on('end', () => {
      if (this.#client === client) this.#client = undefined
    })
    client.on('notification', () => void this.#lookOnce())
    await client.query(KEEPALIVE)
    const { rows } = await client.query<{ is_locked: boolean }>(
      `select pg_try_advisory_lock($1, hashtext(coalesce(current_schema(), ''))) as is_locked`,
      [SERVICE_LOCK],
    )
    this.isTaken = rows[0]?.is_locked !== true
    this.#client = client
    if (!this.isTaken) await client.query(`listen ${CHANGES_CHANNEL}`)
  }

  requireSole(): void {
    if (this.isTaken) throw new AppError('unavailable', TAKEN, { retryAfterS: 60 })
  }

  foreignVersion(): number {
    if (this.#monotonicMs() - this.#readAtMs <= MAX_UNREAD_MS) return this.#version
    this.#unknown--
    return this.#unknown
  }

  async watch(): Promise<void> {
    await this.#lookOnce()
    this.#timer = setInterval(() => void this.#lookOnce(), LOOK_MS)
  }

  /** One look at a time; a hint that comes during one begins another. */
  #lookOnce(): Promise<void> {
    const before = this.#looking ?? Promise.resolve()
    const look = before.then(() => this.#look())
    this.#looking = look
    return look
  }

  /** A failure is what `foreignVersion` and every statement of the store report meanwhile; the next look tries again. */
  async #look(): Promise<void> {
    try {
      if (!this.#client || this.isTaken) await this.#relock()
      if (!this.#client || this.isTaken) return
      const { rows } = await this.#client.query<{ version: number }>(
        'select version from foreign_writes where id = $1',
        [FOREIGN_WRITES_ID],
      )
      this.#version = rows[0]?.version ?? 0
      this.#readAtMs = this.#monotonicMs()
    } catch {
      await this.#drop()
    }
  }

  async #relock(): Promise<void> {
    await this.#drop()
    await this.lock()
  }

  async #drop(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => undefined)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking
    await this.#drop()
  }
}
