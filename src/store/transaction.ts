import { AsyncLocalStorage } from 'node:async_hooks'
import type { KyselyPlugin } from 'kysely'

const inside = new AsyncLocalStorage<true>()

/**
 * Using the outer store inside a transaction would wait for ever for the one SQLite connection, and write outside the
 * transaction on PostgreSQL. This plugin of the outer connection turns that mistake into an error at the first query.
 */
export const outsideOnly: KyselyPlugin = {
  transformQuery({ node }) {
    if (inside.getStore()) throw new Error('the outer store was used inside a transaction: use the groups it was given')
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
}

export function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  return inside.run(true, work)
}
