import type { Kysely } from 'kysely'

/** The two supported SQL engines. Only the claim of queue rows depends on the engine. */
export type Engine = 'sqlite' | 'postgres'

/** The connection of a repository; `Tables` are the tables that it reads and writes. */
export interface Connection<Tables> {
  readonly engine: Engine
  readonly db: Kysely<Tables>
  /** Called by repositories after a write to cached data, with its topic. */
  changed(topic: string): void
}
