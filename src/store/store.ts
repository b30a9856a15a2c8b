import type { Generated } from 'kysely'
import type { ChangeKind, Changes } from './changes.ts'

/** The tables of the engine itself. */
export interface EngineTables {
  migrations: MigrationRow
  write_probe: WriteProbeRow
  clock_state: ClockStateRow
  changes: ChangeRow
}

/** Applied migration files and their hashes. */
interface MigrationRow {
  name: string
  sha256: string
  applied_at: string
}

/** Large enough that, once it is written, other writes have room too. */
interface WriteProbeRow {
  id: string
  content: string
}

/** One row: what the processes of this store believe of the clock. */
interface ClockStateRow {
  id: string
  revision: number
  standing: string
  jump_ms: number
  slack_ms: number
  seen_at: string
}

/** What one transaction has written of the cached data of an account. PostgreSQL alone. */
interface ChangeRow {
  /** Of the database, an unsigned number of 64 bits as text: transactions begin in its order, and end in another. */
  transaction_id: Generated<string>
  kind: ChangeKind
  account_id: string
}

/** Repositories with transactions. An acknowledged write survives a power cut. */
export type Store<Repositories> = Repositories & Transactions<Repositories> & Changes & Maintenance

export interface Transactions<Repositories> {
  /**
   * Commits all of the work or none. Inside, use only the repositories that are passed in, and await nothing else. The
   * work may run more than once, so it changes nothing outside.
   */
  transaction<T>(work: (repositories: Repositories) => Promise<T>, kind?: TransactionKind): Promise<T>
}

/**
 * `hot`: of a transaction that runs often beside its likes. On PostgreSQL each of its statements sees what others have
 * committed meanwhile, so it takes locks before it reads what its writes depend on, and all take them in one order. The
 * other transactions see one state, and are repeated where that changed.
 */
export type TransactionKind = 'hot'

/** Maintenance of the whole store. */
export interface Maintenance {
  /** Removes deleted data from the files: neither the store nor its log keeps a trace. */
  scrub(): Promise<void>
  /** Throws `unavailable` while the engine refuses writes; at most one short query while writes succeed. */
  proveWritable(): Promise<void>
  /** Bytes of the database and, of a file, of its write-ahead log; nothing for a store in memory. */
  sizes(): Promise<Readonly<Record<string, number>>>
}
