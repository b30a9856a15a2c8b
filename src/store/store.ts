/** The tables of the engine itself. */
export interface EngineTables {
  migrations: MigrationRow
  write_probe: WriteProbeRow
  clock_state: ClockStateRow
  foreign_writes: ForeignWritesRow
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

/** One row: how many transactions the processes besides the service have committed. PostgreSQL alone. */
interface ForeignWritesRow {
  id: string
  version: number
}

/** Repositories with transactions. An acknowledged write survives a power cut. */
export type Store<Repositories> = Repositories & Transactions<Repositories> & Versions & Maintenance

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

export interface Versions {
  /** Changes when this process has written data of a topic; cached data of the topic are then stale. */
  version(topic: string): number
  /** Calls back after each commit of this process with writes to a topic; returns a function that unsubscribes. */
  onChange(topic: string, listener: () => void): () => void
  /** Changes when another process has committed; all cached data are then stale. */
  foreignVersion(): number
}

/** Maintenance of the whole store. */
export interface Maintenance {
  /** Removes deleted data from the files: neither the store nor its log keeps a trace. */
  scrub(): Promise<void>
  /** Throws `unavailable` while the engine refuses writes; at most one short query while writes succeed. */
  proveWritable(): Promise<void>
  /** Bytes of the database and, of a file, of its write-ahead log; nothing for a store in memory. */
  sizes(): Promise<Readonly<Record<string, number>>>
}
