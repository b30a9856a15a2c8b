import type { Connection } from './engine.ts'

/** The table groups, each a function of a connection, so that the same code serves the store and a transaction. */
export function groupsOf(_connection: Connection) {
  return {}
}

export type Groups = ReturnType<typeof groupsOf>
