import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** The two SQL engines that run the same queries; only the claim of queue rows needs to know which it is. */
export type Engine = 'sqlite' | 'postgres'

export interface Connection {
  readonly engine: Engine
  readonly db: Kysely<Tables>
  /** Groups call this when they write what decides who may call: accounts, keys, sessions. */
  credentialsChanged(): void
  /** Groups call this when they write who wants to be told of what: rules and watchlists. */
  interestsChanged(): void
}
