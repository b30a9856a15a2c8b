import type { Change, ChangeKind, ChangeListeners } from '../changes.ts'
import type { SideConnection } from './side-connection.ts'

const LOOK_MS = 1_000
/** Nothing that is cached is used while the changes of this time are not known. */
const MAX_UNREAD_MS = 2_000
/** Records are kept for this long: many times longer than anybody goes without looking and still uses what it cached. */
const KEPT_MS = 10 * 60_000

/**
 * All that was committed since the last look is read, and nothing is missed. Transactions end in another order than they
 * begin, so the look begins at the oldest one that had not ended at the last look: those before it were seen.
 * A restored dump may hold ids of transactions that are still to come; these are left out.
 */
const READ = `with now as materialized (select pg_current_snapshot() as it)
  select pg_snapshot_xmin(now.it)::text as from_id, transaction_id::text as id, kind, account_id
  from now left join changes
    on transaction_id >= $1::text::xid8 and transaction_id < pg_snapshot_xmax(now.it)`
const BEGIN = 'select pg_snapshot_xmin(pg_current_snapshot())::text as from_id'
const REMOVE =
  'delete from changes where transaction_id < $1::text::xid8 or transaction_id >= pg_snapshot_xmax(pg_current_snapshot())'

interface Read {
  readonly from_id: string
  /** Null in the one row of an answer without changes. */
  readonly id: string | null
  readonly kind: ChangeKind
  readonly account_id: string
}

export interface ChangesReaderParts {
  readonly connection: SideConnection
  readonly listeners: ChangeListeners
  readonly monotonicMs: () => number
  /** Between two looks, besides those after a hint. */
  readonly lookMs?: number
}

/** Reports commits of any process that make cached data stale. Reads them every second, and when `look` is called. */
export class ChangesReader implements AsyncDisposable {
  readonly #parts: ChangesReaderParts
  /** The connection of the last look: another one may lead to another server, which knows other transactions. */
  #client: unknown
  #fromId = '0'
  /** Changes of transactions from `#fromId` on that were reported. */
  #reported = new Set<string>()
  #readAtMs = Number.NEGATIVE_INFINITY
  #looking: Promise<void> | undefined
  #next: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  /** Where a look began, at most every ten minutes. */
  #kept: { readonly atMs: number; readonly fromId: string } | undefined

  constructor(parts: ChangesReaderParts) {
    this.#parts = parts
  }

  async start(): Promise<void> {
    await this.look()
    this.#timer = setInterval(() => void this.look(), this.#parts.lookMs ?? LOOK_MS)
  }

  isCurrent(): boolean {
    return this.#parts.monotonicMs() - this.#readAtMs <= MAX_UNREAD_MS
  }

  /**
   * Resolves when all that was committed before the call is reported, or could not be read: then `isCurrent` tells.
   * One look at a time; all calls during one share the next.
   */
  look(): Promise<void> {
    this.#next ??= (this.#looking ?? Promise.resolve()).then(() => {
      this.#next = undefined
      this.#looking = this.#look().finally(() => {
        this.#looking = undefined
      })
      return this.#looking
    })
    return this.#next
  }

  async #look(): Promise<void> {
    const { connection, listeners, monotonicMs } = this.#parts
    // What is committed after this moment may be missing from the answer.
    const atMs = monotonicMs()
    try {
      const client = await connection.open()
      if (client !== this.#client) {
        const [begin] = await connection.query<Read>(BEGIN)
        this.#begin(begin?.from_id ?? '0')
        this.#client = client
        listeners.reportAll()
      } else {
        this.#report(await connection.query<Read>(READ, [this.#fromId]))
      }
      this.#readAtMs = atMs
      await this.#remove(atMs)
    } catch {
      // Every statement of the store says why meanwhile, and nothing cached is used; the next look tries again.
      await connection.drop()
    }
  }

  #begin(fromId: string): void {
    this.#fromId = fromId
    this.#reported.clear()
    this.#kept = undefined
  }

  #report(rows: readonly Read[]): void {
    const fromId = rows[0]?.from_id ?? this.#fromId
    const reported = new Set<string>()
    for (const { id, kind, account_id: accountId } of rows) {
      if (id === null) continue
      const change: Change = { kind, accountId }
      const name = `${id} ${kind} ${accountId}`
      if (!this.#reported.has(name)) this.#parts.listeners.report(change)
      if (BigInt(id) >= BigInt(fromId)) reported.add(name)
    }
    this.#fromId = fromId
    this.#reported = reported
  }

  /** Any process removes what every process has read. */
  async #remove(atMs: number): Promise<void> {
    this.#kept ??= { atMs, fromId: this.#fromId }
    if (atMs - this.#kept.atMs < KEPT_MS) return
    const { fromId } = this.#kept
    this.#kept = { atMs, fromId: this.#fromId }
    await this.#parts.connection.query(REMOVE, [fromId])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    await this.#next
    await this.#looking
    await this.#parts.connection.drop()
  }
}
