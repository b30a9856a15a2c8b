import type { Leases } from '../../lib/node/leases.ts'
import { SideConnection } from '../postgres/side-connection.ts'

/** Another process takes over so long after the last renewal. */
const LEASE_MS = 3_000
const RENEW_MS = 1_000
/** After the moment at which a lease of another process ends. */
const LATE_MS = 10
/** A process stops this much earlier, in case that its clock is slow. */
const MARGIN_MS = 300

const NOW = 'floor(extract(epoch from clock_timestamp()) * 1000)::int8'
/** One that ends much later than any can was taken before the clock of the server was set back. */
const IS_FREE = `owner <> $2 and (until_ms <= ${NOW} or until_ms > ${NOW} + ${2 * LEASE_MS})`

const ADD = `insert into leases (name, owner, term, until_ms)
  select name, '', 0, 0 from unnest($1::text[]) name order by name on conflict (name) do nothing`

/**
 * Renews what this process has, takes what is free, and tells when the next one of another process may be. A lease that a transaction of its owner holds is not free before
 * that has ended, and nobody waits for it.
 */
const RENEW = `with free as (
    select name from leases where name = any($1::text[]) and ${IS_FREE} order by name for update skip locked
  ), taken as (
    update leases l set owner = $2, term = l.term + 1, until_ms = ${NOW} + ${LEASE_MS}
      from free where l.name = free.name returning l.name, l.term
  ), renewed as (
    update leases set until_ms = ${NOW} + ${LEASE_MS} where name = any($1::text[]) and owner = $2 returning name, term
  )
  select name, term, free_in_ms
  from (select min(until_ms) - ${NOW} as free_in_ms from leases where name = any($1::text[]) and owner <> $2) others
    left join (select name, term from taken union all select name, term from renewed) held on true`

const RELEASE = 'update leases set until_ms = 0 where owner = $1'

export interface PostgresLeasesParts<Name extends string> {
  readonly names: readonly Name[]
  /** Identifies this process; no other one ever has it. */
  readonly owner: string
  readonly url: string
  readonly monotonicMs: () => number
  /** Called once the leases were given back: others need not wait for their next look. */
  readonly onReleased: () => void
  /** Called once for each outage. */
  readonly onFailure: (error: unknown) => void
}

interface Renewed {
  /** Null in the one row of an answer without leases. */
  readonly name: string | null
  readonly term: number
  /** Null where this process has all. */
  readonly free_in_ms: number | null
}

interface Held {
  readonly term: number
  readonly untilMs: number
}

/**
 * Leases in a table, by the clock of the database: renewed each second, released at a stop, and taken over when they end,
 * at most three seconds after a process died. Each process tries to get all.
 */
export class PostgresLeases<Name extends string> implements Leases<Name>, AsyncDisposable {
  readonly isShared = true
  readonly #parts: PostgresLeasesParts<Name>
  readonly #connection: SideConnection
  #held: ReadonlyMap<string, Held> = new Map()
  #timer: NodeJS.Timeout | undefined
  #soon: NodeJS.Timeout | undefined
  #renewing: Promise<void> | undefined
  #hasFailed = false
  #isAdded = false

  constructor(parts: PostgresLeasesParts<Name>) {
    this.#parts = parts
    this.#connection = new SideConnection(parts.url)
  }

  /** Resolves when it is known which leases this process has. */
  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.renew(), RENEW_MS)
    await this.renew()
  }

  termOf(name: Name): number | null {
    const held = this.#held.get(name)
    return held && this.#parts.monotonicMs() < held.untilMs ? held.term : null
  }

  /** Takes what is free, and renews what this process has. Never rejects: without an answer the leases end. */
  renew(): Promise<void> {
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  async #renew(): Promise<void> {
    const { names, owner, monotonicMs, onFailure } = this.#parts
    // By when the statement was sent, which is before the server counts from.
    const untilMs = monotonicMs() + LEASE_MS - MARGIN_MS
    try {
      if (!this.#isAdded) await this.#connection.query(ADD, [names])
      this.#isAdded = true
      const rows = await this.#connection.query<Renewed>(RENEW, [names, owner])
      this.#held = new Map(rows.flatMap(({ name, term }) => (name === null ? [] : [[name, { term, untilMs }]])))
      this.#lookAt(rows[0]?.free_in_ms ?? RENEW_MS)
      this.#hasFailed = false
    } catch (error) {
      if (!this.#hasFailed) onFailure(error)
      this.#hasFailed = true
    }
  }

  /** Before the next look of each second, where a lease may be free by then. */
  #lookAt(freeInMs: number): void {
    clearTimeout(this.#soon)
    if (this.#timer && freeInMs > 0 && freeInMs < RENEW_MS) {
      this.#soon = setTimeout(() => void this.renew(), freeInMs + LATE_MS)
    }
  }

  async #release(): Promise<void> {
    await this.#connection.query(RELEASE, [this.#parts.owner])
    this.#parts.onReleased()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    this.#timer = undefined
    await this.#renewing
    clearTimeout(this.#soon)
    this.#held = new Map()
    // Where the database is away, the leases end by themselves, and a stop does not wait for it.
    if (!this.#hasFailed) await this.#release().catch(() => undefined)
    await this.#connection.drop()
  }
}
