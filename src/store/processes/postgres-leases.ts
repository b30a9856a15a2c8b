import type { Leases } from '../../lib/node/leases.ts'
import { SideConnection } from '../postgres/side-connection.ts'

/** Another process takes over so long after the last renewal. */
const LEASE_MS = 3_000
const RENEW_MS = 1_000
/** After the moment at which a lease of another process ends. */
const LATE_MS = 10
/** A process stops this much earlier, in case that its clock is slow. */
const MARGIN_MS = 300
/** What a process has begun under a lease may take so long before it gives that to another one. */
const ENDING_MS = 500

const NOW = 'floor(extract(epoch from clock_timestamp()) * 1000)::int8'
/** One that ends much later than any can was taken before the clock of the server was set back. */
const IS_FREE = `owner <> $2 and (until_ms <= ${NOW} or until_ms > ${NOW} + ${2 * LEASE_MS})`

/** Also forgets the processes that have died: each has another name after its next start. */
const BEGIN = `with dead as (
    delete from lease_seekers where (work, owner) in (
      select work, owner from lease_seekers where until_ms <= ${NOW} order by work, owner for update skip locked)
  )
  insert into leases (name, owner, term, until_ms)
    select name, '', 0, 0 from unnest($1::text[]) name order by name on conflict (name) do nothing`

/**
 * Renews what this process has, gives back what it shall ($5), takes its share of what is free, and tells when the next
 * lease of another process may be. The processes that seek leases of a work divide these evenly, the first ones of them
 * with one more where that is needed; for a work with one lease ($3 of the names in $1, but not in $4), nobody registers,
 * and its share is that lease. A lease that a transaction of its owner holds is not free before that has ended. Nothing here
 * waits for a lock: a lease that is locked otherwise is being taken by another process.
 */
const RENEW = `with moment as materialized (
    select ${NOW} as ms
  ), seeking as (
    insert into lease_seekers (work, owner, until_ms) select work, $2, moment.ms + ${LEASE_MS} from unnest($4::text[]) work, moment
      on conflict (work, owner) do update set until_ms = excluded.until_ms
  ), shares as (
    select work, array_agg(name) as names,
        count(*) / seekers + (count(*) % seekers > before)::int as share,
        count(*) filter (where owner = $2 and name <> all ($5::text[])) as held
      from unnest($1::text[], $3::text[]) wanted (name, work) join leases using (name) cross join lateral (
        select count(*) + 1 as seekers, count(*) filter (where it.owner < $2) as before from lease_seekers it, moment
          where it.work = wanted.work and it.owner <> $2 and until_ms > ms and until_ms <= ms + ${2 * LEASE_MS}
      ) others group by work, seekers, before
  ), free as (
    select it.name from shares cross join lateral (
      select name from leases where name = any (names) and ${IS_FREE}
        order by name limit greatest(share - held, 0) for update skip locked
    ) it
  ), taken as (
    update leases l set owner = $2, term = l.term + 1, until_ms = ${NOW} + ${LEASE_MS}
      from free where l.name = free.name returning l.name, l.term
  ), own as (
    select name from leases where name = any ($1::text[]) and owner = $2 order by name for no key update skip locked
  ), given as (
    update leases l set owner = '', until_ms = 0 from own where l.name = own.name and l.name = any ($5::text[])
  ), renewed as (
    update leases l set until_ms = ${NOW} + ${LEASE_MS}
      from own where l.name = own.name and l.name <> all ($5::text[]) returning l.name, l.term
  )
  select held.name, term, share, free_in_ms
    from (select min(until_ms) - ${NOW} as free_in_ms from leases
      where name = any ($1::text[]) and owner <> $2 and until_ms > ${NOW}) others
    left join ((table taken union all table renewed) held join shares on held.name = any (names)) on true`

const RELEASE = `with gone as (delete from lease_seekers where owner = $1)
  update leases set until_ms = 0 where owner = $1`

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
  /** Of this process, of the leases of the same work. */
  readonly share: number
  /** Null where no other process has one. */
  readonly free_in_ms: number | null
}

interface Held {
  readonly term: number
  readonly untilMs: number
}

/** Leases are of one work where their names differ after a slash alone. */
const workOf = (name: string) => name.split('/', 1)[0] ?? name

/**
 * Leases in a table, by the clock of the database: renewed each second, released at a stop, and taken over when they end,
 * at most three seconds after a process died. Each process tries to get all of different works, and its share of those
 * of one work. When it has more than that, because another process has begun, it begins nothing more under the others,
 * and gives them back a little later.
 */
export class PostgresLeases<Name extends string> implements Leases<Name>, AsyncDisposable {
  readonly isShared = true
  readonly #parts: PostgresLeasesParts<Name>
  readonly #connection: SideConnection
  readonly #works: readonly string[]
  /** Those with several leases. */
  readonly #dividedWorks: readonly string[]
  #held: ReadonlyMap<string, Held> = new Map()
  /** What this process has beyond its share, by name, and since when. */
  #surplus: ReadonlyMap<string, number> = new Map()
  #timer: NodeJS.Timeout | undefined
  #soon: NodeJS.Timeout | undefined
  #renewing: Promise<void> | undefined
  #hasFailed = false
  #hasBegun = false

  constructor(parts: PostgresLeasesParts<Name>) {
    this.#parts = parts
    this.#connection = new SideConnection(parts.url)
    this.#works = parts.names.map(workOf)
    const isSecond = (work: string, place: number) => this.#works.indexOf(work) !== place
    this.#dividedWorks = [...new Set(this.#works.filter(isSecond))]
  }

  /** Resolves when it is known which leases this process has. */
  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.renew(), RENEW_MS)
    await this.renew()
  }

  termOf(name: Name): number | null {
    if (this.#surplus.has(name)) return null
    const held = this.#held.get(name)
    return held && this.#parts.monotonicMs() < held.untilMs ? held.term : null
  }

  mayGoOn(name: Name): boolean {
    return this.#held.has(name)
  }

  /** Takes what is free, renews what this process has, and gives back. Never rejects: without an answer the leases end. */
  renew(): Promise<void> {
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  async #renew(): Promise<void> {
    const { names, owner, monotonicMs, onFailure } = this.#parts
    // By when the statement was sent, which is before the server counts from.
    const sentMs = monotonicMs()
    const untilMs = sentMs + LEASE_MS - MARGIN_MS
    const given = [...this.#surplus].filter(([, sinceMs]) => sentMs - sinceMs >= ENDING_MS).map(([name]) => name)
    try {
      if (!this.#hasBegun) await this.#connection.query(BEGIN, [names])
      this.#hasBegun = true
      const values = [names, owner, this.#works, this.#dividedWorks, given]
      const rows = await this.#connection.query<Renewed>(RENEW, values)
      const held = rows.flatMap(({ name, ...row }) => (name === null ? [] : [{ name, ...row }]))
      this.#held = new Map(held.map(({ name, term }) => [name, { term, untilMs }]))
      this.#surplus = this.#surplusOf(held)
      if (given.length > 0) this.#parts.onReleased()
      this.#lookAt(Math.min(rows[0]?.free_in_ms ?? RENEW_MS, this.#surplus.size > 0 ? ENDING_MS : RENEW_MS))
      this.#hasFailed = false
    } catch (error) {
      if (!this.#hasFailed) onFailure(error)
      this.#hasFailed = true
    }
  }

  #surplusOf(held: readonly { readonly name: string; readonly share: number }[]): ReadonlyMap<string, number> {
    const nowMs = this.#parts.monotonicMs()
    const shares = new Map(held.map(({ name, share }) => [workOf(name), share]))
    const surplus = [...shares].flatMap(([work, share]) =>
      this.#parts.names.filter((name) => workOf(name) === work && this.#held.has(name)).slice(share),
    )
    return new Map(surplus.map((name) => [name, this.#surplus.get(name) ?? nowMs]))
  }

  /** Before the next look of each second, where a lease may be free or is to be given back by then. */
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
