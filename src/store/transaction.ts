import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely, KyselyPlugin } from 'kysely'
import type { Connection, Engine } from './engine.ts'
import { type Groups, groupsOf } from './groups.ts'
import type { Tables } from './tables.ts'

const inside = new AsyncLocalStorage<true>()

/**
 * Using the outer store inside a transaction would wait for ever for the one SQLite connection, and write outside the
 * transaction on PostgreSQL. This plugin of the outer connection turns that mistake into an error at the first query.
 */
const outsideOnly: KyselyPlugin = {
  transformQuery({ node }) {
    if (inside.getStore()) throw new Error('the outer store was used inside a transaction: use the groups it was given')
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
}

/** How often something was written that others remember. */
interface Writes {
  credentials: number
  interests: number
}

function countedIn(writes: Writes): Pick<Connection, 'credentialsChanged' | 'interestsChanged'> {
  return { credentialsChanged: () => writes.credentials++, interestsChanged: () => writes.interests++ }
}

/** The table groups and transactions over them, the same on both engines. */
export function transactional(engine: Engine, db: Kysely<Tables>) {
  const writes: Writes = { credentials: 0, interests: 0 }
  const outer = groupsOf({ engine, db: db.withPlugin(outsideOnly), ...countedIn(writes) })
  return {
    ...outer,
    credentialsVersion: () => writes.credentials,
    interestsVersion: () => writes.interests,
    async transaction<T>(work: (groups: Groups) => Promise<T>): Promise<T> {
      if (inside.getStore())
        throw new Error('a transaction was begun inside a transaction: use the groups it was given')
      const own: Writes = { credentials: 0, interests: 0 }
      const result = await db.transaction().execute((transaction) => {
        const groups = groupsOf({ engine, db: transaction, ...countedIn(own) })
        return inside.run(true, () => work(groups))
      })
      // Only now can others read the changes.
      writes.credentials += own.credentials
      writes.interests += own.interests
      return result
    },
  }
}
