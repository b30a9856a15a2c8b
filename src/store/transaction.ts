import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely, KyselyPlugin } from 'kysely'
import type { Engine } from './engine.ts'
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

/** The table groups and transactions over them, the same on both engines. */
export function transactional(engine: Engine, db: Kysely<Tables>) {
  let version = 0
  const outer = groupsOf({ engine, db: db.withPlugin(outsideOnly), credentialsChanged: () => version++ })
  return {
    ...outer,
    credentialsVersion: () => version,
    async transaction<T>(work: (groups: Groups) => Promise<T>): Promise<T> {
      if (inside.getStore())
        throw new Error('a transaction was begun inside a transaction: use the groups it was given')
      let changed = false
      const result = await db.transaction().execute((transaction) => {
        const groups = groupsOf({ engine, db: transaction, credentialsChanged: () => (changed = true) })
        return inside.run(true, () => work(groups))
      })
      // Only now can others read the change.
      if (changed) version++
      return result
    },
  }
}
