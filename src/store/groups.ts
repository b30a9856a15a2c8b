import { accounts } from './accounts.ts'
import { apiKeys } from './api-keys.ts'
import type { Connection } from './engine.ts'
import { guesses } from './guesses.ts'
import { mailTokens } from './mail-tokens.ts'
import { sessions } from './sessions.ts'

/** The table groups, each a function of a connection, so that the same code serves the store and a transaction. */
export function groupsOf(connection: Connection) {
  return {
    accounts: accounts(connection),
    apiKeys: apiKeys(connection),
    sessions: sessions(connection),
    mailTokens: mailTokens(connection),
    guesses: guesses(connection),
  }
}

export type Groups = ReturnType<typeof groupsOf>
