import type { Kysely } from 'kysely'
import type { ChangeKind } from './changes.ts'

/** The two supported SQL engines. Only the claim of queue rows depends on the engine. */
export type Engine = 'sqlite' | 'postgres'

/** The connection of a repository; `Tables` are the tables that it reads and writes. */
export interface Connection<Tables> {
  readonly engine: Engine
  readonly db: Kysely<Tables>
  /**
   * Runs a write to data that processes cache. Whose they were is recorded in the same transaction and reported after its
   * commit: an account, or those that `accounts` finds in the result. The write uses the connection that it is given.
   */
  changing<T>(
    kind: ChangeKind,
    accounts: string | ((result: T) => readonly string[]),
    write: (db: Kysely<Tables>) => Promise<T>,
  ): Promise<T>
}
